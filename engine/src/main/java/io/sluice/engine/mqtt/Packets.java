package io.sluice.engine.mqtt;

import io.sluice.codec.mqtt.AckDecoder;
import io.sluice.codec.mqtt.AckEncoder;
import io.sluice.codec.mqtt.AuthDecoder;
import io.sluice.codec.mqtt.ConnackEncoder;
import io.sluice.codec.mqtt.ConnectDecoder;
import io.sluice.codec.mqtt.ConnectGuard;
import io.sluice.codec.mqtt.ControlPacketType;
import io.sluice.codec.mqtt.DisconnectDecoder;
import io.sluice.codec.mqtt.DisconnectEncoder;
import io.sluice.codec.mqtt.FilterGuard;
import io.sluice.codec.mqtt.MqttFramer;
import io.sluice.codec.mqtt.PacketSender;
import io.sluice.codec.mqtt.PingDecoder;
import io.sluice.codec.mqtt.PingEncoder;
import io.sluice.codec.mqtt.PropertyWriter;
import io.sluice.codec.mqtt.PublishDecoder;
import io.sluice.codec.mqtt.PublishGuard;
import io.sluice.codec.mqtt.SubackEncoder;
import io.sluice.codec.mqtt.SubscribeDecoder;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * The flyweights of one loop, used by all its sessions one after the other. Between two uses of one
 * of them nothing may run that could lead to another session: no offer, no demand.
 */
final class Packets {
    // What clients send.
    final MqttFramer framer;
    final ConnectGuard connectGuard;
    final ConnectDecoder connect = new ConnectDecoder();
    final PublishGuard publishGuard;
    final PublishDecoder publish = new PublishDecoder(PacketSender.CLIENT);
    final AckDecoder ack = new AckDecoder();
    final FilterGuard filterGuard;
    final SubscribeDecoder subscribe = new SubscribeDecoder();
    final PingDecoder ping = new PingDecoder();
    final DisconnectDecoder disconnect = new DisconnectDecoder(PacketSender.CLIENT);
    final AuthDecoder auth = new AuthDecoder(PacketSender.CLIENT);

    // What they are sent.
    final ConnackEncoder connackOut = new ConnackEncoder();
    final AckEncoder ackOut = new AckEncoder();
    final SubackEncoder subackOut = new SubackEncoder(new ExpandableArrayBuffer());
    final PingEncoder pingOut = new PingEncoder(ControlPacketType.PINGRESP);
    final DisconnectEncoder disconnectOut = new DisconnectEncoder(PacketSender.SERVER);
    final MutableDirectBuffer largeOut = new ExpandableArrayBuffer();
    final PropertyWriter propertiesOut = new PropertyWriter(new ExpandableArrayBuffer());

    Packets(final MqttLimits limits) {
        framer = new MqttFramer(limits.maximumPacketSize());
        connectGuard = new ConnectGuard(limits.connect());
        publishGuard = new PublishGuard(limits.publish());
        filterGuard = new FilterGuard(limits.filters());
    }
}
