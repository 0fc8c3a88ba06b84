package io.sluice.tools;

import io.sluice.tools.client.AmqpConnection;
import java.util.UUID;
import picocli.CommandLine.Option;

/** How a command speaks AMQP 1.0. */
final class AmqpOptions {
    /** Where AMQP is listened for usually. */
    static final int PORT = 5672;

    @Option(
            names = "--container-id",
            paramLabel = "NAME",
            description = "The container-id (default: sluice- and something random).")
    private String containerId;

    AmqpConnection.Settings settings(final ServerOptions server) {
        return new AmqpConnection.Settings(
                containerId == null
                        ? "sluice-" + UUID.randomUUID().toString().substring(0, 13)
                        : containerId,
                server.login());
    }
}
