package io.sluice.tools;

import io.sluice.codec.mqtt.MqttVersion;
import io.sluice.tools.client.MqttClient;
import java.util.UUID;
import picocli.CommandLine.Option;

/** How a command speaks MQTT. */
final class MqttOptions {
    /** Where MQTT is listened for usually. */
    static final int PORT = 1883;

    @Option(names = "--v3", description = "Speak MQTT 3.1.1, which knows no properties.")
    private boolean v3;

    @Option(
            names = "--client-id",
            paramLabel = "NAME",
            description = "The client identifier (default: sluice- and something random).")
    private String clientId;

    boolean isV3() {
        return v3;
    }

    MqttClient.Settings settings(final ServerOptions server, final int receiveMaximum) {
        return new MqttClient.Settings(
                v3 ? MqttVersion.V3_1_1 : MqttVersion.V5,
                clientId == null
                        ? "sluice-" + UUID.randomUUID().toString().substring(0, 13)
                        : clientId,
                server.login(),
                receiveMaximum);
    }
}
