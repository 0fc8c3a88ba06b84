package io.sluice.codec.mqtt;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.wire.Slice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntConsumer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** PublishGuard judges and cuts on raw bytes. */
class PublishGuardTest {
    private static final int CAP = 3;
    private static final PublishCaps CAPS = new PublishCaps(20, 4, 4096, CAP, 16, 64);

    private final PublishGuard guard = new PublishGuard(CAPS);

    /** One property as it goes into a packet. */
    private interface Property {
        void addTo(PropertyWriter writer);
    }

    private static Property user(final String name, final String value) {
        return writer -> writer.addUserProperty(Slice.ofUtf8(name), Slice.ofUtf8(value));
    }

    private static Property number(final int id, final long value) {
        return writer -> writer.add(id, value);
    }

    private static Property bytes(final int id, final byte[] value) {
        return writer -> writer.add(id, Slice.of(value));
    }

    private static byte[] publish(
            final String topic, final int qos, final int payload, final List<Property> list) {
        final PropertyWriter writer =
                new PropertyWriter(new UnsafeBuffer(new byte[8192 + list.size() * 24]));
        list.forEach(property -> property.addTo(writer));
        final byte[] body = new byte[payload];
        Arrays.fill(body, (byte) 'p');
        final PublishEncoder encoder =
                new PublishEncoder()
                        .reset()
                        .topic(Slice.ofUtf8(topic))
                        .qos(qos, qos == 0 ? 0 : 77)
                        .retain(true)
                        .properties(writer)
                        .payload(Slice.of(body));
        final byte[] packet = new byte[encoder.encodedLength(MqttVersion.V5)];
        assertEquals(packet.length, encoder.encode(new UnsafeBuffer(packet), 0, MqttVersion.V5));
        return packet;
    }

    private static List<Property> users(final int count) {
        final List<Property> list = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            list.add(user("n" + i, "v" + i));
        }
        return list;
    }

    private IngressCap inspect(final byte[] packet) {
        return guard.inspect(new UnsafeBuffer(packet), 0, packet.length, MqttVersion.V5);
    }

    /** Inspects the packet amid other bytes and returns what is left of it. */
    private byte[] cut(final PublishGuard guard, final byte[] packet, final IngressCap expected) {
        final byte[] around = new byte[packet.length + 14];
        Arrays.fill(around, (byte) 0x26);
        System.arraycopy(packet, 0, around, 7, packet.length);
        final UnsafeBuffer buffer = new UnsafeBuffer(around);
        assertEquals(expected, guard.inspect(buffer, 7, packet.length, MqttVersion.V5));
        assertEquals(
                7 + packet.length,
                guard.packetOffset() + guard.packetLength(),
                "the packet still ends where it ended");
        for (int i = 0; i < 7; i++) {
            assertEquals(0x26, around[i], "a byte before the packet");
            assertEquals(0x26, around[7 + packet.length + i], "a byte after the packet");
        }
        return Arrays.copyOfRange(
                around, guard.packetOffset(), guard.packetOffset() + guard.packetLength());
    }

    @Test
    void letsAPacketWithinAllCapsPassUntouched() {
        final byte[] packet = publish("a/b/c/d", 1, 64, users(CAP));
        assertArrayEquals(packet, cut(guard, packet, IngressCap.NONE));
        assertEquals(0, guard.userPropertiesCut());
    }

    @Test
    void reportsOneUserPropertyTooManyWithoutCutting() {
        final byte[] packet = publish("a", 1, 8, users(CAP + 1));
        assertArrayEquals(packet, cut(guard, packet, IngressCap.USER_PROPERTIES));
        assertEquals(0, guard.userPropertiesCut());
    }

    @Test
    void cutsTheListToCapAndOne() {
        final byte[] packet = publish("a", 1, 8, users(CAP + 2));
        assertArrayEquals(
                publish("a", 1, 8, users(CAP + 1)), cut(guard, packet, IngressCap.USER_PROPERTIES));
        assertEquals(1, guard.userPropertiesCut());
    }

    @Test
    void keepsEveryOtherPropertyInItsPlace() {
        final Property expiry = number(PropertyId.MESSAGE_EXPIRY_INTERVAL, 30);
        final Property content = bytes(PropertyId.CONTENT_TYPE, new byte[] {'t'});
        final Property correlation = bytes(PropertyId.CORRELATION_DATA, new byte[] {0, -1});
        final List<Property> all = new ArrayList<>();
        final List<Property> kept = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            final Property property = user("name" + i, "v");
            all.add(property);
            if (i <= CAP) {
                kept.add(property);
            }
            final Property other =
                    i == 1 ? expiry : i == 6 ? content : i == 11 ? correlation : null;
            if (other != null) {
                all.add(other);
                kept.add(other);
            }
        }
        assertArrayEquals(
                publish("top/ic", 2, 5, kept),
                cut(guard, publish("top/ic", 2, 5, all), IngressCap.USER_PROPERTIES));
        assertEquals(12 - CAP - 1, guard.userPropertiesCut());
    }

    @Test
    void rewritesLengthsThatTakeFewerBytesAfterwards() {
        // The lengths before need 2, 3 and 4 bytes, those after 1: each step of the encoding.
        for (final int count : new int[] {40, 4_000, 300_000}) {
            final byte[] before = publish("a", 1, 3, users(count));
            final byte[] after = publish("a", 1, 3, users(CAP + 1));
            assertTrue(after[1] > 0 && before[1] < 0, "the width of the remaining length shrinks");
            final PublishGuard wide =
                    new PublishGuard(new PublishCaps(20, 4, 1 << 28, CAP, 16, 64));
            assertArrayEquals(after, cut(wide, before, IngressCap.USER_PROPERTIES));
            assertEquals(count - CAP - 1, wide.userPropertiesCut());
        }
    }

    @Test
    void cutsAtACapOfZero() {
        final PublishGuard none = new PublishGuard(new PublishCaps(20, 4, 4096, 0, 16, 64));
        assertArrayEquals(
                publish("a", 0, 1, users(1)),
                cut(none, publish("a", 0, 1, users(9)), IngressCap.USER_PROPERTIES));
    }

    @Test
    void leavesAMalformedListToTheDecoder() {
        final byte[] packet = publish("a", 1, 8, users(CAP + 9));
        final byte[] unknown = packet.clone();
        unknown[9] = 0x7E; // the second property's identifier: there is no such one
        final byte[] overrun = packet.clone();
        overrun[overrun.length - 8 - 4] = 0x7F; // the last name's length
        for (final byte[] malformed : List.of(unknown, overrun)) {
            assertArrayEquals(malformed, cut(guard, malformed, IngressCap.NONE));
            assertEquals(
                    ReasonCode.MALFORMED_PACKET,
                    new PublishDecoder(PacketSender.CLIENT)
                            .wrap(
                                    new UnsafeBuffer(malformed),
                                    0,
                                    malformed.length,
                                    MqttVersion.V5));
        }
    }

    @Test
    void judgesTheTopicByItsBytesAndLevels() {
        final byte[] longest = publish("a".repeat(20), 0, 0, List.of());
        final byte[] tooLong = publish("a".repeat(21), 0, 0, List.of());
        final byte[] deepest = publish("//b/", 0, 0, List.of());
        final byte[] tooDeep = publish("plant/a/b/c/d", 0, 0, List.of());
        assertEquals(IngressCap.NONE, inspect(longest));
        assertEquals(IngressCap.TOPIC_BYTES, inspect(tooLong));
        assertEquals(IngressCap.NONE, inspect(deepest));
        assertEquals(IngressCap.TOPIC_LEVELS, inspect(tooDeep));
        assertEquals(IngressCap.TOPIC_LEVELS, inspect(publish("////", 0, 0, List.of())));
    }

    @Test
    void judgesCorrelationDataPropertyBytesAndPayload() {
        assertEquals(IngressCap.NONE, inspect(withCorrelationData(16)));
        assertEquals(IngressCap.CORRELATION_DATA_BYTES, inspect(withCorrelationData(17)));
        assertEquals(IngressCap.PROPERTY_BYTES, inspect(withCorrelationData(4094)));
        assertEquals(IngressCap.NONE, inspect(publish("a", 0, 64, List.of())));
        assertEquals(IngressCap.PAYLOAD_BYTES, inspect(publish("a", 0, 65, List.of())));
    }

    private static byte[] withCorrelationData(final int length) {
        return publish("a", 0, 0, List.of(bytes(PropertyId.CORRELATION_DATA, new byte[length])));
    }

    @Test
    void judgesAPacketOfVersion311WithoutAPropertyList() {
        final byte[] packet = {0x30, 5, 0, 1, 'a', (byte) 0xFF, (byte) 0xFF};
        final UnsafeBuffer buffer = new UnsafeBuffer(packet);
        assertEquals(IngressCap.NONE, guard.inspect(buffer, 0, packet.length, MqttVersion.V3_1_1));
        final byte[] large = new byte[70];
        System.arraycopy(new byte[] {0x30, 68, 0, 1, 'a'}, 0, large, 0, 5);
        assertEquals(
                IngressCap.PAYLOAD_BYTES,
                guard.inspect(new UnsafeBuffer(large), 0, large.length, MqttVersion.V3_1_1));
    }

    @Test
    void neverMakesAMalformedPacketValidNorAValidOneMalformed() {
        final long seed = System.nanoTime();
        final Random random = new Random(seed);
        final PublishDecoder decoder = new PublishDecoder(PacketSender.CLIENT);
        for (int round = 0; round < 20_000; round++) {
            final byte[] packet = publish("t/" + round, 1, 4, users(random.nextInt(12)));
            if (random.nextBoolean()) {
                packet[2 + random.nextInt(packet.length - 2)] = (byte) random.nextInt();
            }
            final int before =
                    decoder.wrap(new UnsafeBuffer(packet), 0, packet.length, MqttVersion.V5);
            final int count = before == 0 ? decoder.properties().userPropertyCount() : 0;
            final UnsafeBuffer buffer = new UnsafeBuffer(packet.clone());
            guard.inspect(buffer, 0, packet.length, MqttVersion.V5);
            final int after =
                    decoder.wrap(
                            buffer, guard.packetOffset(), guard.packetLength(), MqttVersion.V5);
            final String hint = "seed " + seed + ", round " + round;
            if (before != 0 && guard.userPropertiesCut() > 0) {
                // The fault may have been in what was cut off: then it is gone, not healed.
                continue;
            }
            assertEquals(before, after, hint);
            if (before == 0) {
                assertEquals(Math.min(count, CAP + 1), decoder.properties().userPropertyCount());
                assertEquals(Math.max(0, count - CAP - 1), guard.userPropertiesCut(), hint);
            }
        }
    }

    @Test
    void looksAtPublishAlone() {
        final byte[] subscribe = {(byte) 0x82, 5, 0, 1, 'a', 0, 0};
        assertThrows(AssertionError.class, () -> inspect(subscribe));
    }

    @Test
    void refusesCapsThatMakeNoSense() {
        final List<IntConsumer> wrong =
                List.of(
                        i -> new PublishCaps(0, 1, 1, 1, 1, 1),
                        i -> new PublishCaps(1, 0, 1, 1, 1, 1),
                        i -> new PublishCaps(1, 1, -1, 1, 1, 1),
                        i -> new PublishCaps(1, 1, 1, -1, 1, 1),
                        i -> new PublishCaps(1, 1, 1, Integer.MAX_VALUE, 1, 1),
                        i -> new PublishCaps(1, 1, 1, 1, -1, 1),
                        i -> new PublishCaps(1, 1, 1, 1, 1, -1));
        wrong.forEach(caps -> assertThrows(IllegalArgumentException.class, () -> caps.accept(0)));
    }
}
