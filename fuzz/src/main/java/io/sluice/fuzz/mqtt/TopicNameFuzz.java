package io.sluice.fuzz.mqtt;

import io.sluice.codec.mqtt.ReasonCode;
import io.sluice.codec.mqtt.TopicName;
import io.sluice.fuzz.law.Finding;
import io.sluice.fuzz.law.Laws;
import io.sluice.fuzz.law.Reader;
import io.sluice.fuzz.law.Seeds;
import io.sluice.fuzz.law.Target;
import io.sluice.fuzz.law.Transcript;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.agrona.DirectBuffer;

/** The form of topic names against the same rules over a string of the JDK. */
public final class TopicNameFuzz implements Target {
    private final Laws laws;
    private final Checked checked = new Checked();

    public TopicNameFuzz(final Laws laws) {
        this.laws = laws;
    }

    @Override
    public void check(final byte[] input) {
        final int verdict = laws.read(checked, input);
        final int expected = expected(input);
        if (verdict != expected) {
            throw new Finding(
                    ReasonCode.name(verdict) + " where " + ReasonCode.name(expected) + " is right");
        }
    }

    private static int expected(final byte[] input) {
        if (input.length == 0) {
            return ReasonCode.TOPIC_NAME_INVALID;
        }
        final String topic;
        try {
            topic = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(input)).toString();
        } catch (final CharacterCodingException e) {
            return ReasonCode.MALFORMED_PACKET;
        }
        if (topic.indexOf('\0') >= 0) {
            return ReasonCode.MALFORMED_PACKET;
        }
        final boolean wildcard = topic.indexOf('+') >= 0 || topic.indexOf('#') >= 0;
        return wildcard ? ReasonCode.TOPIC_NAME_INVALID : ReasonCode.SUCCESS;
    }

    @Override
    public void seeds(final Seeds seeds) {
        seeds.text("a").text("/").text("plant/7/line/3/temperature").text("a/+/b").text("a/#");
        seeds.text("longer/than/eight/\u20AC/bytes").text("$SYS/broker").text("sport+").text("+");
        seeds.hex("61 00").hex("61 62 63 64 65 66 67 68 00 2B").hex("2B C0 80").hex("ED A0 80");
    }

    /** The check, and the number of levels whatever it said. */
    private static final class Checked implements Reader {
        private DirectBuffer buffer;
        private int offset;
        private int length;

        @Override
        public int read(final DirectBuffer buffer, final int offset, final int length) {
            this.buffer = buffer;
            this.offset = offset;
            this.length = length;
            return TopicName.check(buffer, offset, length);
        }

        @Override
        public void tell(final int verdict, final Transcript transcript) {
            transcript.number("levels", TopicName.levels(buffer, offset, length));
        }
    }
}
