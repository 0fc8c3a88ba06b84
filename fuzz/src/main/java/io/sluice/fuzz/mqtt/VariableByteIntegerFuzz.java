package io.sluice.fuzz.mqtt;

import io.sluice.codec.mqtt.VariableByteInteger;
import io.sluice.fuzz.law.Finding;
import io.sluice.fuzz.law.Framing;
import io.sluice.fuzz.law.Laws;
import io.sluice.fuzz.law.Reader;
import io.sluice.fuzz.law.Seeds;
import io.sluice.fuzz.law.StreamLaws;
import io.sluice.fuzz.law.Target;
import io.sluice.fuzz.law.Transcript;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** Variable Byte Integers against an arithmetic of their own, and as the frames of a stream. */
public final class VariableByteIntegerFuzz implements Target {
    private final Laws laws;
    private final StreamLaws streamLaws = new StreamLaws();
    private final One one = new One();
    private final Stream stream = new Stream();

    public VariableByteIntegerFuzz(final Laws laws) {
        this.laws = laws;
    }

    @Override
    public void check(final byte[] input) {
        final int verdict = laws.read(one, input);
        final long expected = expected(input);
        if (one.decoded != expected) {
            throw new Finding("decoded " + one.decoded + ", expected " + expected);
        }
        if (one.accepts(verdict) && VariableByteInteger.length(one.decoded) == input.length) {
            laws.obey(one, input);
        }
        streamLaws.obey(stream, input);
    }

    /** The rule of section 1.5.5 in plain arithmetic, over all the bytes of the integer. */
    private static long expected(final byte[] input) {
        long value = 0;
        long factor = 1;
        for (int i = 0; i < 4; i++) {
            if (i == input.length) {
                return VariableByteInteger.INCOMPLETE;
            }
            final int digit = input[i] & 0xFF;
            value += digit % 128 * factor;
            factor *= 128;
            if (digit < 128) {
                final boolean shortest = i == 0 || digit != 0;
                return shortest ? (i + 1L) * (1L << 32) + value : VariableByteInteger.MALFORMED;
            }
        }
        return VariableByteInteger.MALFORMED;
    }

    @Override
    public void seeds(final Seeds seeds) {
        seeds.hex("00").hex("7F").hex("80 01").hex("FF 7F").hex("80 80 01").hex("FF FF 7F");
        seeds.hex("80 80 80 01").hex("FF FF FF 7F").hex("80 80 80 80 01").hex("80 00");
        seeds.hex("FF 80 00").hex("80").hex("FF FF FF").hex("01 80 01 7F FF 7F 00");
    }

    /** The integer at the head of a range. */
    private static final class One implements Reader {
        private long decoded;

        @Override
        public int read(final DirectBuffer buffer, final int offset, final int length) {
            decoded = VariableByteInteger.decode(buffer, offset, offset + length);
            return decoded < 0 ? (int) decoded : 0;
        }

        @Override
        public void tell(final int verdict, final Transcript transcript) {
            transcript.number("decoded", decoded);
        }

        @Override
        public int encodedLength() {
            return VariableByteInteger.encodedLength(VariableByteInteger.value(decoded));
        }

        @Override
        public int encode(final MutableDirectBuffer buffer, final int offset) {
            return VariableByteInteger.encode(buffer, offset, VariableByteInteger.value(decoded));
        }
    }

    /** Integers one after the other. */
    private static final class Stream implements Framing {
        private long decoded;

        @Override
        public int next(final DirectBuffer buffer, final int offset, final int limit) {
            decoded = VariableByteInteger.decode(buffer, offset, limit);
            return decoded < 0 ? (int) decoded : 0;
        }

        @Override
        public boolean isIncomplete(final int verdict) {
            return verdict == VariableByteInteger.INCOMPLETE;
        }

        @Override
        public boolean isWhole(final int verdict) {
            return verdict == 0;
        }

        @Override
        public int length() {
            return decoded < 0 ? 0 : VariableByteInteger.length(decoded);
        }

        @Override
        public void tell(final int verdict, final Transcript transcript) {
            transcript.number("decoded", decoded);
        }
    }
}
