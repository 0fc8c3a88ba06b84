package io.sluice.engine;

import io.sluice.engine.broker.BrokerLoop;
import io.sluice.engine.link.Home;
import io.sluice.engine.link.Placement;
import io.sluice.engine.loop.ProtocolFactory;
import io.sluice.engine.mqtt.ClientPlacement;
import io.sluice.engine.mqtt.MqttLimits;
import io.sluice.engine.mqtt.MqttServer;
import java.util.List;
import org.agrona.DirectBuffer;

/** The protocols of one loop, over its part of the broker; owned by that loop. */
final class Face {
    private final MqttServer mqtt;

    Face(final Home home, final BrokerLoop broker, final Engine.Outside outside) {
        mqtt =
                new MqttServer(
                        home,
                        broker,
                        (record, offset, target, targetOffset) -> -1,
                        MqttLimits.defaults(),
                        outside.time(),
                        outside.entropy()::nextLong);
    }

    /** Tells it of the others, and which of them a client's session lives on. */
    void introduce(final Placement placement, final List<Face> faces) {
        mqtt.placement(
                new ClientPlacement() {
                    @Override
                    public int loopOf(
                            final DirectBuffer clientId, final int offset, final int length) {
                        return placement.loopOf(clientId, offset, length);
                    }

                    @Override
                    public ProtocolFactory serverOf(final int loop) {
                        return faces.get(loop).mqtt;
                    }
                });
    }

    ProtocolFactory mqtt() {
        return mqtt;
    }

    ProtocolFactory amqp() {
        return mqtt;
    }

    void shutDown() {
        mqtt.shutDown();
    }
}
