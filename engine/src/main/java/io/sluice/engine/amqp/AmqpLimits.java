package io.sluice.engine.amqp;

import io.sluice.codec.amqp.FrameHeader;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * What a peer of an AMQP listener may cost.
 *
 * @param frames how large frames are
 * @param channelMax the highest channel number, told in open
 * @param handleMax the highest link handle, told in begin
 * @param incomingWindow transfer frames that a session takes before we tell more
 * @param messages what messages on links may cost
 * @param times how long is waited for what
 */
public record AmqpLimits(
        Frames frames,
        int channelMax,
        int handleMax,
        int incomingWindow,
        Messages messages,
        Times times) {

    private static final int NUMBER_MAX = 0xFFFF;

    /**
     * How large frames are.
     *
     * @param maxFrameSize bytes of a frame that is read, told in open
     * @param saslFrameMax bytes of a SASL frame; part 5 section 5.3.1 says 512, but tokens in PLAIN
     *     are longer
     */
    public record Frames(int maxFrameSize, int saslFrameMax) {
        public Frames {
            require(maxFrameSize >= FrameHeader.MIN_MAX_FRAME_SIZE, "max-frame-size: 512 or more");
            require(saslFrameMax >= FrameHeader.MIN_MAX_FRAME_SIZE, "SASL frame: 512 or more");
        }
    }

    /**
     * What messages on links may cost.
     *
     * @param sizeMax bytes of a message, told at attach
     * @param unsettledMax deliveries of a link that are neither settled nor free again
     * @param assemblyBytes of one loop, for messages that are not whole or wait for room
     */
    public record Messages(int sizeMax, int unsettledMax, int assemblyBytes) {
        public Messages {
            require(sizeMax >= FrameHeader.MIN_MAX_FRAME_SIZE, "message size: 512 or more");
            require(unsettledMax >= 1 && unsettledMax <= 1 << 20, "unsettled: 1 to 1,048,576");
            require(assemblyBytes >= 2 * sizeMax, "assembly: two of the largest messages or more");
        }
    }

    /**
     * How long is waited for what.
     *
     * @param handshakeNs from the connection to its open
     * @param idleNs a peer that is silent for so long is gone; half of it is told in open, section
     *     2.4.5
     */
    public record Times(long handshakeNs, long idleNs) {
        public Times {
            require(handshakeNs > 0, "handshake: more than 0");
            require(idleNs >= TimeUnit.SECONDS.toNanos(1), "idle time-out: a second or more");
        }
    }

    public AmqpLimits {
        Objects.requireNonNull(frames);
        require(channelMax >= 0 && channelMax <= NUMBER_MAX, "channel-max: 0 to 65,535");
        require(handleMax >= 0 && handleMax <= NUMBER_MAX, "handle-max: 0 to 65,535");
        require(incomingWindow >= 2, "incoming window: 2 or more");
        Objects.requireNonNull(messages);
        Objects.requireNonNull(times);
    }

    /** What holds where the operator says nothing. */
    public static AmqpLimits defaults() {
        return new AmqpLimits(
                new Frames(64 << 10, 64 << 10),
                255,
                255,
                2_048,
                new Messages(256 << 10, 1_024, 16 << 20),
                new Times(TimeUnit.SECONDS.toNanos(10), TimeUnit.SECONDS.toNanos(120)));
    }

    private static void require(final boolean condition, final String rule) {
        if (!condition) {
            throw new IllegalArgumentException(rule);
        }
    }
}
