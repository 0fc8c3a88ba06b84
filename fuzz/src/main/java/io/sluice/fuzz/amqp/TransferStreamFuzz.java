package io.sluice.fuzz.amqp;

import io.sluice.codec.amqp.AmqpError;
import io.sluice.codec.amqp.AmqpFramer;
import io.sluice.codec.amqp.FrameHeader;
import io.sluice.codec.amqp.TransferDecoder;
import io.sluice.codec.amqp.TransferEncoder;
import io.sluice.codec.amqp.TypeLimits;
import io.sluice.codec.amqp.TypeWriter;
import io.sluice.codec.wire.Slice;
import io.sluice.fuzz.law.Finding;
import io.sluice.fuzz.law.Laws;
import io.sluice.fuzz.law.Seeds;
import io.sluice.fuzz.law.StreamLaws;
import io.sluice.fuzz.law.Target;
import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A delivery that is split into frames of any size comes together again, in whatever pieces its
 * frames arrive.
 *
 * <pre>
 *  +------------------+--------+-------+------------+------------------+------------------
 *  | max-frame-size   | fields | state | tag length | times the rest   | tag and payload
 *  | - 512, two bytes |        |       | modulo 33  | is the payload   |
 *  +------------------+--------+-------+------------+------------------+------------------
 * </pre>
 */
public final class TransferStreamFuzz implements Target {
    private static final int HEAD = 6;
    private static final int TIMES_MAX = 8;
    private static final int CHANNEL = 7;
    private static final int STREAM_MAX = 1 << 17;
    private static final int STREAM_LAWS_MAX = 2_048;

    private final Laws laws;
    private final StreamLaws streamLaws = new StreamLaws();
    private final TransferEncoder encoder = new TransferEncoder();
    private final TransferDecoder decoder = new TransferDecoder(TypeLimits.DEFAULT);
    private final UnsafeBuffer stream = new UnsafeBuffer(new byte[STREAM_MAX]);
    private final byte[] joined = new byte[STREAM_MAX];
    private final Slice payload = new Slice();
    private final Slice rest = new Slice();
    private final Slice tag = new Slice();

    // Of one input.
    private byte[] message = {};
    private int maxFrameSize;
    private int fields;
    private int state;
    private int streamLength;
    private int frames;
    private final Runnable split = this::split;

    public TransferStreamFuzz(final Laws laws) {
        this.laws = laws;
    }

    @Override
    public void check(final byte[] input) {
        if (input.length < HEAD) {
            return;
        }
        maxFrameSize = FrameHeader.MIN_MAX_FRAME_SIZE + ((input[0] & 0xFF) << 8 | input[1] & 0xFF);
        final int tagLength =
                Math.min(
                        input.length - HEAD,
                        (input[4] & 0xFF) % (TransferDecoder.DELIVERY_TAG_MAX + 1));
        tag.wrap(new UnsafeBuffer(input), HEAD, tagLength);
        message = repeat(input, HEAD + tagLength, 1 + (input[5] & 0xFF) % TIMES_MAX);
        payload.wrap(new UnsafeBuffer(message), 0, message.length);
        fields = input[2];
        state = input[3];
        laws.cost("splitting", message.length, split);
        join();
        if (streamLength <= STREAM_LAWS_MAX) {
            final byte[] bytes = new byte[streamLength];
            stream.getBytes(0, bytes);
            streamLaws.obey(new Frames(maxFrameSize), bytes);
        }
    }

    private static byte[] repeat(final byte[] input, final int from, final int times) {
        final int length = input.length - from;
        final byte[] repeated = new byte[length * times];
        for (int i = 0; i < times; i++) {
            System.arraycopy(input, from, repeated, i * length, length);
        }
        return repeated;
    }

    private void fill() {
        encoder.clear().channel(CHANNEL).handle(fields & 0xFF).deliveryTag(tag);
        encoder.deliveryId(fields << 24 | state & 0xFF);
        if ((fields & 1) != 0) {
            encoder.messageFormat(0);
        }
        if ((fields & 2) != 0) {
            encoder.settled((fields & 4) != 0);
        }
        encoder.batchable((fields & 8) != 0).resume((fields & 16) != 0);
        if ((state & 3) == 1) {
            encoder.state().accepted();
        } else if ((state & 3) == 2) {
            encoder.state().received(state & 0xFF, 1L << (state & 0x3F));
        }
    }

    /** Writes all frames, each as full as it may be. */
    private void split() {
        fill();
        rest.wrap(payload);
        int at = 0;
        frames = 0;
        boolean isFirst = true;
        do {
            if (!isFirst) {
                encoder.continueDelivery();
            }
            final int room = encoder.payloadRoom(maxFrameSize);
            final int length = encoder.payload(rest).encode(stream, at, at + maxFrameSize);
            if (length == TypeWriter.NO_ROOM || length > maxFrameSize) {
                throw new Finding("a frame of " + length + " bytes, at most " + maxFrameSize);
            }
            final int written = encoder.payloadWritten();
            final boolean isLast = written == rest.length();
            if (!isLast && (length != maxFrameSize || written != room)) {
                throw new Finding(written + " bytes of payload, room for " + room);
            }
            rest.wrap(payload.buffer(), rest.offset() + written, rest.length() - written);
            at += length;
            frames++;
            isFirst = false;
        } while (!rest.isEmpty());
        streamLength = at;
    }

    private void join() {
        final AmqpFramer framer = new AmqpFramer(maxFrameSize);
        int at = 0;
        int length = 0;
        int count = 0;
        while (at < streamLength) {
            if (framer.next(stream, at, streamLength) != AmqpError.NONE
                    || framer.type() != FrameHeader.TYPE_AMQP
                    || framer.channel() != CHANNEL) {
                throw new Finding("frame " + count + " is none");
            }
            if (decoder.wrap(stream, framer.bodyOffset(), framer.bodyLength()) != AmqpError.NONE) {
                throw new Finding("frame " + count + " is no transfer");
            }
            at += framer.frameLength();
            count++;
            if (decoder.more() != at < streamLength) {
                throw new Finding("more to come after frame " + count + ": " + decoder.more());
            }
            checkFields(count == 1);
            decoder.payload().copyTo(new UnsafeBuffer(joined), length);
            length += decoder.payloadLength();
        }
        if (count != frames || !Arrays.equals(joined, 0, length, message, 0, message.length)) {
            throw new Finding(count + " frames of " + frames + ", " + length + " bytes");
        }
    }

    private void checkFields(final boolean isFirst) {
        if (decoder.handle() != (fields & 0xFF)
                || decoder.hasSettled() != ((fields & 2) != 0)
                || decoder.settled() != ((fields & 6) == 6)
                || decoder.batchable() != ((fields & 8) != 0)) {
            throw new Finding("a frame says something else than the encoder was told");
        }
        final int stateKind = state & 3;
        if (decoder.hasDeliveryTag() != isFirst
                || isFirst && !decoder.deliveryTag().contentEquals(tag)
                || decoder.hasDeliveryId() != isFirst
                || decoder.hasMessageFormat() != (isFirst && (fields & 1) != 0)
                || decoder.resume() != (isFirst && (fields & 16) != 0)
                || decoder.hasState() != (isFirst && (stateKind == 1 || stateKind == 2))) {
            throw new Finding("the first frame says what it has to say, and no other: " + isFirst);
        }
        if (isFirst && decoder.deliveryId() != (fields << 24 | state & 0xFF)) {
            throw new Finding("delivery-id " + decoder.deliveryId());
        }
    }

    @Override
    public void seeds(final Seeds seeds) {
        for (final byte[] message : AmqpSamples.messages()) {
            seeds.add(AmqpSamples.prepend(0, AmqpSamples.prepend(0, head(0x05, 1, 4, message))));
            seeds.add(AmqpSamples.prepend(0, AmqpSamples.prepend(1, head(0x1F, 2, 32, message))));
            seeds.add(AmqpSamples.prepend(9, AmqpSamples.prepend(0, head(0x00, 0, 0, message))));
        }
    }

    private static byte[] head(
            final int fields, final int state, final int tagLength, final byte[] message) {
        final byte[] bytes = new byte[HEAD - 2 + message.length];
        bytes[0] = (byte) fields;
        bytes[1] = (byte) state;
        bytes[2] = (byte) tagLength;
        bytes[3] = 7;
        System.arraycopy(message, 0, bytes, HEAD - 2, message.length);
        return bytes;
    }
}
