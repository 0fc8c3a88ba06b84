package io.sluice.fuzz.amqp;

import io.sluice.codec.amqp.ProtocolHeader;
import io.sluice.fuzz.law.Finding;
import io.sluice.fuzz.law.Framing;
import io.sluice.fuzz.law.Laws;
import io.sluice.fuzz.law.Reader;
import io.sluice.fuzz.law.Seeds;
import io.sluice.fuzz.law.StreamLaws;
import io.sluice.fuzz.law.Target;
import io.sluice.fuzz.law.Transcript;
import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** The header of a layer, and a stream of them, against the three that there are. */
public final class ProtocolHeaderFuzz implements Target {
    private static final byte[][] HEADERS = {
        {'A', 'M', 'Q', 'P', 0, 1, 0, 0},
        {'A', 'M', 'Q', 'P', 2, 1, 0, 0},
        {'A', 'M', 'Q', 'P', 3, 1, 0, 0}
    };

    private final Laws laws;
    private final StreamLaws streamLaws = new StreamLaws();
    private final Header header = new Header();

    public ProtocolHeaderFuzz(final Laws laws) {
        this.laws = laws;
    }

    @Override
    public void check(final byte[] input) {
        final byte[] head = Arrays.copyOf(input, Math.min(input.length, ProtocolHeader.LENGTH));
        final int verdict = laws.obey(header, head);
        if (verdict != expected(head)) {
            throw new Finding("verdict " + verdict + ", not " + expected(head));
        }
        streamLaws.obey(header, input);
    }

    private static int expected(final byte[] head) {
        for (final byte[] known : HEADERS) {
            if (Arrays.equals(head, 0, head.length, known, 0, head.length)) {
                return head.length < known.length ? ProtocolHeader.INCOMPLETE : known[4];
            }
        }
        return ProtocolHeader.MISMATCH;
    }

    @Override
    public void seeds(final Seeds seeds) {
        for (final byte[] known : HEADERS) {
            seeds.add(known).add(Arrays.copyOf(known, 5));
        }
        seeds.hex("414D515003010000 414D515000010000").hex("414D515001010000");
        seeds.hex("414D515000000901").hex("414D515000010001").text("GET / HTTP/1.1");
    }

    /** A header, read and written, and the framing of a stream of them. */
    private static final class Header implements Reader, Framing {
        private int found;

        @Override
        public int read(final DirectBuffer buffer, final int offset, final int length) {
            found = ProtocolHeader.match(buffer, offset, offset + length);
            return found;
        }

        @Override
        public boolean accepts(final int verdict) {
            return verdict >= 0;
        }

        @Override
        public void tell(final int verdict, final Transcript transcript) {
            transcript.number("protocol", verdict);
        }

        @Override
        public int encodedLength() {
            return ProtocolHeader.LENGTH;
        }

        @Override
        public int encode(final MutableDirectBuffer buffer, final int offset) {
            return ProtocolHeader.encode(buffer, offset, found);
        }

        @Override
        public int next(final DirectBuffer buffer, final int offset, final int limit) {
            return ProtocolHeader.match(buffer, offset, limit);
        }

        @Override
        public boolean isIncomplete(final int verdict) {
            return verdict == ProtocolHeader.INCOMPLETE;
        }

        @Override
        public boolean isWhole(final int verdict) {
            return verdict >= 0;
        }

        @Override
        public int length() {
            return ProtocolHeader.LENGTH;
        }
    }
}
