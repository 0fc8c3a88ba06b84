package io.sluice.codec.mqtt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** FilterGuard counts filters on raw bytes. */
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
        return new FilterGuard(filters)
                .inspect(new UnsafeBuffer(packet), 0, packet.length, version);
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
            final byte[] cut = java.util.Arrays.copyOf(SUBSCRIBE5, length);
            assertEquals(IngressCap.NONE, inspect(1, cut, MqttVersion.V5), "length " + length);
        }
        final byte[] overrun = SUBSCRIBE5.clone();
        overrun[4] = 0x7F; // the property list ends past the packet
        assertEquals(IngressCap.NONE, inspect(1, overrun, MqttVersion.V5));
    }

    @Test
    void refusesACapOfNone() {
        assertThrows(IllegalArgumentException.class, () -> new FilterGuard(0));
    }
}
