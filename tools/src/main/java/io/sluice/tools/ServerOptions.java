package io.sluice.tools;

import io.sluice.tools.client.Login;
import io.sluice.tools.client.Server;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Where a client command connects to, and as whom. A password is never an argument. */
final class ServerOptions {
    private static final int PASSWORD_BYTES_MAX = 64 << 10;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--host",
            paramLabel = "NAME",
            defaultValue = "127.0.0.1",
            description = "The machine to connect to (default: ${DEFAULT-VALUE}).")
    private String host;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "Its port (default: 1883 for MQTT, 5672 for AMQP).")
    private Integer port;

    @Option(
            names = {"-u", "--user"},
            paramLabel = "NAME",
            defaultValue = "${env:SLUICE_USER}",
            description = "Say who you are (default: the environment's SLUICE_USER).")
    private String user;

    @Option(
            names = "--password-file",
            paramLabel = "FILE",
            description =
                    "The password is the first line of this file"
                            + " (default: the environment's SLUICE_PASSWORD).")
    private Path passwordFile;

    Server server(final int usualPort) {
        try {
            return new Server(host, port == null ? usualPort : port);
        } catch (final IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--port: 1 to 65535");
        }
    }

    Optional<Login> login() {
        if (user == null || user.isEmpty()) {
            if (passwordFile != null) {
                throw new ParameterException(spec.commandLine(), "--password-file needs --user");
            }
            return Optional.empty();
        }
        return Optional.of(new Login(user, password()));
    }

    private String password() {
        if (passwordFile == null) {
            final String password = System.getenv("SLUICE_PASSWORD");
            if (password == null) {
                throw new ParameterException(
                        spec.commandLine(),
                        "--user needs --password-file, or SLUICE_PASSWORD in the environment");
            }
            return password;
        }
        try {
            if (Files.size(passwordFile) > PASSWORD_BYTES_MAX) {
                throw new IOException("it is larger than 64KiB");
            }
            final String text = Files.readString(passwordFile, StandardCharsets.UTF_8);
            return text.lines().findFirst().orElse("");
        } catch (final IOException e) {
            throw new ParameterException(
                    spec.commandLine(), "--password-file " + passwordFile + ": " + e);
        }
    }
}
