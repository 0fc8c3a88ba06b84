package io.sluice.engine;

import io.sluice.codec.wire.Slice;
import io.sluice.engine.amqp.AmqpLimits;
import io.sluice.engine.amqp.AmqpServer;
import io.sluice.engine.amqp.Authenticator;
import io.sluice.engine.broker.BrokerLoop;
import io.sluice.engine.link.Home;
import io.sluice.engine.link.Mapping;
import io.sluice.engine.link.Placement;
import io.sluice.engine.loop.ProtocolFactory;
import io.sluice.engine.mapping.MqttAmqpMapping;
import io.sluice.engine.mqtt.ClientPlacement;
import io.sluice.engine.mqtt.MqttLimits;
import io.sluice.engine.mqtt.MqttServer;
import java.util.List;
import org.agrona.DirectBuffer;

/** The protocols of one loop, over its part of the broker; owned by that loop. */
final class Face {
    private final MqttServer mqtt;
    private final AmqpServer amqp;

    Face(final Home home, final BrokerLoop broker, final Engine.Outside outside) {
        final Mapping mapping =
                new MqttAmqpMapping(
                        () -> outside.time().ms(outside.clock().nanoTime()),
                        home.counters(),
                        false);
        mqtt =
                new MqttServer(
                        home,
                        broker,
                        mapping,
                        MqttLimits.defaults(),
                        outside.time(),
                        outside.entropy()::nextLong);
        amqp =
                new AmqpServer(
                        home,
                        broker,
                        mapping,
                        AmqpLimits.defaults(),
                        new AnyoneHere(),
                        outside.time()::ms);
    }

    /** Everyone who reaches the listener may use it: it is this machine's own. */
    private static final class AnyoneHere implements Authenticator {
        private AnyoneHere() {}

        @Override
        public boolean allowsAnonymous() {
            return true;
        }

        @Override
        public boolean isValid(final Slice user, final Slice password) {
            return false;
        }
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
        return amqp;
    }

    void shutDown() {
        mqtt.shutDown();
        amqp.shutDown();
    }
}
