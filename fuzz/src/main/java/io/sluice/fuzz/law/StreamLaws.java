package io.sluice.fuzz.law;

import java.util.SplittableRandom;
import org.agrona.concurrent.UnsafeBuffer;

/** The laws of framers: it does not matter in what pieces a stream arrives. One per target. */
public final class StreamLaws {
    private static final int BYTE_BY_BYTE_MAX = 256;
    private static final int UNITS_MAX = 1_000;

    private final Transcript whole = new Transcript();
    private final Transcript pieces = new Transcript();
    private final UnsafeBuffer all = new UnsafeBuffer(new byte[0]);
    private final UnsafeBuffer received = new UnsafeBuffer(new byte[0]);
    private byte[] receivedBytes = new byte[0];

    /** All laws of a stream, with pieces that follow from its own bytes. */
    public void obey(final Framing framing, final byte[] stream) {
        prefixes(framing, stream);
        final SplittableRandom random = new SplittableRandom(seed(stream));
        split(framing, stream, random, 1 + random.nextInt(16));
        split(framing, stream, random, 1 + random.nextInt(1_024));
        if (stream.length <= BYTE_BY_BYTE_MAX) {
            split(framing, stream, random, 1);
        }
    }

    /**
     * A framer that has made up its mind says the same whatever comes after; one that has not must
     * not be able to.
     */
    public void prefixes(final Framing framing, final byte[] stream) {
        boolean decided = false;
        int verdict = 0;
        int length = 0;
        int cut = 0;
        while (cut <= stream.length) {
            all.wrap(stream, 0, cut);
            final int now = framing.next(all, 0, cut);
            if (decided && (now != verdict || framing.length() != length)) {
                throw new Finding(
                        "decided " + verdict + ", at " + cut + " bytes of the stream " + now);
            }
            if (!decided && !framing.isIncomplete(now)) {
                decided = true;
                verdict = now;
                length = framing.length();
                if (framing.isWhole(now) && (length < 1 || length > cut)) {
                    throw new Finding("whole with " + length + " bytes out of " + cut);
                }
            }
            cut = cut == stream.length ? cut + 1 : Laws.nextCut(cut, stream.length);
        }
    }

    private void split(
            final Framing framing,
            final byte[] stream,
            final SplittableRandom random,
            final int pieceMax) {
        whole.begin(0);
        all.wrap(stream);
        int at = 0;
        for (int units = 0; units < UNITS_MAX; units++) {
            final int verdict = framing.next(all, at, stream.length);
            if (framing.isIncomplete(verdict)) {
                break;
            }
            at = tell(framing, verdict, at, at, whole);
            if (!framing.isWhole(verdict)) {
                break;
            }
        }
        arrive(framing, stream, random, pieceMax);
        final String difference = whole.difference(pieces, true);
        if (difference != null) {
            throw new Finding(
                    "in one piece, then in pieces of up to " + pieceMax + ": " + difference);
        }
    }

    /** The stream as a connection sees it: pieces behind what is left, moved to the front. */
    private void arrive(
            final Framing framing,
            final byte[] stream,
            final SplittableRandom random,
            final int pieceMax) {
        if (receivedBytes.length < stream.length) {
            receivedBytes = new byte[2 * stream.length];
            received.wrap(receivedBytes);
        }
        pieces.begin(0);
        int consumed = 0; // of the stream
        int head = 0; // of what was received and is not consumed
        int limit = 0;
        int arrived = 0;
        int units = 0;
        while (arrived < stream.length && units < UNITS_MAX) {
            final int piece = Math.min(stream.length - arrived, 1 + random.nextInt(pieceMax));
            System.arraycopy(stream, arrived, receivedBytes, limit, piece);
            arrived += piece;
            limit += piece;
            int verdict = framing.next(received, head, limit);
            while (!framing.isIncomplete(verdict) && units < UNITS_MAX) {
                final int length = tell(framing, verdict, consumed, head, pieces) - head;
                if (!framing.isWhole(verdict)) {
                    return;
                }
                units++;
                consumed += length;
                head += length;
                verdict = framing.next(received, head, limit);
            }
            if (random.nextBoolean()) {
                System.arraycopy(receivedBytes, head, receivedBytes, 0, limit - head);
                limit -= head;
                head = 0;
            }
        }
    }

    /** Tells of one unit and returns where the next one begins. */
    private static int tell(
            final Framing framing,
            final int verdict,
            final int streamOffset,
            final int offset,
            final Transcript transcript) {
        transcript.number("verdict", verdict);
        transcript.number("offset in the stream", streamOffset);
        final int length = framing.length();
        transcript.number("length", length);
        framing.tell(verdict, transcript);
        return offset + length;
    }

    /** Of what is random about a stream: the same for the same stream. */
    static long seed(final byte[] stream) {
        long seed = stream.length;
        for (int i = 0; i < Math.min(64, stream.length); i++) {
            seed = 31 * seed + stream[i];
        }
        return seed;
    }
}
