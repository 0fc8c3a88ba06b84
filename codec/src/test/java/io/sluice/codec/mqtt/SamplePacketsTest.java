package io.sluice.codec.mqtt;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for every sample packet. */
class SamplePacketsTest {
    private static final byte[] HOSTILE = {0, -1, -128, 0x7F, '#', 0x26, 1};

    static List<Map.Entry<String, SamplePacket>> all() {
        return List.copyOf(SamplePackets.all().entrySet());
    }

    static List<Map.Entry<String, SamplePacket>> valid() {
        return List.copyOf(SamplePackets.valid().entrySet());
    }

    @ParameterizedTest
    @MethodSource("all")
    void getsTheAnswerThatIsWrittenBesideIt(final Map.Entry<String, SamplePacket> sample) {
        SamplePackets.assertAnswers(sample.getValue());
    }

    @ParameterizedTest
    @MethodSource("all")
    void isReadAlikeWhateverIsAroundIt(final Map.Entry<String, SamplePacket> entry) {
        final SamplePacket sample = entry.getValue();
        final AnyPacket packet = new AnyPacket(sample.sender());
        packet.wrap(sample.buffer(), 0, sample.bytes().length, sample.version());
        final String alone = sample.isValid() ? packet.text() : "";
        for (final byte filling : HOSTILE) {
            for (final int before : new int[] {1, 7, 16, 333}) {
                final int capacity = before + sample.bytes().length + 300;
                for (final UnsafeBuffer buffer :
                        List.of(
                                new UnsafeBuffer(new byte[capacity]),
                                new UnsafeBuffer(ByteBuffer.allocateDirect(capacity)))) {
                    buffer.setMemory(0, capacity, filling);
                    buffer.putBytes(before, sample.bytes());
                    assertEquals(
                            sample.reason(),
                            packet.wrap(buffer, before, sample.bytes().length, sample.version()));
                    assertEquals(alone, sample.isValid() ? packet.text() : "");
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("valid")
    void isRefusedWhenCutAnywhere(final Map.Entry<String, SamplePacket> entry) {
        final SamplePacket sample = entry.getValue();
        for (int length = 0; length < sample.bytes().length; length++) {
            assertNotEquals(ReasonCode.SUCCESS, wrapDirectly(sample, sample.bytes(), length));
        }
    }

    /** Hands the bytes straight to their decoder, which must not rely on the framer before it. */
    private static int wrapDirectly(
            final SamplePacket sample, final byte[] bytes, final int length) {
        final UnsafeBuffer buffer = new UnsafeBuffer(Arrays.copyOf(bytes, length));
        final int type = ControlPacketType.of(bytes[0]);
        return decoder(type, sample.sender()).wrap(buffer, 0, length, sample.version());
    }

    private static PacketDecoder decoder(final int type, final PacketSender sender) {
        return switch (type) {
            case ControlPacketType.CONNECT -> {
                final ConnectDecoder connect = new ConnectDecoder();
                yield (buffer, offset, length, version) -> connect.wrap(buffer, offset, length);
            }
            case ControlPacketType.CONNACK -> new ConnackDecoder();
            case ControlPacketType.PUBLISH -> new PublishDecoder(sender);
            case ControlPacketType.SUBSCRIBE, ControlPacketType.UNSUBSCRIBE ->
                    new SubscribeDecoder();
            case ControlPacketType.SUBACK, ControlPacketType.UNSUBACK -> new SubackDecoder();
            case ControlPacketType.PINGREQ, ControlPacketType.PINGRESP -> new PingDecoder();
            case ControlPacketType.DISCONNECT -> new DisconnectDecoder(sender);
            case ControlPacketType.AUTH -> new AuthDecoder(sender);
            default -> new AckDecoder();
        };
    }

    @ParameterizedTest
    @MethodSource("valid")
    void isRefusedByTheDecodersOfOtherTypes(final Map.Entry<String, SamplePacket> entry) {
        final SamplePacket sample = entry.getValue();
        final Class<?> own = decoder(ControlPacketType.of(sample.bytes()[0]), null).getClass();
        for (int type = ControlPacketType.CONNECT; type <= ControlPacketType.AUTH; type++) {
            final PacketDecoder other = decoder(type, sample.sender());
            if (other.getClass() != own) {
                assertEquals(
                        ReasonCode.MALFORMED_PACKET,
                        other.wrap(sample.buffer(), 0, sample.bytes().length, sample.version()));
            }
        }
    }

    /** No decoder takes a packet's flags for its own, whatever the rest. */
    @Test
    void isRefusedWithTheFlagsOfAnotherType() {
        for (int first = 0; first <= 0xFF; first++) {
            final int type = first >> 4;
            if (type == ControlPacketType.PUBLISH || first == ControlPacketType.firstByte(type)) {
                continue;
            }
            for (final SamplePacket sample : SamplePackets.valid().values()) {
                if (ControlPacketType.of(sample.bytes()[0]) == type) {
                    final byte[] bytes = sample.bytes().clone();
                    bytes[0] = (byte) first;
                    assertEquals(
                            ReasonCode.MALFORMED_PACKET, wrapDirectly(sample, bytes, bytes.length));
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("valid")
    void staysInsideItsBytesWhenItsBodyIsCut(final Map.Entry<String, SamplePacket> entry) {
        final SamplePacket sample = entry.getValue();
        final UnsafeBuffer whole = sample.buffer();
        final int body = FieldReader.bodyOffset(whole, 0, whole.capacity());
        final AnyPacket packet = new AnyPacket(sample.sender());
        for (int rest = 0; rest < whole.capacity() - body; rest++) {
            final int length = FieldWriter.packetLength(rest);
            final UnsafeBuffer cut = new UnsafeBuffer(new byte[length]);
            final int at = FieldWriter.fixedHeader(cut, 0, whole.getByte(0), rest);
            cut.putBytes(at, whole, body, rest);
            if (packet.wrap(cut, 0, length, sample.version()) == ReasonCode.SUCCESS) {
                packet.text(); // bounds checks are on in tests
            }
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void staysInsideItsBytesWhenAnyOfThemChanges(final Map.Entry<String, SamplePacket> entry) {
        final SamplePacket sample = entry.getValue();
        final AnyPacket packet = new AnyPacket(sample.sender());
        final UnsafeBuffer output = new UnsafeBuffer(new byte[1 << 17]);
        for (int index = 0; index < sample.bytes().length; index++) {
            for (int value = 0; value <= 0xFF; value++) {
                final byte[] bytes = sample.bytes().clone();
                bytes[index] = (byte) value;
                if (packet.wrap(new UnsafeBuffer(bytes), 0, bytes.length, sample.version())
                        == ReasonCode.SUCCESS) {
                    packet.text();
                    packet.encodeAgain(output, 0);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("valid")
    void isWrittenAgainByteForByte(final Map.Entry<String, SamplePacket> entry) {
        final SamplePacket sample = entry.getValue();
        final AnyPacket packet = new AnyPacket(sample.sender());
        packet.wrap(sample.buffer(), 0, sample.bytes().length, sample.version());
        final UnsafeBuffer output = new UnsafeBuffer(new byte[3 + sample.bytes().length]);
        final int length = packet.encodeAgain(output, 3); // to the last byte of the buffer
        if (entry.getKey().endsWith("_LONG_FORM")) {
            assertTrue(length < sample.bytes().length, "we write the short form");
        } else {
            assertArrayEquals(
                    sample.bytes(), Arrays.copyOfRange(output.byteArray(), 3, 3 + length));
        }
        assertEquals(0, output.getByte(2));
    }

    @ParameterizedTest
    @MethodSource("valid")
    void isFoundByTheFramerAtEverySplit(final Map.Entry<String, SamplePacket> entry) {
        final byte[] bytes = entry.getValue().bytes();
        final MqttFramer framer = new MqttFramer(bytes.length);
        final UnsafeBuffer twice = new UnsafeBuffer(new byte[2 * bytes.length]);
        twice.putBytes(0, bytes);
        twice.putBytes(bytes.length, bytes);
        for (int limit = 0; limit < bytes.length; limit++) {
            assertEquals(MqttFramer.INCOMPLETE, framer.next(twice, 0, limit));
        }
        for (int limit = bytes.length; limit < 2 * bytes.length; limit++) {
            assertEquals(ReasonCode.SUCCESS, framer.next(twice, 0, limit));
            assertEquals(bytes.length, framer.packetLength());
            assertEquals(MqttFramer.INCOMPLETE, framer.next(twice, bytes.length, limit));
        }
        assertEquals(ReasonCode.SUCCESS, framer.next(twice, bytes.length, 2 * bytes.length));
    }

    @Test
    void hasSamplesOfEveryTypeValidAndNot() {
        for (int type = ControlPacketType.CONNECT; type <= ControlPacketType.AUTH; type++) {
            final int wanted = type;
            for (final boolean valid : new boolean[] {true, false}) {
                assertTrue(
                        SamplePackets.all().values().stream()
                                .filter(sample -> sample.isValid() == valid)
                                .anyMatch(
                                        sample ->
                                                ControlPacketType.of(sample.bytes()[0]) == wanted),
                        ControlPacketType.name(type) + " valid: " + valid);
            }
        }
    }

    @Test
    void canBeExported(@TempDir final Path directory) throws IOException {
        SamplePackets.writeTo(directory);
        assertArrayEquals(
                ConnectDecoderTest.MINIMAL.bytes(),
                Files.readAllBytes(directory.resolve("Connect-MINIMAL.bin")));
        try (var files = Files.list(directory)) {
            assertEquals(SamplePackets.all().size(), files.count());
        }
    }
}
