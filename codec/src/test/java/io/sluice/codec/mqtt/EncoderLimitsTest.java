package io.sluice.codec.mqtt;

import static io.sluice.codec.mqtt.MqttVersion.V3_1_1;
import static io.sluice.codec.mqtt.MqttVersion.V5;
import static io.sluice.codec.mqtt.PacketSender.CLIENT;
import static io.sluice.codec.mqtt.PacketSender.SERVER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.wire.Slice;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What encoders do not write: our fault is found by assertions, the world's is thrown. */
class EncoderLimitsTest {
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[1 << 17]);

    private static void assertRefused(final Executable call) {
        assertThrows(AssertionError.class, call);
    }

    private static void assertThrown(final Executable call) {
        assertThrows(IllegalArgumentException.class, call);
    }

    @Test
    void writesNoFieldAbove65535Bytes() {
        final Slice longest = Slice.ofUtf8("x".repeat(0xFFFF));
        assertEquals(2 + 0xFFFF, FieldWriter.field(buffer, 0, longest));
        final Slice longer = Slice.ofUtf8("x".repeat(0x1_0000));
        assertThrown(() -> FieldWriter.field(buffer, 0, longer));
        final PublishEncoder publish = new PublishEncoder().reset().topic(longer);
        assertThrown(() -> publish.encodeHeader(buffer, 0, V5));
        final SubscribeEncoder subscribe =
                new SubscribeEncoder(buffer).reset(ControlPacketType.SUBSCRIBE, 1);
        assertThrown(() -> subscribe.add(longer, 0));
    }

    @Test
    void writesNoPacketLongerThanItsLengthCanSay() {
        final Slice payload = new Slice();
        final UnsafeBuffer huge = new UnsafeBuffer(0, Integer.MAX_VALUE); // never read
        final PublishEncoder publish = new PublishEncoder().reset().topic(Slice.ofUtf8("a"));
        publish.payload(payload.wrap(huge, 0, VariableByteInteger.MAX - 3));
        assertEquals(VariableByteInteger.MAX + 5, publish.encodedLength(V3_1_1));
        assertEquals(8, publish.encodeHeader(buffer, 0, V3_1_1));
        for (final int length : new int[] {VariableByteInteger.MAX - 2, Integer.MAX_VALUE}) {
            publish.payload(payload.wrap(huge, 0, length)); // the last overflows
            assertThrown(() -> publish.encodedLength(V3_1_1));
            assertThrown(() -> publish.encodeHeader(buffer, 0, V3_1_1));
        }
    }

    @Test
    void writesNoTopicThatIsEmptyOrHasWildcards() {
        final PublishEncoder publish = new PublishEncoder().reset();
        assertRefused(() -> publish.encode(buffer, 0, V5));
        publish.properties(one(PropertyId.TOPIC_ALIAS));
        assertEquals(8, publish.encode(buffer, 0, V5));
        assertRefused(() -> publish.encode(buffer, 0, V3_1_1));
        publish.topic(Slice.ofUtf8("a/+"));
        assertRefused(() -> publish.encode(buffer, 0, V5));
        final ConnectEncoder connect = new ConnectEncoder().reset();
        final Slice payload = new Slice();
        assertRefused(() -> connect.will(Slice.ofUtf8("a/#"), payload, 0, false));
        assertRefused(() -> connect.will(new Slice(), payload, 0, false));
    }

    @Test
    void writesNoNoLocalOnASharedSubscription() {
        final SubscribeEncoder subscribe =
                new SubscribeEncoder(buffer).reset(ControlPacketType.SUBSCRIBE, 1);
        final int noLocal = SubscriptionOptions.of(1, true, false, 0);
        assertRefused(() -> subscribe.add(Slice.ofUtf8("$share/g/a"), noLocal));
        subscribe.add(Slice.ofUtf8("$share/g/a"), 1).add(Slice.ofUtf8("a"), noLocal);
    }

    @Test
    void keepsWhatItHadWhenNoMoreFits() {
        final Slice text = Slice.ofUtf8("x");
        final PropertyWriter writer = new PropertyWriter(new UnsafeBuffer(new byte[9]));
        assertThrows(
                IndexOutOfBoundsException.class,
                () -> writer.addUserProperty(text, Slice.ofUtf8("four")));
        assertThrows(
                IllegalArgumentException.class,
                () -> writer.addUserProperty(text, Slice.of(new byte[0x1_0000])));
        assertEquals(0, writer.length());
        new ConnackEncoder().properties(writer); // nor is the identifier of the User Property there
        writer.add(PropertyId.RECEIVE_MAXIMUM, 1).add(PropertyId.MAXIMUM_PACKET_SIZE, 1);
        assertThrows(IndexOutOfBoundsException.class, () -> writer.add(PropertyId.TOPIC_ALIAS, 1));
        final PropertyList list = new PropertyList();
        final UnsafeBuffer alias = Wire.buffer("( 23 00 01 )");
        assertEquals(0, list.wrap(alias, 0, alias.capacity(), PropertyId.IN_PUBLISH));
        assertThrows(IndexOutOfBoundsException.class, () -> writer.addAll(list));
        final PropertyCursor cursor = new PropertyCursor().wrap(list);
        cursor.next();
        assertThrows(IndexOutOfBoundsException.class, () -> writer.add(cursor));
        assertEquals(8, writer.length());
        new ConnackEncoder().properties(writer); // which may carry no Topic Alias
    }

    @Test
    void keepsTheFiltersAndCodesItHadWhenNoMoreFit() {
        final UnsafeBuffer region = new UnsafeBuffer(new byte[4]);
        final SubackEncoder suback = new SubackEncoder(region);
        suback.reset(ControlPacketType.SUBACK, 1).add(0).add(0).add(0).add(0);
        final int whole = suback.encodedLength(V5);
        assertThrows(IndexOutOfBoundsException.class, () -> suback.add(0));
        assertEquals(whole, suback.encodedLength(V5));
        final SubscribeEncoder subscribe = new SubscribeEncoder(region);
        subscribe.reset(ControlPacketType.SUBSCRIBE, 1).add(Slice.ofUtf8("a"), 0);
        assertThrows(IndexOutOfBoundsException.class, () -> subscribe.add(Slice.ofUtf8("b"), 0));
        assertEquals(9, subscribe.encodedLength(V5));
    }

    @Test
    void writesNoDuplicateAtQos0() {
        final PublishEncoder publish = new PublishEncoder().reset().topic(Slice.ofUtf8("a"));
        publish.dup(true);
        assertRefused(() -> publish.encode(buffer, 0, V5));
        publish.qos(1, 7);
        assertEquals(8, publish.encode(buffer, 0, V5));
        assertEquals(0x3A, buffer.getByte(0));
    }

    @Test
    void writesNoPacketIdOf0() {
        final SubscribeEncoder subscribe = new SubscribeEncoder(buffer);
        final SubackEncoder suback = new SubackEncoder(buffer);
        assertRefused(() -> new PublishEncoder().reset().qos(1, 0));
        assertRefused(() -> new PublishEncoder().reset().qos(0, 1));
        assertRefused(() -> new AckEncoder().reset(ControlPacketType.PUBACK, 0));
        assertRefused(() -> subscribe.reset(ControlPacketType.SUBSCRIBE, 0));
        assertRefused(() -> suback.reset(ControlPacketType.SUBACK, 0x1_0000));
    }

    @Test
    void writesNoReasonCodeOfAnotherPacket() {
        final SubackEncoder suback = new SubackEncoder(buffer);
        assertRefused(() -> new ConnackEncoder().reset().reasonCode(ReasonCode.SESSION_TAKEN_OVER));
        assertRefused(
                () ->
                        new AckEncoder()
                                .reset(ControlPacketType.PUBREL, 1)
                                .reasonCode(ReasonCode.QUOTA_EXCEEDED));
        assertRefused(() -> suback.reset(ControlPacketType.UNSUBACK, 1).add(0x01));
        assertRefused(() -> new DisconnectEncoder(SERVER).reset(ReasonCode.BANNED));
        assertRefused(() -> new AuthEncoder(SERVER).reset(ReasonCode.NOT_AUTHORIZED));
    }

    @Test
    void writesNoReasonCodeOfTheOtherEnd() {
        final DisconnectEncoder client = new DisconnectEncoder(CLIENT);
        final DisconnectEncoder server = new DisconnectEncoder(SERVER);
        assertRefused(() -> client.reset(ReasonCode.SERVER_SHUTTING_DOWN));
        assertRefused(() -> server.reset(ReasonCode.DISCONNECT_WITH_WILL));
        client.reset(ReasonCode.DISCONNECT_WITH_WILL);
        server.reset(ReasonCode.SERVER_SHUTTING_DOWN);
        assertRefused(() -> new AuthEncoder(CLIENT).reset(ReasonCode.SUCCESS));
        assertRefused(() -> new AuthEncoder(CLIENT).encode(buffer, 0, V5));
        assertRefused(() -> new AuthEncoder(SERVER).reset(ReasonCode.RE_AUTHENTICATE));
    }

    @Test
    void writesNoDisconnectOfA311Server() {
        final DisconnectEncoder server = new DisconnectEncoder(SERVER);
        server.reset(ReasonCode.SERVER_SHUTTING_DOWN);
        assertRefused(() -> server.encode(buffer, 0, V3_1_1));
        assertEquals(3, server.encode(buffer, 0, V5));
    }

    @Test
    void writesNoPropertyOfAnotherPacket() {
        final PropertyWriter alias = one(PropertyId.TOPIC_ALIAS);
        assertRefused(() -> new ConnectEncoder().reset().properties(alias));
        assertRefused(() -> new ConnectEncoder().reset().willProperties(alias));
        assertRefused(() -> new ConnackEncoder().reset().properties(alias));
        assertRefused(() -> new AckEncoder().reset(ControlPacketType.PUBREC, 1).properties(alias));
        assertRefused(() -> new DisconnectEncoder(CLIENT).properties(alias));
        assertRefused(() -> new AuthEncoder(CLIENT).properties(alias));
        final SubackEncoder suback = new SubackEncoder(buffer);
        assertRefused(() -> suback.reset(ControlPacketType.SUBACK, 1).properties(alias));
        final SubscribeEncoder subscribe = new SubscribeEncoder(buffer);
        final PropertyWriter identifier = one(PropertyId.SUBSCRIPTION_IDENTIFIER);
        subscribe.reset(ControlPacketType.SUBSCRIBE, 1).properties(identifier);
        assertRefused(() -> subscribe.properties(alias));
        subscribe.reset(ControlPacketType.UNSUBSCRIBE, 1);
        assertRefused(() -> subscribe.properties(identifier));
        final PropertyWriter maximum = one(PropertyId.TOPIC_ALIAS_MAXIMUM);
        assertRefused(() -> new PublishEncoder().properties(maximum));
        new ConnackEncoder().reset().properties(maximum).properties(null);
        new ConnackEncoder().reset().properties(alias.clear());
    }

    @Test
    void writesNoSessionExpiryOfAServersDisconnect() {
        final PropertyWriter expiry = one(PropertyId.SESSION_EXPIRY_INTERVAL);
        new DisconnectEncoder(CLIENT).properties(expiry);
        assertRefused(() -> new DisconnectEncoder(SERVER).properties(expiry));
    }

    @Test
    void knowsThePropertiesThatItCopied() {
        final PropertyList list = new PropertyList();
        final UnsafeBuffer bytes = Wire.buffer("( 26 'a' 'b' 23 00 01 )");
        assertEquals(0, list.wrap(bytes, 0, bytes.capacity(), PropertyId.IN_PUBLISH));
        final PropertyWriter whole = new PropertyWriter(buffer).addAll(list);
        assertRefused(() -> new ConnackEncoder().properties(whole));
        final PropertyCursor cursor = new PropertyCursor().wrap(list);
        cursor.next();
        final PropertyWriter single = whole.clear().add(cursor);
        new ConnackEncoder().properties(single);
        cursor.next();
        single.add(cursor);
        assertRefused(() -> new ConnackEncoder().properties(single));
    }

    private static PropertyWriter one(final int id) {
        return new PropertyWriter(new UnsafeBuffer(new byte[8])).add(id, 1);
    }

    @Test
    void writesNoAcknowledgementBeforeAReset() {
        assertRefused(() -> new AckEncoder().encode(buffer, 0, V5));
    }

    @Test
    void writesNo311ConnackWhereNoReturnCodeApplies() {
        final int[] none = {0x81, 0x82, 0x8C, 0x90, 0x95, 0x99, 0x9A, 0x9B};
        for (final int reasonCode : none) {
            final ConnackEncoder connack = new ConnackEncoder().reset().reasonCode(reasonCode);
            assertFalse(ConnackEncoder.canSay(reasonCode, V3_1_1), "code " + reasonCode);
            assertRefused(() -> connack.encode(buffer, 0, V3_1_1));
            assertTrue(ConnackEncoder.canSay(reasonCode, V5), "code " + reasonCode);
            assertEquals(5, connack.encode(buffer, 0, V5));
        }
        final int[][] said = {
            {0, 0}, {0x84, 1}, {0x85, 2}, {0x88, 3}, {0x89, 3}, {0x86, 4}, {0x87, 5}, {0x8A, 5}
        };
        for (final int[] pair : said) {
            assertTrue(ConnackEncoder.canSay(pair[0], V3_1_1), "code " + pair[0]);
            new ConnackEncoder().reset().reasonCode(pair[0]).encode(buffer, 0, V3_1_1);
            assertEquals(pair[1], buffer.getByte(3), "code " + pair[0]);
        }
    }

    @Test
    void writesNoSessionBesideAnError() {
        final ConnackEncoder connack = new ConnackEncoder().reset().sessionPresent(true);
        connack.reasonCode(ReasonCode.SERVER_BUSY);
        assertRefused(() -> connack.encode(buffer, 0, V5));
    }

    @Test
    void writesNoListThatMustNotBeEmpty() {
        final SubscribeEncoder subscribe = new SubscribeEncoder(buffer);
        subscribe.reset(ControlPacketType.UNSUBSCRIBE, 1);
        assertRefused(() -> subscribe.encode(buffer, 0, V5));
        final SubackEncoder suback = new SubackEncoder(buffer).reset(ControlPacketType.SUBACK, 1);
        assertRefused(() -> suback.encode(buffer, 0, V5));
    }

    @Test
    void writesNo311ConnectThatIsForbiddenThere() {
        final ConnectEncoder connect = new ConnectEncoder().reset();
        assertRefused(() -> connect.encode(buffer, 0, V3_1_1)); // no client id, kept session
        assertEquals(15, connect.encode(buffer, 0, V5));
        connect.cleanStart(true).password(Slice.ofUtf8("p"));
        assertRefused(() -> connect.encode(buffer, 0, V3_1_1)); // no user name
        connect.userName(Slice.ofUtf8("u"));
        assertEquals(20, connect.encode(buffer, 0, V3_1_1));
    }

    @Test
    void writesNoAuthIn311AndNoneWithoutMethod() {
        final AuthEncoder auth = new AuthEncoder(SERVER).reset(ReasonCode.CONTINUE_AUTHENTICATION);
        assertRefused(() -> auth.encode(buffer, 0, V5));
        assertRefused(() -> auth.encode(buffer, 0, V3_1_1));
        assertEquals(2, new AuthEncoder(SERVER).reset(ReasonCode.SUCCESS).encode(buffer, 0, V5));
    }

    @Test
    void startsAgainAfterReset() {
        final Slice text = Slice.ofUtf8("x");
        final ConnectEncoder connect = new ConnectEncoder().reset();
        connect.clientId(text).userName(text).password(text).will(text, text, 2, true);
        connect.cleanStart(true).keepAlive(9).reset().clientId(text);
        final int length = connect.encode(buffer, 0, V5);
        assertEquals(
                Slice.of(Wire.bytes("10 .. 'MQTT' 05 00 00 00 () 'x'")).toString(),
                new Slice().wrap(buffer, 0, length).toString());
        final PublishEncoder publish = new PublishEncoder().reset().topic(text).payload(text);
        publish.qos(2, 9).dup(true).retain(true).reset().topic(text);
        assertEquals(5, publish.encode(buffer, 0, V3_1_1));
        assertEquals(0x30, buffer.getByte(0));
    }

    @Test
    void writesTheHeaderAloneForAGatheringWrite() {
        final PublishEncoder publish = new PublishEncoder().reset().topic(Slice.ofUtf8("a"));
        publish.payload(Slice.ofUtf8("hello"));
        assertEquals(6, publish.encodeHeader(buffer, 0, V5));
        assertEquals(11, publish.encodedLength(V5));
        assertEquals(9, buffer.getByte(1), "the remaining length counts the payload");
    }
}
