package io.sluice.fuzz.law;

import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The laws that every reader of bytes obeys. Anything a reader throws goes up and is a finding of
 * its own; a law that is broken is a {@link Finding}. One per target.
 */
public final class Laws {
    private static final int GUARD = 64;
    private static final byte GUARD_BYTE = (byte) 0xA5;
    private static final int PREFIXES_AT_EACH_END = 48;
    private static final int PREFIXES_BETWEEN = 32;

    private final Meter meter;
    private final UnsafeBuffer exact = new UnsafeBuffer(new byte[0]);
    private final UnsafeBuffer prefix = new UnsafeBuffer(new byte[0]);
    private final Surroundings surroundings = new Surroundings();
    private final Transcript first = new Transcript();
    private final Transcript second = new Transcript();
    private final UnsafeBuffer encoded = new UnsafeBuffer(new byte[0]);

    // Of the reading that is measured.
    private Reader reader;
    private int length;
    private int verdict;
    private int written;
    private final Runnable readAndTell = this::readAndTell;
    private final Runnable encode = this::encodeAgain;

    public Laws(final Meter meter) {
        if (!UnsafeBuffer.SHOULD_BOUNDS_CHECK) {
            throw new IllegalStateException("buffers must check their bounds");
        }
        if (!Laws.class.desiredAssertionStatus()) {
            throw new IllegalStateException("assertions must be on: -ea");
        }
        this.meter = meter;
    }

    /**
     * Reads the input in a buffer of exactly its size, where reading past it throws, then twice in
     * larger ones: nothing that lies around the input may change a word. Measures heap and time.
     * What is accepted must refuse its truncations and come back from its encoder.
     *
     * @return the verdict
     */
    public int obey(final Reader reader, final byte[] input) {
        final int verdict = read(reader, input);
        if (reader.accepts(verdict)) {
            truncate(reader, input);
            echo(reader, input);
        }
        return verdict;
    }

    /** The laws of cost alone: for work that changes its input, and puts it back first. */
    public void cost(final String what, final int length, final Runnable work) {
        meter.measure(what, length, work);
    }

    /** The laws of cost alone, where what is put in place before the work is not counted. */
    public void cost(
            final String what, final int length, final Runnable prepare, final Runnable work) {
        meter.measure(what, length, prepare, work);
    }

    /** The laws of reading alone: for what may be valid and have a valid truncation. */
    public int read(final Reader reader, final byte[] input) {
        this.reader = reader;
        length = input.length;
        exact.wrap(input);
        meter.measure("reading", input.length, readAndTell);
        final int expected = verdict;
        compareWith(surroundings.fill(input, (byte) 0xFF), expected, "0xFF around it");
        compareWith(surroundings.fill(input, (byte) 0x00), expected, "0x00 around it");
        compareWith(surroundings.repeat(input), expected, "copies of itself around it");
        return expected;
    }

    private void readAndTell() {
        first.begin(0);
        verdict = reader.read(exact, 0, length);
        reader.tell(verdict, first);
    }

    private void compareWith(final UnsafeBuffer buffer, final int expected, final String where) {
        second.begin(surroundings.offset());
        final int actual = reader.read(buffer, surroundings.offset(), length);
        if (actual != expected) {
            throw new Finding("alone: " + expected + ", with " + where + ": " + actual);
        }
        reader.tell(actual, second);
        final String difference = first.difference(second, true);
        if (difference != null) {
            throw new Finding("alone, then with " + where + ": " + difference);
        }
    }

    /** No part of something valid is valid. Long inputs are cut in some places only. */
    public void truncate(final Reader reader, final byte[] input) {
        final UnsafeBuffer within = surroundings.fill(input, (byte) 0xFF);
        int cut = 0;
        while (cut < input.length) {
            prefix.wrap(input, 0, cut);
            final int alone = reader.read(prefix, 0, cut);
            final int followed = reader.read(within, surroundings.offset(), cut);
            if (reader.accepts(alone) || reader.accepts(followed)) {
                throw new Finding(
                        "valid at " + input.length + " bytes and at its first " + cut + " bytes");
            }
            if (alone != followed) {
                throw new Finding(
                        cut + " bytes alone: " + alone + ", followed by the rest: " + followed);
            }
            cut = nextCut(cut, input.length);
        }
    }

    /** The next length to cut at: all of them near both ends, some of those between. */
    static int nextCut(final int cut, final int length) {
        if (cut + 1 < PREFIXES_AT_EACH_END || cut + 1 >= length - PREFIXES_AT_EACH_END) {
            return cut + 1;
        }
        final int step = Math.max(1, (length - 2 * PREFIXES_AT_EACH_END) / PREFIXES_BETWEEN);
        return Math.min(cut + step, length - PREFIXES_AT_EACH_END);
    }

    /** What was read and accepted is written again, inside its own bounds, and read again. */
    public void echo(final Reader reader, final byte[] input) {
        this.reader = reader;
        exact.wrap(input);
        length = input.length;
        readAndTell();
        final int announced = reader.encodedLength();
        if (announced == Reader.NO_ENCODER) {
            return;
        }
        final byte[] out = new byte[announced + 2 * GUARD];
        Arrays.fill(out, GUARD_BYTE);
        encoded.wrap(out);
        meter.measure("encoding", input.length, encode);
        if (written != announced) {
            throw new Finding("announced " + announced + " bytes, wrote " + written);
        }
        for (int i = 0; i < GUARD; i++) {
            if (out[i] != GUARD_BYTE || out[GUARD + written + i] != GUARD_BYTE) {
                throw new Finding("wrote outside of its bounds, " + i + " bytes from an end");
            }
        }
        final byte[] again = Arrays.copyOfRange(out, GUARD, GUARD + written);
        if (reader.isCanonical() && !Arrays.equals(input, again)) {
            throw new Finding("came back otherwise at byte " + Arrays.mismatch(input, again));
        }
        readEcho(again);
    }

    private void readEcho(final byte[] again) {
        prefix.wrap(again);
        second.begin(0);
        final int judged = reader.read(prefix, 0, again.length);
        if (!reader.accepts(judged)) {
            throw new Finding("its own encoding is refused: " + judged);
        }
        reader.tell(judged, second);
        final String difference = first.difference(second, false);
        if (difference != null) {
            throw new Finding("read, then read after encoding: " + difference);
        }
        final byte[] third = new byte[again.length + 2 * GUARD];
        encoded.wrap(third);
        encodeAgain();
        if (written != again.length
                || !Arrays.equals(again, 0, written, third, GUARD, GUARD + written)) {
            throw new Finding("its own encoding is encoded otherwise");
        }
    }

    private void encodeAgain() {
        written = reader.encode(encoded, GUARD);
    }
}
