package io.sluice.codec.mqtt;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/**
 * Every byte of flags, in each of its 256 values, is judged as a plain reading of the rule does.
 */
class ReservedBitsTest {
    private static int wrap(
            final PacketDecoder decoder, final MqttVersion version, final byte... packet) {
        return decoder.wrap(new UnsafeBuffer(packet), 0, packet.length, version);
    }

    private static boolean isRefused(final int reason) {
        return reason != ReasonCode.SUCCESS;
    }

    @Test
    void subscriptionOptions() {
        for (int options = 0; options < 256; options++) {
            final byte last = (byte) options;
            final boolean badQos = (options & 3) == 3;
            final boolean bad5 = badQos || (options & 0xC0) != 0 || (options & 0x30) == 0x30;
            final boolean bad311 = options > 2;
            final byte[] packet5 = {(byte) 0x82, 7, 0, 1, 0, 0, 1, 'a', last};
            final byte[] packet311 = {(byte) 0x82, 6, 0, 1, 0, 1, 'a', last};
            final SubscribeDecoder decoder = new SubscribeDecoder();
            assertEquals(bad5, isRefused(wrap(decoder, MqttVersion.V5, packet5)), "v5 " + options);
            assertEquals(
                    bad311,
                    isRefused(wrap(decoder, MqttVersion.V3_1_1, packet311)),
                    "3.1.1 " + options);
        }
    }

    @Test
    void connackFlags() {
        for (int flags = 0; flags < 256; flags++) {
            final byte[] packet5 = {0x20, 3, (byte) flags, 0, 0};
            final byte[] packet311 = {0x20, 2, (byte) flags, 0};
            final ConnackDecoder decoder = new ConnackDecoder();
            assertEquals(
                    flags > 1, isRefused(wrap(decoder, MqttVersion.V5, packet5)), "v5 " + flags);
            assertEquals(
                    flags > 1,
                    isRefused(wrap(decoder, MqttVersion.V3_1_1, packet311)),
                    "3.1.1 " + flags);
        }
    }

    @Test
    void connectFlags() {
        final ConnectDecoder decoder = new ConnectDecoder();
        for (final MqttVersion version : MqttVersion.values()) {
            for (int flags = 0; flags < 256; flags++) {
                final boolean will = (flags & 0x04) != 0;
                final boolean userName = (flags & 0x80) != 0;
                final boolean password = (flags & 0x40) != 0;
                final boolean bad =
                        (flags & 0x01) != 0
                                || !will && (flags & 0x38) != 0
                                || (flags & 0x18) == 0x18
                                || version == MqttVersion.V3_1_1 && password && !userName;
                final byte[] packet = connect(version, flags);
                assertEquals(
                        bad,
                        isRefused(decoder.wrap(new UnsafeBuffer(packet), 0, packet.length)),
                        version + " " + flags);
            }
        }
    }

    /** A CONNECT with every field that its flags ask for, each of one byte. */
    private static byte[] connect(final MqttVersion version, final int flags) {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[64]);
        buffer.putBytes(2, new byte[] {0, 4, 'M', 'Q', 'T', 'T', (byte) version.level()});
        buffer.putByte(9, (byte) flags);
        int at = 12; // after a keep alive of 0
        final int propertyBytes = version == MqttVersion.V5 ? 1 : 0;
        at += propertyBytes;
        at = field(buffer, at); // Client Identifier
        if ((flags & 0x04) != 0) {
            at = field(buffer, field(buffer, at + propertyBytes)); // will topic and payload
        }
        if ((flags & 0x80) != 0) {
            at = field(buffer, at);
        }
        if ((flags & 0x40) != 0) {
            at = field(buffer, at);
        }
        buffer.putByte(0, (byte) 0x10);
        buffer.putByte(1, (byte) (at - 2));
        final byte[] packet = new byte[at];
        buffer.getBytes(0, packet);
        return packet;
    }

    private static int field(final UnsafeBuffer buffer, final int offset) {
        buffer.putBytes(offset, new byte[] {0, 1, 'x'});
        return offset + 3;
    }

    @Test
    void fixedHeaderFlags() {
        for (int flags = 0; flags < 16; flags++) {
            final String hint = "flags " + flags;
            assertFirst(new AckDecoder(), 0x40 | flags, flags != 0, hint, 2, 0, 1);
            assertFirst(new AckDecoder(), 0x60 | flags, flags != 2, hint, 2, 0, 1);
            assertFirst(
                    new SubscribeDecoder(),
                    0x80 | flags,
                    flags != 2,
                    hint,
                    7,
                    0,
                    1,
                    0,
                    0,
                    1,
                    'a',
                    0);
            assertFirst(
                    new SubscribeDecoder(), 0xA0 | flags, flags != 2, hint, 6, 0, 1, 0, 0, 1, 'a');
            assertFirst(new SubackDecoder(), 0x90 | flags, flags != 0, hint, 4, 0, 1, 0, 0);
            assertFirst(new PingDecoder(), 0xC0 | flags, flags != 0, hint, 0);
            assertFirst(
                    new DisconnectDecoder(PacketSender.CLIENT), 0xE0 | flags, flags != 0, hint, 0);
            assertFirst(new AuthDecoder(PacketSender.SERVER), 0xF0 | flags, flags != 0, hint, 0);
            final boolean badPublish = (flags & 6) == 6 || (flags & 8) != 0 && (flags & 6) == 0;
            if ((flags & 6) == 0) {
                assertFirst(
                        new PublishDecoder(PacketSender.CLIENT),
                        0x30 | flags,
                        badPublish,
                        hint,
                        4,
                        0,
                        1,
                        'a',
                        0);
            } else {
                assertFirst(
                        new PublishDecoder(PacketSender.CLIENT),
                        0x30 | flags,
                        badPublish,
                        hint,
                        6,
                        0,
                        1,
                        'a',
                        0,
                        1,
                        0);
            }
        }
    }

    private static void assertFirst(
            final PacketDecoder decoder,
            final int first,
            final boolean refused,
            final String hint,
            final int... rest) {
        final byte[] packet = new byte[rest.length + 1];
        packet[0] = (byte) first;
        for (int i = 0; i < rest.length; i++) {
            packet[i + 1] = (byte) rest[i];
        }
        assertEquals(
                refused,
                isRefused(wrap(decoder, MqttVersion.V5, packet)),
                decoder.getClass().getSimpleName() + " " + hint);
    }
}
