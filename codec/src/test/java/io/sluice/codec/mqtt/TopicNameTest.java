package io.sluice.codec.mqtt;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sluice.codec.wire.Slice;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The form of topic names. */
class TopicNameTest {
    private static int check(final String topic) {
        final Slice slice = Slice.ofUtf8(topic);
        return TopicName.check(slice.buffer(), slice.offset(), slice.length());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "/",
                "//",
                " ",
                "/a",
                "a/",
                "a//b",
                "Accounts payable",
                "$SYS/uptime",
                "$share/g/a",
                "sensors/floor-1/room-12/temperature",
                "größe/température/温度",
                "\uFEFFmark",
                "smile/\uD83D\uDE00/after",
                "eight888\u0001control",
                "\uFFFF non-character"
            })
    void acceptsAnyMqttStringWithoutWildcard(final String topic) {
        assertEquals(ReasonCode.SUCCESS, check(topic), topic);
    }

    @Test
    void findsAWildcardAtEveryPlace() {
        for (int length = 1; length < 40; length++) {
            for (int place = 0; place < length; place++) {
                for (final String wildcard : new String[] {"+", "#"}) {
                    final String topic =
                            "x".repeat(place) + wildcard + "y".repeat(length - place - 1);
                    assertEquals(ReasonCode.TOPIC_NAME_INVALID, check(topic), topic);
                }
                final String nul = "x".repeat(place) + '\0' + "y".repeat(length - place - 1);
                assertEquals(ReasonCode.MALFORMED_PACKET, check(nul), nul);
            }
        }
    }

    @Test
    void acceptsEveryOtherAsciiCharacterAtEveryPlaceOfAWord() {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[16]);
        for (int character = 1; character < 0x80; character++) {
            for (int place = 0; place < 16; place++) {
                buffer.setMemory(0, 16, (byte) 'a');
                buffer.putByte(place, (byte) character);
                final boolean wildcard = character == '+' || character == '#';
                assertEquals(
                        wildcard ? ReasonCode.TOPIC_NAME_INVALID : ReasonCode.SUCCESS,
                        TopicName.check(buffer, 0, 16));
            }
        }
    }

    @Test
    void refusesAnEmptyName() {
        assertEquals(ReasonCode.TOPIC_NAME_INVALID, check(""));
    }

    @Test
    void callsBrokenUtf8MalformedEvenBesideAWildcard() {
        final UnsafeBuffer buffer = Wire.buffer("`+/aaaaaaaa` FF");
        assertEquals(ReasonCode.MALFORMED_PACKET, TopicName.check(buffer, 0, buffer.capacity()));
    }

    @Test
    void countsLevels() {
        assertEquals(1, levels("a"));
        assertEquals(2, levels("/"));
        assertEquals(3, levels("a//b"));
        assertEquals(4, levels("a/b/c/"));
    }

    private static int levels(final String topic) {
        final Slice slice = Slice.ofUtf8(topic);
        return TopicName.levels(slice.buffer(), slice.offset(), slice.length());
    }
}
