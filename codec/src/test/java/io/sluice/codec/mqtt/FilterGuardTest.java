package io.sluice.codec.mqtt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.sluice.codec.wire.Slice;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** FilterGuard judges filters and properties on raw bytes. */
class FilterGuardTest {
    private static final byte[] SUBSCRIBE5 = {
        (byte) 0x82,
        13, // SUBSCRIBE
        0,
        10, // packet id
        2,
        0x0B,
        1, // Subscription Identifier
        0,
        1,
        'a',
        1, // two filters with their options
        0,
        1,
        'b',
        2
    };
    private static final byte[] UNSUBSCRIBE311 = {
        (byte) 0xA2,
        8, // UNSUBSCRIBE
        0,
        10, // packet id
        0,
        1,
        'a',
        0,
        1,
        'b'
    };

    private static IngressCap inspect(
            final int filters, final byte[] packet, final MqttVersion version) {
        return inspect(new FilterCaps(filters, 8, 3, 16, 1), packet, version);
    }

    private static IngressCap inspect(
            final FilterCaps caps, final byte[] packet, final MqttVersion version) {
        return new FilterGuard(caps).inspect(new UnsafeBuffer(packet), 0, packet.length, version);
    }

    private static IngressCap inspect5(final String transcript) {
        return inspect(2, Wire.bytes(transcript), MqttVersion.V5);
    }

    @Test
    void allowsAsManyAsTheCapAndNotOneMore() {
        assertEquals(IngressCap.NONE, inspect(2, SUBSCRIBE5, MqttVersion.V5));
        assertEquals(IngressCap.FILTERS, inspect(1, SUBSCRIBE5, MqttVersion.V5));
        assertEquals(IngressCap.NONE, inspect(2, UNSUBSCRIBE311, MqttVersion.V3_1_1));
        assertEquals(IngressCap.FILTERS, inspect(1, UNSUBSCRIBE311, MqttVersion.V3_1_1));
    }

    @Test
    void leavesWhatItCannotReadToTheDecoder() {
        for (int length = 0; length < 8; length++) {
            final byte[] cut = Arrays.copyOf(SUBSCRIBE5, length);
            assertEquals(IngressCap.NONE, inspect(1, cut, MqttVersion.V5), "length " + length);
        }
        final byte[] overrun = SUBSCRIBE5.clone();
        overrun[4] = 0x7F; // the property list ends past the packet
        assertEquals(IngressCap.NONE, inspect(1, overrun, MqttVersion.V5));
    }

    @Test
    void judgesEachFilterByItsBytesAndLevels() {
        assertEquals(IngressCap.NONE, inspect5("82 .. 00 01 () 'a' 00 'abcdefgh' 00"));
        assertEquals(IngressCap.FILTER_BYTES, inspect5("82 .. 00 01 () 'a' 00 'abcdefghi' 00"));
        assertEquals(IngressCap.FILTER_BYTES, inspect5("A2 .. 00 01 () 'abcdefghi'"));
        assertEquals(IngressCap.NONE, inspect5("82 .. 00 01 () 'a' 00 '+/b/#' 00"));
        assertEquals(IngressCap.FILTER_LEVELS, inspect5("82 .. 00 01 () 'a' 00 '+/b//' 00"));
        assertEquals(IngressCap.FILTER_LEVELS, inspect5("A2 .. 00 01 () '///'"));
        final byte[] old = Wire.bytes("82 .. 00 01 '///' 00");
        assertEquals(IngressCap.FILTER_LEVELS, inspect(2, old, MqttVersion.V3_1_1));
    }

    @Test
    void judgesThePropertyList() {
        assertEquals(IngressCap.NONE, inspect5("82 .. 00 01 ( 0B 01 26 'a' 'b' ) 'a' 00"));
        assertEquals(
                IngressCap.USER_PROPERTIES, inspect5("82 .. 00 01 ( 26 '' 'b' 26 '' '' ) 'a' 00"));
        assertEquals(IngressCap.USER_PROPERTIES, inspect5("A2 .. 00 01 ( 26 '' '' 26 '' '' ) 'a'"));
        assertEquals(IngressCap.NONE, inspect5("A2 .. 00 01 ( 26 'abcdefghijk' '' ) 'a'"));
        assertEquals(
                IngressCap.PROPERTY_BYTES, inspect5("A2 .. 00 01 ( 26 'abcdefghijkl' '' ) 'a'"));
    }

    @Test
    void stopsADeepFilterBehindManyUserProperties() {
        final PropertyWriter many = new PropertyWriter(new UnsafeBuffer(new byte[400_000]));
        for (int i = 0; i < 65_000; i++) {
            many.addUserProperty(new Slice(), new Slice());
        }
        final SubscribeEncoder encoder =
                new SubscribeEncoder(new UnsafeBuffer(new byte[70_000]))
                        .reset(ControlPacketType.SUBSCRIBE, 1)
                        .add(Slice.ofUtf8("/".repeat(32_000)), 0);
        assertEquals(IngressCap.FILTER_LEVELS, inspectDeep(encoder));
        assertEquals(IngressCap.USER_PROPERTIES, inspectDeep(encoder.properties(many)));
    }

    private static IngressCap inspectDeep(final SubscribeEncoder encoder) {
        final byte[] packet = new byte[encoder.encodedLength(MqttVersion.V5)];
        encoder.encode(new UnsafeBuffer(packet), 0, MqttVersion.V5);
        return inspect(new FilterCaps(9, 65_535, 128, 1 << 20, 64), packet, MqttVersion.V5);
    }

    @Test
    void refusesCapsThatMakeNoSense() {
        final List<IntConsumer> wrong =
                List.of(
                        i -> new FilterCaps(0, 1, 1, 1, 1),
                        i -> new FilterCaps(1, 0, 1, 1, 1),
                        i -> new FilterCaps(1, 1, 0, 1, 1),
                        i -> new FilterCaps(1, 1, 1, -1, 1),
                        i -> new FilterCaps(1, 1, 1, 1, -1),
                        i -> new FilterCaps(1, 1, 1, 1, Integer.MAX_VALUE));
        wrong.forEach(caps -> assertThrows(IllegalArgumentException.class, () -> caps.accept(0)));
    }
}
