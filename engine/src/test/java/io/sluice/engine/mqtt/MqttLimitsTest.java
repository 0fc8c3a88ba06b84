package io.sluice.engine.mqtt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.sluice.engine.agent.Mailbox;
import io.sluice.engine.link.Home;
import io.sluice.engine.observe.Counters;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Limits that cannot be wrong. */
class MqttLimitsTest {
    private final MqttLimits good = MqttLimits.defaults();

    private static void refuses(final Executable executable) {
        assertThrows(IllegalArgumentException.class, executable);
    }

    @Test
    void haveDefaults() {
        assertEquals(256 << 10, good.maximumPacketSize());
        assertEquals(256, good.receiveMaximum());
    }

    @Test
    void refuseWhatTheWireCannotSay() {
        refuses(() -> with(63, 1));
        refuses(() -> with(64, 0));
        refuses(() -> with(64, 65_536));
        refuses(() -> new MqttLimits.Times(0, 1, 1));
        refuses(() -> new MqttLimits.Times(1, 0, 1));
        refuses(() -> new MqttLimits.Times(1, 65_536, 1));
        refuses(() -> new MqttLimits.Times(1, 1, 0));
        refuses(() -> new MqttLimits.Subscribing(-1, 1, 1));
        refuses(() -> new MqttLimits.Subscribing(0, 0, 1));
        refuses(() -> new MqttLimits.Subscribing(0, 65_536, 1));
        refuses(() -> new MqttLimits.Subscribing(0, 1, 0));
    }

    private void with(final int maximumPacketSize, final int receiveMaximum) {
        new MqttLimits(
                maximumPacketSize,
                receiveMaximum,
                good.times(),
                good.publish(),
                good.filters(),
                good.subscriptions());
    }

    @Test
    void refusePacketsThatALoopHasNoRoomFor() {
        final Counters counters =
                new Counters(new UnsafeBuffer(new byte[Counters.BLOCK_LENGTH]), 0);
        final Home home =
                new Home(
                        0,
                        new Mailbox(() -> {}),
                        counters,
                        () -> 0,
                        new Home.Limits(1, 1, 256 << 10));
        refuses(
                () ->
                        new MqttServer(
                                home,
                                new FakeDirectory(),
                                new FakeMapping(),
                                good,
                                ns -> ns,
                                () -> 0));
    }
}
