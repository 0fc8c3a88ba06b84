package io.sluice.fuzz.ws;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Streams of frames made by hand, in the shapes of the recorded sessions, and broken ones. */
final class FrameSamples {
    private static final int FIN = 0x80;
    private static final int BINARY = FIN | 2;
    private static final int CLOSE = FIN | 8;
    private static final int PING = FIN | 9;
    private static final int PONG = FIN | 10;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final boolean masked;
    private int key = 0x91A2_C3F4;

    FrameSamples(final boolean masked) {
        this.masked = masked;
    }

    /** CONNECT, a publish or two, a keep-alive, an end: one control packet in each frame. */
    FrameSamples session() {
        final byte[] connect = hex("10 0D 00 04 4D 51 54 54 05 02 00 3C 00 00 00");
        return frame(BINARY, connect)
                .frame(BINARY, hex("82 0A 00 01 00 00 04 77 73 2F 23 02"))
                .frame(BINARY, publish(5))
                .frame(BINARY, publish(140))
                .frame(PING, hex("CA FE"))
                .frame(BINARY, hex("40 02 00 01"))
                .frame(BINARY, hex("E0 00"))
                .frame(CLOSE, hex("03 E8"));
    }

    /** A packet as MQTT.js sends it: each of its fields is a message. */
    FrameSamples shreds() {
        return frame(BINARY, hex("82"))
                .frame(BINARY, hex("0A"))
                .frame(BINARY, hex("00 01"))
                .frame(BINARY, hex("00"))
                .frame(BINARY, hex("00 04"))
                .frame(BINARY, hex("77 73 2F 23"))
                .frame(BINARY, hex("02"));
    }

    /** A packet spread over the frames of a message, with control frames between them. */
    FrameSamples fragments() {
        return frame(2, hex("30 08 00"))
                .frame(PONG, hex(""))
                .frame(0, hex("04 77 73"))
                .frame(0, hex(""))
                .frame(PING, hex("00 01 02 03 04 05 06 07 08 09 0A"))
                .frame(FIN, hex("2F 30 00 68"))
                .frame(BINARY, hex("C0 00 C0 00 D0 00"));
    }

    FrameSamples close(final int code, final String reason) {
        final ByteArrayOutputStream payload = new ByteArrayOutputStream();
        payload.write(code >> 8);
        payload.write(code);
        payload.writeBytes(reason.getBytes(StandardCharsets.UTF_8));
        return frame(CLOSE, payload.toByteArray());
    }

    FrameSamples frame(final int first, final byte[] payload) {
        bytes.write(first);
        final int mask = masked ? 0x80 : 0;
        if (payload.length < 126) {
            bytes.write(mask | payload.length);
        } else {
            bytes.write(mask | 126);
            bytes.write(payload.length >> 8);
            bytes.write(payload.length);
        }
        key = masked ? key * 31 + 7 : 0;
        for (int shift = 24; masked && shift >= 0; shift -= 8) {
            bytes.write(key >> shift);
        }
        for (int i = 0; i < payload.length; i++) {
            bytes.write(payload[i] ^ key >> 24 - i % 4 * 8);
        }
        return this;
    }

    FrameSamples raw(final String hex) {
        bytes.writeBytes(hex(hex));
        return this;
    }

    byte[] bytes() {
        return bytes.toByteArray();
    }

    /** QoS 0, to "ws/0", in MQTT 5. */
    private static byte[] publish(final int payloadLength) {
        final ByteArrayOutputStream packet = new ByteArrayOutputStream();
        final int remaining = 7 + payloadLength;
        packet.write(0x30);
        packet.write(remaining < 128 ? remaining : remaining % 128 | 0x80);
        if (remaining >= 128) {
            packet.write(remaining / 128);
        }
        packet.writeBytes(hex("00 04 77 73 2F 30 00"));
        for (int i = 0; i < payloadLength; i++) {
            packet.write('a' + i % 26);
        }
        return packet.toByteArray();
    }

    private static byte[] hex(final String hex) {
        return HexFormat.of().parseHex(hex.replace(" ", ""));
    }
}
