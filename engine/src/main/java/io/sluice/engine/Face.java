package io.sluice.engine;

import io.sluice.engine.broker.BrokerLoop;
import io.sluice.engine.link.Home;
import io.sluice.engine.loop.ProtocolFactory;
import io.sluice.engine.mqtt.MqttLimits;
import io.sluice.engine.mqtt.MqttServer;

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
