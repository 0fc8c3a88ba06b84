package io.sluice.codec.mqtt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.wire.Slice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** The example of docs/architecture.md stands here as it stands there, and does what it says. */
class PageExampleTest {
    private static final Path MODULE = Path.of(System.getProperty("basedir", ""));
    private static final PublishCaps CAPS = new PublishCaps(256, 8, 4096, 1, 64, 16 << 10);
    private static final String PUBLISH = "30 .. 'a/b' () `21`\n";
    private static final String PUBLISH_OF_3_USER_PROPERTIES =
            "32 .. 'a/b' 00 07 ( 26 'n' '1' 26 'n' '2' 26 'n' '3' ) `22`\n";

    private final List<String> seen = new ArrayList<>();
    private final MqttFramer framer = new MqttFramer(64 << 10); // the Maximum Packet Size
    private final PublishGuard guard = new PublishGuard(CAPS);
    private final PublishDecoder publish = new PublishDecoder(PacketSender.CLIENT);

    /** Reads the packet at the offset; the next one is framer.packetLength() bytes further. */
    private int read(final MutableDirectBuffer buffer, final int offset, final int limit) {
        int reason = framer.next(buffer, offset, limit);
        if (reason != ReasonCode.SUCCESS) {
            return reason; // or MqttFramer.INCOMPLETE
        }
        final int length = framer.packetLength();
        if (!ControlPacketType.maySend(PacketSender.CLIENT, framer.type())) {
            return ReasonCode.PROTOCOL_ERROR;
        }
        if (framer.type() != ControlPacketType.PUBLISH) {
            return readOther(buffer, offset, length); // with the decoder of its type
        }
        final IngressCap broken = guard.inspect(buffer, offset, length, MqttVersion.V5);
        reason = publish.wrap(buffer, guard.packetOffset(), guard.packetLength(), MqttVersion.V5);
        if (reason == ReasonCode.SUCCESS && broken == IngressCap.NONE) {
            deliver(publish.topic(), publish.payload()); // slices of the buffer
        } else if (reason == ReasonCode.SUCCESS) {
            refuse(publish.packetId(), broken);
        }
        return reason;
    }

    private int readOther(final DirectBuffer buffer, final int offset, final int length) {
        seen.add(ControlPacketType.name(framer.type()));
        return new PingDecoder().wrap(buffer, offset, length, MqttVersion.V5);
    }

    private void deliver(final Slice topic, final Slice payload) {
        seen.add(topic + " " + payload);
    }

    private void refuse(final int packetId, final IngressCap broken) {
        seen.add(packetId + " " + broken);
    }

    /** Each packet's own end lies before the next one: the transcripts are joined. */
    private int readAll(final String... transcripts) {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[256]);
        int limit = 0;
        for (final String transcript : transcripts) {
            final byte[] bytes = Wire.bytes(transcript);
            buffer.putBytes(limit, bytes);
            limit += bytes.length;
        }
        int offset = 0;
        while (true) {
            final int reason = read(buffer, offset, limit);
            if (reason != ReasonCode.SUCCESS) {
                return reason;
            }
            offset += framer.packetLength();
        }
    }

    @Test
    void readsAStreamPastACutPacket() {
        assertEquals(
                MqttFramer.INCOMPLETE,
                readAll(PUBLISH, PUBLISH_OF_3_USER_PROPERTIES, "C0 00", PUBLISH, "30"));
        assertEquals(List.of("a/b 21", "7 USER_PROPERTIES", "PINGREQ", "a/b 21"), seen);
        assertEquals(0, guard.userPropertiesCut());
    }

    @Test
    void refusesWhatItsSenderMayNotSendAndWhatIsNoPublish() {
        assertEquals(ReasonCode.PROTOCOL_ERROR, readAll(PUBLISH, "20 03 00 00 00", PUBLISH));
        assertEquals(List.of("a/b 21"), seen);
        assertEquals(ReasonCode.TOPIC_NAME_INVALID, readAll("30 .. '#' ()"));
    }

    @Test
    void isTheOneOfTheReadme() throws IOException {
        final String page = Files.readString(MODULE.resolve("../docs/architecture.md"));
        final Matcher block = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(page);
        final String file = "src/test/java/io/sluice/codec/mqtt/PageExampleTest.java";
        final String source = flush(Files.readString(MODULE.resolve(file)));
        assertTrue(block.find());
        assertTrue(source.contains(flush(block.group(1))), block.group(1));
    }

    private static String flush(final String text) {
        return text.lines().map(String::strip).collect(Collectors.joining("\n"));
    }
}
