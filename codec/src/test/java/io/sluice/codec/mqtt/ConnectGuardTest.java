package io.sluice.codec.mqtt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.sluice.codec.wire.Slice;
import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** ConnectGuard judges a CONNECT and its will on raw bytes. */
class ConnectGuardTest {
    private static final PublishCaps WILL = new PublishCaps(20, 4, 40, 2, 16, 64);

    private final ConnectGuard guard = new ConnectGuard(new ConnectCaps(WILL, 30, 1));
    private final PropertyWriter properties = writer();
    private final PropertyWriter willProperties = writer();

    private static PropertyWriter writer() {
        return new PropertyWriter(new UnsafeBuffer(new byte[400_000]));
    }

    private static Slice text(final int length) {
        return Slice.ofUtf8("x".repeat(length));
    }

    private static void addUsers(final PropertyWriter writer, final int count) {
        for (int i = 0; i < count; i++) {
            writer.addUserProperty(new Slice(), new Slice());
        }
    }

    private static ConnectEncoder connect() {
        return new ConnectEncoder().reset().clientId(text(70)).cleanStart(true);
    }

    private ConnectEncoder withProperties() {
        return connect().properties(properties);
    }

    private ConnectEncoder withWill(final String topic, final int payload) {
        return withProperties()
                .userName(text(70))
                .password(text(70))
                .will(Slice.ofUtf8(topic), text(payload), 1, false)
                .willProperties(willProperties);
    }

    private static byte[] bytes(final ConnectEncoder encoder, final MqttVersion version) {
        final byte[] packet = new byte[encoder.encodedLength(version)];
        encoder.encode(new UnsafeBuffer(packet), 0, version);
        return packet;
    }

    private IngressCap inspect(final byte[] packet) {
        final byte[] around = new byte[packet.length + 14];
        Arrays.fill(around, (byte) 0x26);
        System.arraycopy(packet, 0, around, 7, packet.length);
        return guard.inspect(new UnsafeBuffer(around), 7, packet.length);
    }

    private void assertJudged(final IngressCap expected, final ConnectEncoder encoder) {
        final byte[] packet = bytes(encoder, MqttVersion.V5);
        assertEquals(0, new ConnectDecoder().wrap(new UnsafeBuffer(packet), 0, packet.length));
        assertEquals(expected, inspect(packet));
    }

    @Test
    void letsWhatIsWithinAllCapsPass() {
        addUsers(properties, 1);
        addUsers(willProperties, 2);
        assertJudged(IngressCap.NONE, withProperties());
        assertJudged(IngressCap.NONE, withWill("a/b/c/d", 64));
    }

    @Test
    void judgesItsOwnProperties() {
        properties.add(PropertyId.AUTHENTICATION_METHOD, text(27));
        assertJudged(IngressCap.NONE, withProperties());
        properties.clear().add(PropertyId.AUTHENTICATION_METHOD, text(28));
        assertJudged(IngressCap.PROPERTY_BYTES, withProperties());
        addUsers(properties.clear(), 2);
        assertJudged(IngressCap.USER_PROPERTIES, withProperties());
    }

    @Test
    void judgesTheWillsTopicByItsBytesAndLevels() {
        assertJudged(IngressCap.NONE, withWill("a".repeat(20), 1));
        assertJudged(IngressCap.TOPIC_BYTES, withWill("a".repeat(21), 1));
        assertJudged(IngressCap.NONE, withWill("///", 1));
        assertJudged(IngressCap.TOPIC_LEVELS, withWill("////", 1));
    }

    @Test
    void judgesTheWillsProperties() {
        willProperties.add(PropertyId.CORRELATION_DATA, text(16));
        assertJudged(IngressCap.NONE, withWill("a", 1));
        willProperties.clear().add(PropertyId.CORRELATION_DATA, text(17));
        assertJudged(IngressCap.CORRELATION_DATA_BYTES, withWill("a", 1));
        willProperties.clear().add(PropertyId.CONTENT_TYPE, text(37));
        assertJudged(IngressCap.NONE, withWill("a", 1));
        willProperties.clear().add(PropertyId.CONTENT_TYPE, text(38));
        assertJudged(IngressCap.PROPERTY_BYTES, withWill("a", 1));
        addUsers(willProperties.clear(), 3);
        assertJudged(IngressCap.USER_PROPERTIES, withWill("a", 1));
    }

    @Test
    void judgesTheWillsPayload() {
        assertJudged(IngressCap.NONE, withWill("a", 64));
        assertJudged(IngressCap.PAYLOAD_BYTES, withWill("a", 65));
    }

    @Test
    void judgesAWillOf311WithoutProperties() {
        assertEquals(IngressCap.NONE, inspect(bytes(withWill("a/b/c/d", 64), MqttVersion.V3_1_1)));
        assertEquals(
                IngressCap.TOPIC_LEVELS, inspect(bytes(withWill("////", 64), MqttVersion.V3_1_1)));
        assertEquals(
                IngressCap.PAYLOAD_BYTES, inspect(bytes(withWill("a", 65), MqttVersion.V3_1_1)));
    }

    @Test
    void stopsAFloodInTheWill() {
        final PublishCaps loose = new PublishCaps(65_535, 128, 1 << 20, 64, 64, 64);
        final ConnectGuard floodGuard = new ConnectGuard(new ConnectCaps(loose, 64, 1));
        final byte[] deep = bytes(withWill("/".repeat(30_000), 1), MqttVersion.V5);
        assertEquals(
                IngressCap.TOPIC_LEVELS,
                floodGuard.inspect(new UnsafeBuffer(deep), 0, deep.length));
        addUsers(willProperties, 65_000);
        final byte[] flood = bytes(withWill("/".repeat(30_000), 1), MqttVersion.V5);
        assertEquals(
                IngressCap.USER_PROPERTIES,
                floodGuard.inspect(new UnsafeBuffer(flood), 0, flood.length));
    }

    @Test
    void leavesWhatItCannotReadToTheDecoder() {
        addUsers(properties, 1);
        addUsers(willProperties, 2);
        final byte[] packet = bytes(withWill("a/b/c/d", 64), MqttVersion.V5);
        for (int length = 0; length < packet.length; length++) {
            final byte[] cut = Arrays.copyOf(packet, length);
            assertEquals(IngressCap.NONE, inspect(cut), "length " + length);
            if (length >= 3 + 0x80) {
                final int rest = length - 3; // behind a header of 3 bytes
                cut[1] = (byte) (rest & 0x7F | 0x80);
                cut[2] = (byte) (rest >> 7);
                assertEquals(IngressCap.NONE, inspect(cut), "reframed, length " + length);
            }
        }
        addUsers(properties, 1);
        final byte[] unknown = bytes(withProperties(), MqttVersion.V5);
        assertEquals(IngressCap.USER_PROPERTIES, inspect(unknown));
        unknown[unknown.length - 70 - 2 - 5] = 0x7E; // the last identifier: there is no such one
        assertEquals(IngressCap.NONE, inspect(unknown));
    }

    @Test
    void leavesOtherVersionsToTheDecoder() {
        final byte[] packet = bytes(withWill("////", 1), MqttVersion.V5);
        assertEquals(IngressCap.TOPIC_LEVELS, inspect(packet));
        packet[9] = 6; // the level, behind a header of 3 bytes and the protocol name
        assertEquals(IngressCap.NONE, inspect(packet));
    }

    @Test
    void looksAtConnectAlone() {
        final byte[] publish = Wire.bytes("30 .. 'MQTT' 05 02 00 00 () 'a'");
        assertThrows(AssertionError.class, () -> inspect(publish));
    }

    @Test
    void refusesCapsThatMakeNoSense() {
        assertThrows(IllegalArgumentException.class, () -> new ConnectCaps(WILL, -1, 1));
        assertThrows(IllegalArgumentException.class, () -> new ConnectCaps(WILL, 1, -1));
    }
}
