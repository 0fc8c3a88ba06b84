package io.sluice.codec.mqtt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;

/** The level of a CONNECT names its version. */
class MqttVersionTest {
    @Test
    void isFoundByItsLevel() {
        int found = 0;
        for (int level = 0; level <= 0xFF; level++) {
            final MqttVersion version = MqttVersion.of(level);
            if (version != null) {
                assertEquals(level, version.level());
                found++;
            }
        }
        assertEquals(MqttVersion.values().length, found);
        assertSame(MqttVersion.V5, MqttVersion.of(5));
        assertNull(MqttVersion.of(3));
    }
}
