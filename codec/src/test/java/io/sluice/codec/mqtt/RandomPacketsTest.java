package io.sluice.codec.mqtt;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What encoders write is what decoders read. */
class RandomPacketsTest {
    private static final int PACKETS = 20_000;

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[1 << 18]);
    private final UnsafeBuffer again = new UnsafeBuffer(new byte[1 << 18]);
    private final AnyPacket fromClient = new AnyPacket(PacketSender.CLIENT);
    private final AnyPacket fromServer = new AnyPacket(PacketSender.SERVER);

    @ParameterizedTest
    @EnumSource
    void readsWhatWasWritten(final MqttVersion version) {
        final long seed = new Random().nextLong();
        for (int index = 0; index < PACKETS; index++) {
            final long packetSeed = seed + index;
            final RandomPackets.Packet packet =
                    new RandomPackets(new Random(packetSeed), version).next();
            final String message = version + ", seed " + packetSeed;
            final int offset = index % 9;
            final int length = packet.encoder().encode(buffer, offset, version);
            assertEquals(length, packet.encoder().encodedLength(version), message);
            final AnyPacket any = packet.sender() == PacketSender.CLIENT ? fromClient : fromServer;
            final int reason = any.wrap(buffer, offset, length, version);
            assertEquals(
                    ReasonCode.name(ReasonCode.SUCCESS),
                    ReasonCode.name(reason),
                    () -> message + '\n' + packet.text());
            assertEquals(packet.text(), any.text(), message);
            assertEquals(length, any.encodeAgain(again, 0), message);
            for (int i = 0; i < length; i++) {
                if (again.getByte(i) != buffer.getByte(offset + i)) {
                    assertEquals(buffer.getByte(offset + i), again.getByte(i), message);
                }
            }
        }
    }
}
