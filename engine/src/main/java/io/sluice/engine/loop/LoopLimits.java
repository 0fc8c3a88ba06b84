package io.sluice.engine.loop;

import io.sluice.engine.link.Home;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** What a loop has and how long it waits; checked once, where it is made. */
public record LoopLimits(Home.Limits home, Receive receive, Transmit transmit, Times times) {
    private static final int KIB = 1 << 10;
    private static final int MIB = 1 << 20;

    /**
     * The memory for bytes that arrive: the one receive buffer of the loop, the longest packet of
     * any protocol, and what all connections together may keep of packets that are not complete.
     */
    public record Receive(int bufferBytes, int packetBytesMax, long incompleteBytesMax) {
        public Receive {
            require(bufferBytes >= KIB, "receive buffer: at least 1 KiB");
            require(packetBytesMax >= KIB, "longest packet: at least 1 KiB");
            require(packetBytesMax <= 1 << 30, "longest packet: at most 1 GiB");
            // One of the longest is always kept free, so that somebody can finish.
            require(incompleteBytesMax >= 4L * packetBytesMax, "incomplete: 4 of the longest");
        }
    }

    /**
     * The memory for bytes that leave: a piece of it, what all connections should queue at most
     * together, and between which marks one connection counts as congested.
     */
    public record Transmit(int chunkBytes, long queuedBytesMax, int highBytes, int lowBytes) {
        public Transmit {
            require(chunkBytes >= KIB, "transmit chunk: at least 1 KiB");
            require(queuedBytesMax >= chunkBytes, "queued: at least a chunk");
            require(lowBytes >= 0 && lowBytes < highBytes, "the low mark is below the high mark");
        }
    }

    /**
     * How long an incomplete packet may stand still while others wait, a close may take, a duty
     * cycle may last before it is counted, and the loop looks for what is on its way from the store
     * before it sleeps (0: not at all).
     */
    public record Times(long packetNs, long closeNs, long stallNs, long lingerNs) {
        public Times {
            require(packetNs > 0 && closeNs > 0 && stallNs > 0, "times are positive");
            require(lingerNs >= 0, "a linger is no negative time");
        }
    }

    public LoopLimits {
        Objects.requireNonNull(home);
        Objects.requireNonNull(receive);
        Objects.requireNonNull(transmit);
        Objects.requireNonNull(times);
    }

    /** The most that may be claimed in a row: the longest packet, if a chunk is not longer. */
    int claimBytesMax() {
        return Math.max(receive.packetBytesMax(), transmit.chunkBytes());
    }

    /** The usual buffers and times around the given home. */
    public static LoopLimits of(final Home.Limits home) {
        return new LoopLimits(
                home,
                new Receive(64 * KIB, MIB, 16L * MIB),
                new Transmit(8 * KIB, 16L * MIB, 256 * KIB, 64 * KIB),
                new Times(
                        TimeUnit.SECONDS.toNanos(10),
                        TimeUnit.SECONDS.toNanos(5),
                        TimeUnit.MILLISECONDS.toNanos(50),
                        0));
    }

    /** The same with another time to look before a sleep. */
    public LoopLimits withLinger(final long lingerNs) {
        return new LoopLimits(
                home,
                receive,
                transmit,
                new Times(times.packetNs(), times.closeNs(), times.stallNs(), lingerNs));
    }

    private static void require(final boolean condition, final String what) {
        if (!condition) {
            throw new IllegalArgumentException(what);
        }
    }
}
