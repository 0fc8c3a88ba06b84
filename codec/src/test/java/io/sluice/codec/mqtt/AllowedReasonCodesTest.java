package io.sluice.codec.mqtt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The table of reason codes, turned around: here by code, there by packet. */
class AllowedReasonCodesTest {
    /** The codes of MQTT 5.0 section 2.4; a client's or a server's alone where it says so. */
    private static final String TABLE =
            """
            00 CONNACK(server) PUBACK PUBREC PUBREL PUBCOMP UNSUBACK(server) AUTH(server)
            00 DISCONNECT SUBACK(server)
            01 SUBACK(server)
            02 SUBACK(server)
            04 DISCONNECT(client)
            10 PUBACK PUBREC
            11 UNSUBACK(server)
            18 AUTH
            19 AUTH(client)
            80 CONNACK(server) PUBACK PUBREC SUBACK(server) UNSUBACK(server) DISCONNECT
            81 CONNACK(server) DISCONNECT
            82 CONNACK(server) DISCONNECT
            83 CONNACK(server) PUBACK PUBREC SUBACK(server) UNSUBACK(server) DISCONNECT
            84 CONNACK(server)
            85 CONNACK(server)
            86 CONNACK(server)
            87 CONNACK(server) PUBACK PUBREC SUBACK(server) UNSUBACK(server) DISCONNECT(server)
            88 CONNACK(server)
            89 CONNACK(server) DISCONNECT(server)
            8A CONNACK(server)
            8B DISCONNECT(server)
            8C CONNACK(server) DISCONNECT
            8D DISCONNECT(server)
            8E DISCONNECT(server)
            8F SUBACK(server) UNSUBACK(server) DISCONNECT(server)
            90 CONNACK(server) PUBACK PUBREC DISCONNECT
            91 PUBACK PUBREC SUBACK(server) UNSUBACK(server)
            92 PUBREL PUBCOMP
            93 DISCONNECT
            94 DISCONNECT
            95 CONNACK(server) DISCONNECT
            96 DISCONNECT
            97 CONNACK(server) PUBACK PUBREC SUBACK(server) DISCONNECT
            98 DISCONNECT
            99 CONNACK(server) PUBACK PUBREC DISCONNECT
            9A CONNACK(server) DISCONNECT(server)
            9B CONNACK(server) DISCONNECT(server)
            9C CONNACK(server) DISCONNECT(server)
            9D CONNACK(server) DISCONNECT(server)
            9E SUBACK(server) DISCONNECT(server)
            9F CONNACK(server) DISCONNECT(server)
            A0 DISCONNECT(server)
            A1 SUBACK(server) DISCONNECT(server)
            A2 SUBACK(server) DISCONNECT(server)
            """;

    private static Set<String> written() {
        final Set<String> allowed = new TreeSet<>();
        for (final String line : TABLE.lines().toList()) {
            final String code = line.substring(0, 2);
            for (final String packet : line.substring(3).split(" ")) {
                final String name = packet.replaceFirst("\\(.*", "");
                if (!packet.endsWith("(server)")) {
                    allowed.add(code + " CLIENT " + name);
                }
                if (!packet.endsWith("(client)")) {
                    allowed.add(code + " SERVER " + name);
                }
            }
        }
        return allowed;
    }

    @Test
    void saysWhatSection24Says() {
        final Set<String> allowed = new TreeSet<>();
        for (int type = 0; type <= ControlPacketType.AUTH; type++) {
            for (int code = 0; code <= 0xFF; code++) {
                boolean either = false;
                for (final PacketSender sender : PacketSender.values()) {
                    if (AllowedReasonCodes.maySend(sender, type, code)) {
                        allowed.add(
                                "%02X %s %s".formatted(code, sender, ControlPacketType.name(type)));
                        either = true;
                    }
                }
                assertEquals(either, AllowedReasonCodes.mayCarry(type, code));
            }
        }
        assertEquals(written(), allowed);
    }

    @Test
    void givesACodeToNoEndThatMayNotSendThePacket() {
        for (int type = 0; type <= ControlPacketType.AUTH; type++) {
            for (int code = 0; code <= 0xFF; code++) {
                for (final PacketSender sender : PacketSender.values()) {
                    assertTrue(
                            ControlPacketType.maySend(sender, type)
                                    || !AllowedReasonCodes.maySend(sender, type, code));
                }
            }
        }
    }

    @Test
    void namesEveryCodeThatMayTravel() {
        for (final String line : TABLE.lines().toList()) {
            final int code = Integer.parseInt(line.substring(0, 2), 16);
            assertTrue(!ReasonCode.name(code).startsWith("0x"), line);
        }
        assertEquals("0xff", ReasonCode.name(0xFF));
        assertEquals("0x03", ReasonCode.name(0x03));
        assertTrue(ReasonCode.isError(0x80));
        assertTrue(!ReasonCode.isError(0x19));
    }
}
