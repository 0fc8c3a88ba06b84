package io.sluice.fuzz.law;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.agrona.DirectBuffer;
import org.junit.jupiter.api.Test;

/** Each law of streams is broken once by a framer that is planted here. */
final class StreamLawsTest {
    private static final int WHOLE = 0;
    private static final int INCOMPLETE = -1;
    private static final int BAD = 1;

    private static final byte[] STREAM = {2, 7, 3, 7, 7, 1, 4, 7, 7, 7, 2, 7, 0, 5};

    /** A sound framer: a length byte that counts itself, where 0 is malformed; to be spoilt. */
    private static class Counted implements Framing {
        int length;

        @Override
        public int next(final DirectBuffer buffer, final int offset, final int limit) {
            length = 0;
            if (offset == limit) {
                return INCOMPLETE;
            }
            length = buffer.getByte(offset);
            return length == 0 ? BAD : length > limit - offset ? INCOMPLETE : WHOLE;
        }

        @Override
        public boolean isIncomplete(final int verdict) {
            return verdict == INCOMPLETE;
        }

        @Override
        public boolean isWhole(final int verdict) {
            return verdict == WHOLE;
        }

        @Override
        public int length() {
            return length;
        }

        @Override
        public void tell(final int verdict, final Transcript transcript) {
            transcript.number("length again", length);
        }
    }

    private final StreamLaws laws = new StreamLaws();

    @Test
    void letsASoundFramerPass() {
        laws.obey(new Counted(), STREAM);
        laws.obey(new Counted(), new byte[0]);
    }

    @Test
    void findsAFramerThatChangesItsMind() {
        assertBroken(
                "decided",
                new Counted() {
                    @Override
                    public int next(final DirectBuffer buffer, final int offset, final int limit) {
                        final int verdict = super.next(buffer, offset, limit);
                        return verdict == WHOLE && limit - offset > 6 ? BAD : verdict;
                    }
                });
    }

    @Test
    void findsAFramerThatTakesMoreThanThereIs() {
        assertBroken(
                "whole with",
                new Counted() {
                    @Override
                    public int next(final DirectBuffer buffer, final int offset, final int limit) {
                        super.next(buffer, offset, limit);
                        return offset == limit ? INCOMPLETE : WHOLE;
                    }
                });
    }

    @Test
    void findsAFramerThatMindsWhereItStands() {
        assertBroken(
                "in pieces",
                new Counted() {
                    @Override
                    public int next(final DirectBuffer buffer, final int offset, final int limit) {
                        final int verdict = super.next(buffer, offset, limit);
                        return verdict == WHOLE && offset == 5 ? BAD : verdict;
                    }
                });
    }

    @Test
    void findsAFramerThatReadsPastWhatHasArrived() {
        assertThrows(
                RuntimeException.class,
                () ->
                        laws.obey(
                                new Counted() {
                                    @Override
                                    public int next(
                                            final DirectBuffer buffer,
                                            final int offset,
                                            final int limit) {
                                        length = buffer.getByte(offset);
                                        return super.next(buffer, offset, limit);
                                    }
                                },
                                STREAM));
    }

    private void assertBroken(final String words, final Framing framing) {
        final Finding finding = assertThrows(Finding.class, () -> laws.obey(framing, STREAM));
        assertTrue(finding.getMessage().contains(words), finding.getMessage());
    }
}
