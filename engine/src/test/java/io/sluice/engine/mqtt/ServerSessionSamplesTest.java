package io.sluice.engine.mqtt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.mqtt.ControlPacketType;
import io.sluice.codec.mqtt.MqttFramer;
import io.sluice.codec.mqtt.MqttVersion;
import io.sluice.codec.mqtt.PacketSender;
import io.sluice.codec.mqtt.ReasonCode;
import io.sluice.codec.mqtt.SamplePacket;
import io.sluice.codec.mqtt.SamplePackets;
import java.util.HexFormat;
import java.util.Map;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Each packet that the decoders are tested with, sent to a session: the reason comes back. */
class ServerSessionSamplesTest {
    private static final MqttFramer FRAMER = new MqttFramer(FakeLoop.LIMITS.maximumPacketSize());

    @TestFactory
    Stream<DynamicTest> each() {
        return SamplePackets.all().entrySet().stream()
                .filter(each -> isWhole(each.getValue().bytes()))
                .filter(each -> each.getValue().sender() == PacketSender.CLIENT)
                .map(this::test);
    }

    /** One that says itself how long it is, as the stream does. */
    private static boolean isWhole(final byte[] bytes) {
        final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
        return FRAMER.next(buffer, 0, bytes.length) == ReasonCode.SUCCESS
                && FRAMER.packetLength() == bytes.length;
    }

    private DynamicTest test(final Map.Entry<String, SamplePacket> sample) {
        return DynamicTest.dynamicTest(sample.getKey(), () -> run(sample.getValue()));
    }

    private static void run(final SamplePacket sample) {
        final FakeLoop loop = new FakeLoop();
        final FakeClient client = loop.client();
        final int type = ControlPacketType.of(sample.bytes()[0]);
        if (type != ControlPacketType.CONNECT) {
            if (sample.version() == MqttVersion.V5) {
                client.connected("a");
            } else {
                client.connected311("a");
            }
        }
        client.sends(sample.bytes());
        final byte[] answer = client.wire.take();
        if (sample.reason() != ReasonCode.SUCCESS) {
            expectsRefusal(sample, type, answer);
            client.expectsClosed();
        } else if (!client.wire.closed) {
            client.drops();
        } else {
            assertTrue(answer.length < 3 || answer[2] != (byte) ReasonCode.MALFORMED_PACKET);
        }
        loop.expectsComplete();
    }

    private static void expectsRefusal(
            final SamplePacket sample, final int type, final byte[] answer) {
        final String code = HexFormat.of().toHexDigits((byte) sample.reason());
        final String hex = HexFormat.of().formatHex(answer);
        if (type != ControlPacketType.CONNECT) {
            assertEquals(sample.version() == MqttVersion.V5 ? "e001" + code : "", hex);
        } else if (hex.startsWith("2003")) {
            assertEquals("200300" + code + "00", hex);
        } else {
            assertTrue(hex.isEmpty() || hex.equals("20020001") || hex.equals("20020002"), hex);
        }
    }
}
