package io.sluice.engine;

import io.sluice.codec.mqtt.PublishCaps;
import io.sluice.codec.wire.Slice;
import io.sluice.engine.amqp.AmqpLimits;
import io.sluice.engine.amqp.AmqpServer;
import io.sluice.engine.amqp.Authenticator;
import io.sluice.engine.amqp.ContainerPlacement;
import io.sluice.engine.broker.BrokerLoop;
import io.sluice.engine.config.AmqpConfig;
import io.sluice.engine.config.EngineConfig;
import io.sluice.engine.config.MqttConfig;
import io.sluice.engine.link.Home;
import io.sluice.engine.link.Mapping;
import io.sluice.engine.link.Placement;
import io.sluice.engine.loop.ProtocolFactory;
import io.sluice.engine.mapping.MqttAmqpMapping;
import io.sluice.engine.mqtt.ClientPlacement;
import io.sluice.engine.mqtt.MqttLimits;
import io.sluice.engine.mqtt.MqttServer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;

/** The protocols of one loop, over its part of the broker; owned by that loop. */
final class Face {
    private final MqttServer mqtt;
    private final AmqpServer amqp;
    private final Users users;

    Face(
            final Home home,
            final BrokerLoop broker,
            final EngineConfig.ProtocolsConfig config,
            final Engine.Outside outside) {
        users = new Users(config.amqp().sasl());
        final Mapping mapping = new MqttAmqpMapping(outside::timeMs, home.counters(), false);
        mqtt =
                new MqttServer(
                        home,
                        broker,
                        mapping,
                        limits(config.mqtt()),
                        outside.time(),
                        outside.entropy()::nextLong);
        amqp =
                new AmqpServer(home, broker, mapping, limits(config.amqp()), users, outside.time())
                        .defaultPattern(
                                config.amqp().defaultPattern() == AmqpConfig.Pattern.EVENTS
                                        ? "events/"
                                        : "queues/");
    }

    /** Who may come: whoever the operator names, or everyone who reaches the listener. */
    private static final class Users implements Authenticator {
        /** Set by whoever reloads, read by the loop at each step of a peer's SASL. */
        private volatile AmqpConfig.Sasl sasl;

        Users(final AmqpConfig.Sasl sasl) {
            this.sasl = sasl;
        }

        @Override
        public boolean allowsAnonymous() {
            return sasl.allows(AmqpConfig.Mechanism.ANONYMOUS);
        }

        @Override
        public boolean allowsPlain() {
            return sasl.allows(AmqpConfig.Mechanism.PLAIN);
        }

        @Override
        public boolean isValid(final Slice user, final Slice password) {
            return sasl.isPassword(
                    new String(user.toByteArray(), StandardCharsets.UTF_8),
                    new String(password.toByteArray(), StandardCharsets.UTF_8));
        }
    }

    /** Who may come from now on; whoever is there stays. From any thread. */
    void reload(final AmqpConfig.Sasl sasl) {
        users.sasl = sasl;
    }

    /** Tells it of the others, and which of them a client's connections live on. */
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
        amqp.placement(
                new ContainerPlacement() {
                    @Override
                    public int loopOf(
                            final DirectBuffer containerId, final int offset, final int length) {
                        return placement.loopOf(containerId, offset, length);
                    }

                    @Override
                    public AmqpServer serverOf(final int loop) {
                        return faces.get(loop).amqp;
                    }
                });
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

    private static AmqpLimits limits(final AmqpConfig config) {
        final AmqpLimits usual = AmqpLimits.defaults();
        return new AmqpLimits(
                usual.frames(),
                usual.channelMax(),
                usual.handleMax(),
                usual.incomingWindow(),
                new AmqpLimits.Messages(
                        config.messageBytesMax(),
                        usual.messages().unsettledMax(),
                        usual.messages().assemblyBytes()),
                new AmqpLimits.Times(
                        usual.times().handshakeNs(),
                        TimeUnit.MILLISECONDS.toNanos(config.idleTimeoutMs())));
    }

    ProtocolFactory mqtt() {
        return mqtt;
    }

    ProtocolFactory amqp() {
        return amqp;
    }

    void shutDown() {
        mqtt.shutDown();
        amqp.shutDown();
    }
}
