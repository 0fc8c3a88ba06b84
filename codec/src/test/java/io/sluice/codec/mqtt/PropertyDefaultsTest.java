package io.sluice.codec.mqtt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Field;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Each default belongs to a property of its name, and says what the property would. */
class PropertyDefaultsTest {
    @Test
    void mayAllBeSentButTheMaximumQos() throws ReflectiveOperationException {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[64]);
        final PropertyList list = new PropertyList();
        int defaults = 0;
        for (final Field field : PropertyDefaults.class.getFields()) {
            final int id = PropertyId.class.getField(field.getName()).getInt(null);
            final long value = field.getInt(null);
            final PropertyWriter writer = new PropertyWriter(new UnsafeBuffer(new byte[8]));
            final int limit = writer.add(id, value).encode(buffer, 0);
            assertEquals(
                    id == PropertyId.MAXIMUM_QOS ? ReasonCode.PROTOCOL_ERROR : ReasonCode.SUCCESS,
                    list.wrap(buffer, 0, limit, -1L),
                    field.getName());
            assertTrue(!list.has(id) || list.number(id, -1) == value, field.getName());
            defaults++;
        }
        assertEquals(13, defaults);
    }

    @Test
    void allowsTheLargestPacketThatAFramerCanSee() {
        final UnsafeBuffer header = Wire.buffer("30 FF FF FF 7F");
        final MqttFramer framer = new MqttFramer(PropertyDefaults.MAXIMUM_PACKET_SIZE);
        assertEquals(MqttFramer.INCOMPLETE, framer.next(header, 0, header.capacity()));
        assertEquals(PropertyDefaults.MAXIMUM_PACKET_SIZE, framer.packetLength());
    }
}
