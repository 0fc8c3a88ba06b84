package io.sluice.fuzz.law;

import java.util.SplittableRandom;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The laws of decoders that change what they read and remember where it broke off. It does not
 * matter in what pieces a stream arrives nor what lies around them, and nothing around them is
 * written to. One per target.
 */
public final class InPlaceLaws {
    private static final int BYTE_BY_BYTE_MAX = 512;
    private static final int PIECES = 256;
    private static final byte FILLER = (byte) 0xA5;

    private final Laws laws;
    private final Surroundings surroundings = new Surroundings();
    private final StreamTranscript actual = new StreamTranscript();
    private final UnsafeBuffer exact = new UnsafeBuffer(new byte[0]);
    private final Runnable prepare = this::prepare;
    private final Runnable readAlone = this::readAlone;

    // Of the stream that is read.
    private InPlaceReader reader;
    private byte[] stream;
    private int arrived;
    private boolean failed;
    private int failure;

    public InPlaceLaws(final Laws laws) {
        this.laws = laws;
    }

    /**
     * Reads the stream in a buffer of exactly its size, where reading past it throws, then in
     * larger ones, then in pieces that follow from its own bytes; byte by byte, unless it is long,
     * so that all must be told as soon as it is there.
     *
     * @param expected what must be told
     */
    public void obey(
            final InPlaceReader reader, final byte[] stream, final StreamTranscript expected) {
        this.reader = reader;
        this.stream = stream;
        laws.cost("reading in place", stream.length, prepare, readAlone);
        compare(expected, "alone", false);
        readWithin(surroundings.fill(stream, (byte) 0xFF));
        compare(expected, "with 0xFF around it", false);
        readWithin(surroundings.fill(stream, (byte) 0x00));
        compare(expected, "with 0x00 around it", false);
        readWithin(surroundings.repeat(stream));
        compare(expected, "with copies of itself around it", false);
        final SplittableRandom random = new SplittableRandom(StreamLaws.seed(stream));
        split(random, 0, 1 + random.nextInt(Math.max(16, stream.length / PIECES)));
        compare(expected, "in small pieces", false);
        split(random, 0, 1 + random.nextInt(1_024));
        compare(expected, "in pieces", false);
        if (stream.length <= BYTE_BY_BYTE_MAX) {
            split(random, 1, 1);
            compare(expected, "byte by byte", true);
        }
    }

    private void compare(
            final StreamTranscript expected, final String how, final boolean arrivals) {
        final String difference = expected.difference(actual, arrivals);
        if (difference != null) {
            throw new Finding("expected, then read " + how + ": " + difference);
        }
    }

    private void prepare() {
        exact.wrap(stream.clone());
        begin();
    }

    private void begin() {
        reader.begin();
        actual.begin();
        arrived = 0;
        failed = false;
    }

    private void readAlone() {
        feed(exact, 0, stream.length);
        actual.end();
    }

    private void readWithin(final UnsafeBuffer buffer) {
        begin();
        feedSurrounded(buffer, stream.length);
        actual.end();
    }

    /** The stream as a connection sees it, with nothing at its beginning and at its end. */
    private void split(final SplittableRandom random, final int least, final int most) {
        begin();
        feedSurrounded(surroundings.fill(stream, 0, 0, FILLER), 0);
        while (arrived < stream.length) {
            final int piece = Math.min(stream.length - arrived, random.nextInt(least, most + 1));
            feedSurrounded(surroundings.fill(stream, arrived, piece, FILLER), piece);
        }
        feedSurrounded(surroundings.fill(stream, arrived, 0, FILLER), 0);
        actual.end();
    }

    private void feedSurrounded(final UnsafeBuffer buffer, final int length) {
        feed(buffer, surroundings.offset(), length);
        if (!surroundings.areUntouched()) {
            throw new Finding("wrote outside of its range of " + length + " bytes");
        }
    }

    /** Hands over a range and goes through it to its end. */
    private void feed(final MutableDirectBuffer buffer, final int offset, final int length) {
        arrived += length;
        reader.wrap(buffer, offset, offset + length);
        int calls = 1;
        int verdict = reader.next();
        int given = take(buffer, offset, length, 0);
        while (reader.isEvent(verdict)) {
            reader.tell(verdict, actual.event(verdict, arrived));
            verdict = reader.next();
            given = take(buffer, offset, length, given);
            if (++calls > length + 1) {
                throw new Finding("more than " + length + " events in as many bytes");
            }
        }
        if (!actual.endsWith(buffer, offset, given)) {
            throw new Finding("payload was changed after it had been given");
        }
        if (reader.next() != verdict || reader.payloadLength() != given) {
            throw new Finding("does not say " + verdict + " again");
        }
        judge(verdict);
    }

    /** Keeps the payload that is new, and returns how much the range has given. */
    private int take(
            final MutableDirectBuffer buffer, final int offset, final int length, final int given) {
        final int now = reader.payloadLength();
        if (reader.payloadOffset() != offset || now < given || now > length) {
            throw new Finding(
                    "after %d bytes of payload at %d, out of %d at %d, there are %d"
                            .formatted(given, reader.payloadOffset(), length, offset, now));
        }
        actual.carry(buffer, offset + given, now - given);
        return now;
    }

    /** A stream that has failed once fails for ever, for the same reason. */
    private void judge(final int verdict) {
        final boolean fails = !reader.isConsumed(verdict);
        if (failed && (!fails || verdict != failure)) {
            throw new Finding("failed with " + failure + ", then went on with " + verdict);
        }
        if (fails && !failed) {
            failed = true;
            failure = verdict;
            actual.failure(verdict, arrived);
        }
    }
}
