package io.sluice.fuzz.law;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.junit.jupiter.api.Test;

/** Each law is broken once by a reader that is planted here: a law that lets it pass is none. */
final class LawsTest {
    private static final byte[] INPUT = {3, 'a', 'b', 'c'};

    /** A sound reader of a length byte and as many bytes, to be spoilt. */
    private static class Field implements Reader {
        DirectBuffer buffer;
        int offset;
        int length;

        @Override
        public int read(final DirectBuffer buffer, final int offset, final int length) {
            this.buffer = buffer;
            this.offset = offset;
            this.length = length;
            return length > 0 && buffer.getByte(offset) == length - 1 ? 0 : 1;
        }

        @Override
        public void tell(final int verdict, final Transcript transcript) {
            transcript.position("end", offset + length);
            transcript.range("bytes", buffer, offset, length);
        }

        @Override
        public int encodedLength() {
            return length;
        }

        @Override
        public int encode(final MutableDirectBuffer target, final int targetOffset) {
            target.putBytes(targetOffset, buffer, offset, length);
            return length;
        }
    }

    private final Laws laws = new Laws(Meter.plain());

    @Test
    void letsASoundReaderPass() {
        assertEquals(0, laws.obey(new Field(), INPUT));
        assertEquals(1, laws.obey(new Field(), new byte[] {9, 9}));
        assertEquals(1, laws.obey(new Field(), new byte[0]));
    }

    @Test
    void findsAReadPastTheEnd() {
        final Reader reader =
                new Field() {
                    @Override
                    public int read(final DirectBuffer buffer, final int offset, final int length) {
                        return super.read(buffer, offset, length)
                                + 0 * buffer.getByte(offset + length);
                    }
                };
        assertThrows(IndexOutOfBoundsException.class, () -> laws.obey(reader, INPUT));
    }

    @Test
    void findsAReadPastTheEndThatAsksTheBufferFirst() {
        final Reader reader =
                new Field() {
                    @Override
                    public void tell(final int verdict, final Transcript transcript) {
                        super.tell(verdict, transcript);
                        final int limit = offset + length;
                        transcript.flag(
                                "next", limit < buffer.capacity() && buffer.getByte(limit) == 3);
                    }
                };
        assertBroken("around it", reader);
    }

    @Test
    void findsAReadBeforeTheBeginning() {
        final Reader reader =
                new Field() {
                    @Override
                    public int read(final DirectBuffer buffer, final int offset, final int length) {
                        final boolean spoilt = offset > 0 && buffer.getByte(offset - 1) == 0;
                        return super.read(buffer, offset, length) + (spoilt ? 1 : 0);
                    }
                };
        assertBroken("around it", reader);
    }

    @Test
    void findsAnAbsolutePositionThatForgetsTheOffset() {
        final Reader reader =
                new Field() {
                    @Override
                    public void tell(final int verdict, final Transcript transcript) {
                        transcript.position("end", length);
                    }
                };
        assertBroken("end", reader);
    }

    @Test
    void findsAnAllocation() {
        final Reader reader =
                new Field() {
                    private byte[] kept;

                    @Override
                    public void tell(final int verdict, final Transcript transcript) {
                        kept = new byte[1];
                        transcript.number("kept", kept.length);
                    }
                };
        assertBroken("allocates", reader);
    }

    @Test
    void findsAnAllocationThatGrowsUnderInstrumentation() {
        final Reader reader =
                new Field() {
                    private byte[] kept;

                    @Override
                    public void tell(final int verdict, final Transcript transcript) {
                        kept = new byte[1 << 20];
                        transcript.number("kept", kept.length);
                    }
                };
        final Laws instrumented = new Laws(Meter.instrumented());
        final Finding finding = assertThrows(Finding.class, () -> instrumented.obey(reader, INPUT));
        assertTrue(finding.getMessage().contains("allocates"), finding.getMessage());
    }

    @Test
    void findsAReaderThatTakesTooLong() {
        final Reader reader =
                new Field() {
                    @Override
                    public int read(final DirectBuffer buffer, final int offset, final int length) {
                        final long untilNs = System.nanoTime() + 5_000_000;
                        while (System.nanoTime() < untilNs) {
                            Thread.onSpinWait();
                        }
                        return super.read(buffer, offset, length);
                    }
                };
        assertBroken("takes", reader);
    }

    @Test
    void forgivesAReaderThatIsSlowAndAllocatesOnce() {
        final Reader reader =
                new Field() {
                    private byte[] kept;

                    @Override
                    public void tell(final int verdict, final Transcript transcript) {
                        if (kept == null) {
                            kept = new byte[1 << 24];
                        }
                        transcript.number("kept", kept.length);
                    }
                };
        assertEquals(0, laws.obey(reader, INPUT));
    }

    @Test
    void findsAValidTruncation() {
        final Reader reader =
                new Field() {
                    @Override
                    public int read(final DirectBuffer buffer, final int offset, final int length) {
                        super.read(buffer, offset, length);
                        return length >= 2 ? 0 : 1;
                    }
                };
        assertBroken("its first 2 bytes", reader);
    }

    @Test
    void findsAnEncoderThatAnnouncesAnotherLength() {
        final Reader reader =
                new Field() {
                    @Override
                    public int encodedLength() {
                        return length + 1;
                    }
                };
        assertBroken("announced 5 bytes, wrote 4", reader);
    }

    @Test
    void findsAnEncoderThatWritesOutsideOfItsBounds() {
        final Reader reader =
                new Field() {
                    @Override
                    public int encode(final MutableDirectBuffer target, final int targetOffset) {
                        target.putByte(targetOffset + length, (byte) 0);
                        return super.encode(target, targetOffset);
                    }
                };
        assertBroken("outside of its bounds", reader);
    }

    @Test
    void findsAnEncoderThatWritesSomethingElse() {
        final Reader reader =
                new Field() {
                    @Override
                    public int encode(final MutableDirectBuffer target, final int targetOffset) {
                        super.encode(target, targetOffset);
                        target.putByte(targetOffset + 2, (byte) 'x');
                        return length;
                    }
                };
        assertBroken("came back otherwise at byte 2", reader);
    }

    @Test
    void findsAnEncodingThatIsRefused() {
        assertBroken("refused", new Spoilt((byte) 9));
    }

    @Test
    void findsAnEncodingThatReadsOtherwise() {
        final Reader reader =
                new Spoilt((byte) 3) {
                    @Override
                    public int encode(final MutableDirectBuffer target, final int targetOffset) {
                        super.encode(target, targetOffset);
                        target.putByte(targetOffset + 3, (byte) 'x');
                        return length;
                    }
                };
        assertBroken("after encoding: bytes", reader);
    }

    /** Writes another first byte, and claims that there are many ways to write. */
    private static class Spoilt extends Field {
        private final byte first;

        Spoilt(final byte first) {
            this.first = first;
        }

        @Override
        public boolean isCanonical() {
            return false;
        }

        @Override
        public int encode(final MutableDirectBuffer target, final int targetOffset) {
            super.encode(target, targetOffset);
            target.putByte(targetOffset, first);
            return length;
        }
    }

    @Test
    void cutsEverywhereNearBothEndsAndInPlacesBetween() {
        int cuts = 0;
        int last = -1;
        for (int cut = 0; cut < 100_000; cut = Laws.nextCut(cut, 100_000)) {
            assertTrue(cut > last, "goes on");
            last = cut;
            cuts++;
        }
        assertEquals(99_999, last);
        assertTrue(cuts < 150, cuts + " cuts");
        int all = 0;
        for (int cut = 0; cut < 90; cut = Laws.nextCut(cut, 90)) {
            all++;
        }
        assertEquals(90, all);
    }

    private void assertBroken(final String words, final Reader reader) {
        final Finding finding = assertThrows(Finding.class, () -> laws.obey(reader, INPUT));
        assertTrue(finding.getMessage().contains(words), finding.getMessage());
    }
}
