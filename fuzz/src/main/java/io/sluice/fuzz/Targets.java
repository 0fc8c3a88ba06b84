package io.sluice.fuzz;

import static io.sluice.codec.mqtt.ControlPacketType.AUTH;
import static io.sluice.codec.mqtt.ControlPacketType.CONNACK;
import static io.sluice.codec.mqtt.ControlPacketType.CONNECT;
import static io.sluice.codec.mqtt.ControlPacketType.DISCONNECT;
import static io.sluice.codec.mqtt.ControlPacketType.PINGREQ;
import static io.sluice.codec.mqtt.ControlPacketType.PINGRESP;
import static io.sluice.codec.mqtt.ControlPacketType.PUBACK;
import static io.sluice.codec.mqtt.ControlPacketType.PUBCOMP;
import static io.sluice.codec.mqtt.ControlPacketType.PUBLISH;
import static io.sluice.codec.mqtt.ControlPacketType.PUBREC;
import static io.sluice.codec.mqtt.ControlPacketType.PUBREL;
import static io.sluice.codec.mqtt.ControlPacketType.SUBACK;
import static io.sluice.codec.mqtt.ControlPacketType.SUBSCRIBE;
import static io.sluice.codec.mqtt.ControlPacketType.UNSUBACK;
import static io.sluice.codec.mqtt.ControlPacketType.UNSUBSCRIBE;

import io.sluice.fuzz.amqp.AmqpFramerFuzz;
import io.sluice.fuzz.amqp.DescribedFuzz;
import io.sluice.fuzz.amqp.MessageFuzz;
import io.sluice.fuzz.amqp.ProtocolHeaderFuzz;
import io.sluice.fuzz.amqp.TransferStreamFuzz;
import io.sluice.fuzz.amqp.TypeReaderFuzz;
import io.sluice.fuzz.law.Laws;
import io.sluice.fuzz.law.Meter;
import io.sluice.fuzz.law.Target;
import io.sluice.fuzz.mqtt.ConnectGuardFuzz;
import io.sluice.fuzz.mqtt.FilterGuardFuzz;
import io.sluice.fuzz.mqtt.MqttFramerFuzz;
import io.sluice.fuzz.mqtt.MqttStreamFuzz;
import io.sluice.fuzz.mqtt.PacketFuzz;
import io.sluice.fuzz.mqtt.PublishGuardFuzz;
import io.sluice.fuzz.mqtt.TopicFilterFuzz;
import io.sluice.fuzz.mqtt.TopicNameFuzz;
import io.sluice.fuzz.mqtt.VariableByteIntegerFuzz;
import io.sluice.fuzz.netty.MqttDifferentialFuzz;
import io.sluice.fuzz.proton.ProtonDifferentialFuzz;
import io.sluice.fuzz.wire.Utf8Fuzz;
import io.sluice.fuzz.ws.InboundFramesFuzz;
import io.sluice.fuzz.ws.UpgradeRequestFuzz;
import io.sluice.fuzz.ws.UpgradeResponseFuzz;
import io.sluice.fuzz.ws.WebSocketRoundTripFuzz;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** All targets by name. A new one is a line here. */
final class Targets {
    static final String CANARY = CanaryFuzz.class.getSimpleName();

    private static final Map<String, Function<Laws, Target>> TARGETS = new LinkedHashMap<>();

    static {
        add(CanaryFuzz.class, laws -> new CanaryFuzz());
        add(Utf8Fuzz.class, Utf8Fuzz::new);
        add(VariableByteIntegerFuzz.class, VariableByteIntegerFuzz::new);
        add(MqttFramerFuzz.class, MqttFramerFuzz::new);
        add(TopicNameFuzz.class, TopicNameFuzz::new);
        add(TopicFilterFuzz.class, TopicFilterFuzz::new);
        packets("ConnectFuzz", CONNECT);
        packets("ConnackFuzz", CONNACK);
        packets("PublishFuzz", PUBLISH);
        packets("AckFuzz", PUBACK, PUBREC, PUBREL, PUBCOMP);
        packets("SubscribeFuzz", SUBSCRIBE, UNSUBSCRIBE);
        packets("SubackFuzz", SUBACK, UNSUBACK);
        packets("PingFuzz", PINGREQ, PINGRESP);
        packets("DisconnectFuzz", DISCONNECT);
        packets("AuthFuzz", AUTH);
        add(PublishGuardFuzz.class, PublishGuardFuzz::new);
        add(FilterGuardFuzz.class, FilterGuardFuzz::new);
        add(ConnectGuardFuzz.class, ConnectGuardFuzz::new);
        add(MqttStreamFuzz.class, MqttStreamFuzz::new);
        add(MqttDifferentialFuzz.class, laws -> new MqttDifferentialFuzz());
        add(ProtocolHeaderFuzz.class, ProtocolHeaderFuzz::new);
        add(AmqpFramerFuzz.class, AmqpFramerFuzz::new);
        add(TypeReaderFuzz.class, TypeReaderFuzz::new);
        TARGETS.put("PerformativeFuzz", DescribedFuzz::performatives);
        TARGETS.put("SaslFuzz", DescribedFuzz::sasl);
        TARGETS.put("DeliveryStateFuzz", DescribedFuzz::deliveryStates);
        TARGETS.put("TerminusFuzz", DescribedFuzz::termini);
        TARGETS.put("ErrorFuzz", DescribedFuzz::errors);
        add(MessageFuzz.class, MessageFuzz::new);
        add(TransferStreamFuzz.class, TransferStreamFuzz::new);
        add(ProtonDifferentialFuzz.class, laws -> new ProtonDifferentialFuzz());
        add(InboundFramesFuzz.class, InboundFramesFuzz::new);
        add(UpgradeRequestFuzz.class, UpgradeRequestFuzz::new);
        add(UpgradeResponseFuzz.class, UpgradeResponseFuzz::new);
        add(WebSocketRoundTripFuzz.class, WebSocketRoundTripFuzz::new);
    }

    private Targets() {}

    private static void add(final Class<? extends Target> type, final Function<Laws, Target> make) {
        TARGETS.put(type.getSimpleName(), make);
    }

    /** The target of the packets that one decoder reads. */
    private static void packets(final String name, final int... types) {
        TARGETS.put(name, laws -> new PacketFuzz(laws, types));
    }

    static List<String> names() {
        return List.copyOf(TARGETS.keySet());
    }

    /** Makes a target that measures with this meter. */
    static Target target(final String name, final Meter meter) {
        final Function<Laws, Target> make = TARGETS.get(name);
        if (make == null) {
            throw new IllegalArgumentException(
                    "no target " + name + "; there are " + String.join(" ", names()));
        }
        return make.apply(new Laws(meter));
    }
}
