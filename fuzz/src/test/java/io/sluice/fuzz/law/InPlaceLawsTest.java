package io.sluice.fuzz.law;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Each law of decoders in place is broken once by a reader that is planted here. */
final class InPlaceLawsTest {
    private static final int CONSUMED = -1;
    private static final int FAILURE = 1_000;
    private static final byte EVENT = 1;
    private static final byte DROP = 2;
    private static final byte FAIL = 3;

    private static final byte[] STREAM = {7, 8, EVENT, 9, DROP, EVENT, 10, 11, EVENT, 12, FAIL, 13};
    private static final byte[] CARRIED = {7, 8, 9, 10, 11, 12};

    /** A sound reader: it strips events and what is to be dropped; to be spoilt. */
    private static class Stripper implements InPlaceReader {
        MutableDirectBuffer buffer;
        int offset;
        int written;
        int position;
        int limit;
        boolean dropping;
        boolean failed;

        @Override
        public void begin() {
            dropping = false;
            failed = false;
        }

        @Override
        public void wrap(final MutableDirectBuffer buffer, final int offset, final int limit) {
            this.buffer = buffer;
            this.offset = offset;
            this.limit = limit;
            written = offset;
            position = offset;
        }

        @Override
        public int next() {
            while (!failed && position < limit) {
                final byte next = buffer.getByte(position++);
                if (dropping) {
                    dropping = false;
                } else if (next == EVENT) {
                    return EVENT;
                } else if (next == DROP) {
                    dropping = true;
                } else if (next == FAIL) {
                    failed = true;
                } else {
                    buffer.putByte(written++, next);
                }
            }
            return failed ? FAILURE : CONSUMED;
        }

        @Override
        public boolean isConsumed(final int verdict) {
            return verdict == CONSUMED;
        }

        @Override
        public boolean isEvent(final int verdict) {
            return verdict == EVENT;
        }

        @Override
        public int payloadOffset() {
            return offset;
        }

        @Override
        public int payloadLength() {
            return written - offset;
        }

        @Override
        public void tell(final int event, final Transcript transcript) {
            transcript.flag("failed", failed);
        }
    }

    private final InPlaceLaws laws = new InPlaceLaws(new Laws(Meter.plain()));

    private static StreamTranscript expected() {
        final StreamTranscript expected = new StreamTranscript();
        final UnsafeBuffer carried = new UnsafeBuffer(CARRIED);
        expected.begin();
        expected.carry(carried, 0, 2);
        expected.event(EVENT, 3).flag("failed", false);
        expected.carry(carried, 2, 3);
        expected.event(EVENT, 9).flag("failed", false);
        expected.carry(carried, 5, 1);
        expected.failure(FAILURE, STREAM.length - 1);
        expected.end();
        return expected;
    }

    @Test
    void letsASoundReaderPass() {
        laws.obey(new Stripper(), STREAM, expected());
        final StreamTranscript nothing = new StreamTranscript();
        nothing.begin();
        nothing.end();
        laws.obey(new Stripper(), new byte[0], nothing);
    }

    @Test
    void findsAReaderThatWritesBeforeItsRange() {
        assertBroken(
                "wrote outside",
                new Stripper() {
                    @Override
                    public int next() {
                        if (offset > 0) {
                            buffer.putByte(offset - 1, (byte) 42);
                        }
                        return super.next();
                    }
                });
    }

    @Test
    void findsAReaderThatWritesBehindItsRange() {
        assertBroken(
                "wrote outside",
                new Stripper() {
                    @Override
                    public int next() {
                        if (limit < buffer.capacity()) {
                            buffer.putByte(limit, (byte) 42);
                        }
                        return super.next();
                    }
                });
    }

    @Test
    void findsAReaderThatForgetsWhereItBrokeOff() {
        assertBroken(
                "byte by byte",
                new Stripper() {
                    @Override
                    public void wrap(
                            final MutableDirectBuffer buffer, final int offset, final int limit) {
                        super.wrap(buffer, offset, limit);
                        dropping = false;
                    }
                });
    }

    @Test
    void findsAReaderThatSpeaksTooLate() {
        assertBroken(
                "byte by byte: after bytes of the stream: 11, then 12",
                new Stripper() {
                    private boolean failedBefore;

                    @Override
                    public void wrap(
                            final MutableDirectBuffer buffer, final int offset, final int limit) {
                        super.wrap(buffer, offset, limit);
                        failedBefore = failed;
                    }

                    @Override
                    public int next() {
                        final int verdict = super.next();
                        final boolean late = limit - offset == 1 && !failedBefore;
                        return verdict == FAILURE && late ? CONSUMED : verdict;
                    }
                });
    }

    @Test
    void findsAReaderThatReadsPastItsRange() {
        assertThrows(
                IndexOutOfBoundsException.class,
                () ->
                        laws.obey(
                                new Stripper() {
                                    @Override
                                    public int next() {
                                        buffer.getByte(limit);
                                        return super.next();
                                    }
                                },
                                STREAM,
                                expected()));
    }

    @Test
    void findsAReaderThatNeverEnds() {
        assertBroken(
                "events in as many bytes",
                new Stripper() {
                    @Override
                    public int next() {
                        return EVENT;
                    }
                });
    }

    @Test
    void findsAReaderThatGivesMoreThanItWasGiven() {
        assertBroken(
                "bytes of payload",
                new Stripper() {
                    @Override
                    public int payloadLength() {
                        return limit - offset + 1;
                    }
                });
    }

    @Test
    void findsAReaderThatChangesWhatItGave() {
        assertBroken(
                "was changed",
                new Stripper() {
                    @Override
                    public int next() {
                        final int verdict = super.next();
                        if (verdict == FAILURE) {
                            buffer.putByte(offset, (byte) 42);
                        }
                        return verdict;
                    }
                });
    }

    @Test
    void findsAReaderThatDoesNotRepeatItself() {
        assertBroken(
                "again",
                new Stripper() {
                    @Override
                    public int next() {
                        final int verdict = super.next();
                        failed = false;
                        return verdict;
                    }
                });
    }

    @Test
    void findsAReaderThatForgivesAFailure() {
        assertBroken(
                "then went on",
                new Stripper() {
                    @Override
                    public void wrap(
                            final MutableDirectBuffer buffer, final int offset, final int limit) {
                        super.wrap(buffer, offset, limit);
                        failed = false;
                    }
                });
    }

    @Test
    void findsAReaderThatAllocates() {
        assertBroken(
                "allocates",
                new Stripper() {
                    private byte[] waste = {};

                    @Override
                    public int next() {
                        waste = new byte[waste.length + 1];
                        return super.next();
                    }
                });
    }

    @Test
    void findsAReaderThatTellsSomethingElse() {
        assertBroken(
                "alone",
                new Stripper() {
                    @Override
                    public void tell(final int event, final Transcript transcript) {
                        transcript.flag("failed", true);
                    }
                });
    }

    private void assertBroken(final String words, final InPlaceReader reader) {
        final Finding finding =
                assertThrows(Finding.class, () -> laws.obey(reader, STREAM, expected()));
        assertTrue(finding.getMessage().contains(words), finding.getMessage());
    }
}
