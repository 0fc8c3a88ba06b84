package io.sluice.codec.mqtt;

import static io.sluice.codec.mqtt.MqttVersion.V3_1_1;
import static io.sluice.codec.mqtt.MqttVersion.V5;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.sluice.codec.wire.Slice;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What encoders do not write: asking for it is our fault, found by assertions. */
class EncoderLimitsTest {
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[1 << 17]);

    private static void assertRefused(final Executable call) {
        assertThrows(AssertionError.class, call);
    }

    @Test
    void writesNoFieldAbove65535Bytes() {
        final Slice longest = Slice.of(new byte[0xFFFF]);
        assertEquals(2 + 0xFFFF, FieldWriter.field(buffer, 0, longest));
        final Slice longer = Slice.of(new byte[0x1_0000]);
        assertRefused(() -> FieldWriter.field(buffer, 0, longer));
        final PublishEncoder publish = new PublishEncoder().reset().topic(longer);
        assertRefused(() -> publish.encode(buffer, 0, V3_1_1));
        final SubscribeEncoder subscribe =
                new SubscribeEncoder(buffer).reset(ControlPacketType.SUBSCRIBE, 1);
        assertRefused(() -> subscribe.add(longer, 0));
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
        assertRefused(() -> new DisconnectEncoder().reset(ReasonCode.BANNED));
        assertRefused(() -> new AuthEncoder().reset(ReasonCode.NOT_AUTHORIZED));
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
        final AuthEncoder auth = new AuthEncoder().reset(ReasonCode.CONTINUE_AUTHENTICATION);
        assertRefused(() -> auth.encode(buffer, 0, V5));
        assertRefused(() -> auth.encode(buffer, 0, V3_1_1));
        assertEquals(2, new AuthEncoder().reset(ReasonCode.SUCCESS).encode(buffer, 0, V5));
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
