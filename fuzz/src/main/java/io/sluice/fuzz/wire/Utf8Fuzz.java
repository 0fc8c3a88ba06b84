package io.sluice.fuzz.wire;

import io.sluice.codec.wire.Utf8;
import io.sluice.fuzz.law.Finding;
import io.sluice.fuzz.law.Laws;
import io.sluice.fuzz.law.Reader;
import io.sluice.fuzz.law.Seeds;
import io.sluice.fuzz.law.Target;
import io.sluice.fuzz.law.Transcript;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import org.agrona.DirectBuffer;

/** Strict UTF-8 against the decoder of the JDK, which reports what is malformed. */
public final class Utf8Fuzz implements Target {
    private final Laws laws;
    private final WellFormed wellFormed = new WellFormed();

    public Utf8Fuzz(final Laws laws) {
        this.laws = laws;
    }

    @Override
    public void check(final byte[] input) {
        final int verdict = laws.read(wellFormed, input);
        final boolean expected = isText(input);
        if ((verdict & WellFormed.TEXT) != 0 != expected) {
            throw new Finding("well-formed for the JDK: " + expected);
        }
        boolean expectedMqtt = expected;
        for (final byte one : input) {
            expectedMqtt &= one != 0;
        }
        if ((verdict & WellFormed.MQTT_STRING) != 0 != expectedMqtt) {
            throw new Finding("an MQTT string: " + !expectedMqtt);
        }
    }

    static boolean isText(final byte[] input) {
        try {
            StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(input));
            return true;
        } catch (final CharacterCodingException e) {
            return false;
        }
    }

    @Override
    public void seeds(final Seeds seeds) {
        seeds.text("plain ASCII, longer than one word of eight bytes");
        seeds.text("na\u00EFve \u20AC 10, \uD83D\uDE80 and more");
        seeds.hex("00").hex("41 00 42").hex("C0 80").hex("C1 BF").hex("E0 9F BF").hex("E0 A0 80");
        seeds.hex("ED 9F BF").hex("ED A0 80").hex("EE 80 80").hex("EF BF BF").hex("F0 8F BF BF");
        seeds.hex("F0 90 80 80").hex("F4 8F BF BF").hex("F4 90 80 80").hex("F5 80 80 80");
        seeds.hex("41 42 43 44 45 46 47 48 C3").hex("41 42 43 44 45 46 47 E2 82 AC").hex("FF FE");
    }

    /** Both judgements in one verdict, and where each sequence ends. */
    private static final class WellFormed implements Reader {
        private static final int TEXT = 1;
        private static final int MQTT_STRING = 2;

        private DirectBuffer buffer;
        private int offset;
        private int length;

        @Override
        public int read(final DirectBuffer buffer, final int offset, final int length) {
            this.buffer = buffer;
            this.offset = offset;
            this.length = length;
            return (Utf8.isWellFormed(buffer, offset, length) ? TEXT : 0)
                    | (Utf8.isMqttString(buffer, offset, length) ? MQTT_STRING : 0);
        }

        @Override
        public void tell(final int verdict, final Transcript transcript) {
            final int limit = offset + length;
            int position = offset;
            while (position < limit) {
                final int sequence = Utf8.sequenceLength(buffer, position, limit);
                transcript.number("sequence", sequence);
                position += Math.max(1, sequence);
            }
        }
    }
}
