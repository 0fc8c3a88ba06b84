package io.sluice.codec.mqtt;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The table of control packet types. */
class ControlPacketTypeTest {
    @Test
    void isTheHighHalfOfTheFirstByte() {
        assertEquals(ControlPacketType.RESERVED, ControlPacketType.of((byte) 0x0F));
        assertEquals(ControlPacketType.CONNECT, ControlPacketType.of((byte) 0x10));
        assertEquals(ControlPacketType.PUBLISH, ControlPacketType.of((byte) 0x3D));
        assertEquals(ControlPacketType.AUTH, ControlPacketType.of((byte) 0xF0));
    }

    @Test
    void fixesTheFlags() {
        final int[] firstBytes = {
            0x10, 0x20, 0x30, 0x40, 0x50, 0x62, 0x70, 0x82, 0x90, 0xA2, 0xB0, 0xC0, 0xD0, 0xE0, 0xF0
        };
        for (int type = ControlPacketType.CONNECT; type <= ControlPacketType.AUTH; type++) {
            assertEquals(firstBytes[type - 1], ControlPacketType.firstByte(type));
        }
    }

    @Test
    void knowsWhoMaySendIt() {
        assertEquals(
                List.of(
                        "CONNECT",
                        "PUBLISH",
                        "PUBACK",
                        "PUBREC",
                        "PUBREL",
                        "PUBCOMP",
                        "SUBSCRIBE",
                        "UNSUBSCRIBE",
                        "PINGREQ",
                        "DISCONNECT",
                        "AUTH"),
                sentBy(PacketSender.CLIENT));
        assertEquals(
                List.of(
                        "CONNACK",
                        "PUBLISH",
                        "PUBACK",
                        "PUBREC",
                        "PUBREL",
                        "PUBCOMP",
                        "SUBACK",
                        "UNSUBACK",
                        "PINGRESP",
                        "DISCONNECT",
                        "AUTH"),
                sentBy(PacketSender.SERVER));
    }

    private static List<String> sentBy(final PacketSender sender) {
        final List<String> names = new ArrayList<>();
        for (int type = 0; type <= ControlPacketType.AUTH; type++) {
            if (ControlPacketType.maySend(sender, type)) {
                names.add(ControlPacketType.name(type));
            }
        }
        return names;
    }
}
