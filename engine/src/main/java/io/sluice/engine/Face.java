package io.sluice.engine;

import io.sluice.codec.mqtt.PublishCaps;
import io.sluice.engine.broker.BrokerLoop;
import io.sluice.engine.config.EngineConfig;
import io.sluice.engine.config.MqttConfig;
import io.sluice.engine.link.Home;
import io.sluice.engine.loop.ProtocolFactory;
import io.sluice.engine.mqtt.MqttLimits;
import io.sluice.engine.mqtt.MqttServer;

/** The protocols of one loop, over its part of the broker; owned by that loop. */
final class Face {
    private final MqttServer mqtt;

    Face(
            final Home home,
            final BrokerLoop broker,
            final EngineConfig.ProtocolsConfig config,
            final Engine.Outside outside) {
        mqtt =
                new MqttServer(
                        home,
                        broker,
                        (record, offset, target, targetOffset) -> -1,
                        limits(config.mqtt()),
                        outside.time(),
                        outside.entropy()::nextLong);
    }

    /** What the operator says, over what nobody can say yet. */
    private static MqttLimits limits(final MqttConfig config) {
        final MqttLimits usual = MqttLimits.defaults();
        final PublishCaps publish = usual.publish();
        return new MqttLimits(
                config.packetBytesMax(),
                config.receiveMaximum(),
                new MqttLimits.Times(
                        usual.times().handshakeNs(),
                        config.keepAliveSecondsMax(),
                        usual.times().holdNs()),
                new PublishCaps(
                        publish.topicBytesMax(),
                        publish.topicLevelsMax(),
                        publish.propertyBytesMax(),
                        publish.userPropertiesMax(),
                        publish.correlationDataBytesMax(),
                        config.packetBytesMax()),
                usual.filters(),
                new MqttLimits.Subscribing(
                        config.subscriptionsMax(),
                        usual.subscriptions().inFlightMax(),
                        usual.subscriptions().waitingMax()));
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
