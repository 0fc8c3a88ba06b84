package io.sluice.fuzz;

import io.sluice.fuzz.law.Laws;
import io.sluice.fuzz.law.Meter;
import io.sluice.fuzz.law.Target;
import io.sluice.fuzz.mqtt.FilterGuardFuzz;
import io.sluice.fuzz.mqtt.MqttDifferentialFuzz;
import io.sluice.fuzz.mqtt.MqttFramerFuzz;
import io.sluice.fuzz.mqtt.PublishFuzz;
import io.sluice.fuzz.mqtt.PublishGuardFuzz;
import io.sluice.fuzz.mqtt.TopicNameFuzz;
import io.sluice.fuzz.mqtt.VariableByteIntegerFuzz;
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
        add(PublishFuzz.class, PublishFuzz::new);
        add(PublishGuardFuzz.class, PublishGuardFuzz::new);
        add(FilterGuardFuzz.class, FilterGuardFuzz::new);
        add(MqttDifferentialFuzz.class, laws -> new MqttDifferentialFuzz());
        add(InboundFramesFuzz.class, InboundFramesFuzz::new);
        add(UpgradeRequestFuzz.class, UpgradeRequestFuzz::new);
        add(UpgradeResponseFuzz.class, UpgradeResponseFuzz::new);
        add(WebSocketRoundTripFuzz.class, WebSocketRoundTripFuzz::new);
    }

    private Targets() {}

    private static void add(final Class<? extends Target> type, final Function<Laws, Target> make) {
        TARGETS.put(type.getSimpleName(), make);
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
