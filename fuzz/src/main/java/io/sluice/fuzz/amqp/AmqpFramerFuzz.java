package io.sluice.fuzz.amqp;

import io.sluice.codec.amqp.AmqpError;
import io.sluice.codec.amqp.FrameHeader;
import io.sluice.fuzz.law.Finding;
import io.sluice.fuzz.law.Laws;
import io.sluice.fuzz.law.Seeds;
import io.sluice.fuzz.law.StreamLaws;
import io.sluice.fuzz.law.Target;

/**
 * The framer over any stream, with the smallest max-frame-size and with one nobody reaches, against
 * plain arithmetic on the eight bytes of a frame header.
 */
public final class AmqpFramerFuzz implements Target {
    private static final int SMALL = FrameHeader.MIN_MAX_FRAME_SIZE;
    private static final int LARGE = Integer.MAX_VALUE;
    private static final int INCOMPLETE = AmqpError.INCOMPLETE.ordinal();

    private final Laws laws;
    private final StreamLaws streamLaws = new StreamLaws();
    private final Frames small = new Frames(SMALL);
    private final Frames large = new Frames(LARGE);

    public AmqpFramerFuzz(final Laws laws) {
        this.laws = laws;
    }

    @Override
    public void check(final byte[] input) {
        check(small, SMALL, input);
        check(large, LARGE, input);
        streamLaws.obey(small, input);
        streamLaws.obey(large, input);
    }

    private void check(final Frames frames, final int sizeMax, final byte[] input) {
        final int verdict = laws.read(frames, input);
        final int expected = expected(input, sizeMax);
        if (verdict != expected) {
            throw new Finding("verdict " + verdict + ", not " + expected + ", at most " + sizeMax);
        }
        if (verdict == 0 && frames.length() != size(input)) {
            throw new Finding("a frame of " + frames.length() + " bytes, not " + size(input));
        }
    }

    private static int expected(final byte[] input, final int sizeMax) {
        if (input.length < 4) {
            return INCOMPLETE;
        }
        final long size = size(input);
        final int dataOffset = input.length < 5 ? 8 : 4 * (input[4] & 0xFF);
        final int type = input.length < 6 ? 0 : input[5];
        if (size < 8 || size > sizeMax || dataOffset < 8 || dataOffset > size) {
            return AmqpError.FRAMING_ERROR.ordinal();
        }
        if (type != 0 && type != 1) {
            return AmqpError.FRAMING_ERROR.ordinal();
        }
        return input.length < size ? INCOMPLETE : AmqpError.NONE.ordinal();
    }

    private static long size(final byte[] input) {
        long size = 0;
        for (int i = 0; i < 4; i++) {
            size = size << 8 | input[i] & 0xFF;
        }
        return size;
    }

    @Override
    public void seeds(final Seeds seeds) {
        seeds.hex("00000008 02 00 0000").hex("00000008 02 00 0000 00000009 02 01 FFFF 00");
        seeds.hex("00000010 03 00 0001 AABBCCDD 00531845").hex("00000007 02 00 0000");
        seeds.hex("00000008 01 00 0000").hex("00000008 03 00 0000").hex("00000008 02 02 0000");
        seeds.hex("00000200 02").hex("00000201 02").hex("7FFFFFFF 02 00").hex("80000000 02");
        for (final byte[] frame : AmqpSamples.recordedFrames()) {
            seeds.add(frame);
        }
    }
}
