package io.sluice.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.qpid.protonj2.client.Client;
import org.apache.qpid.protonj2.client.Connection;
import org.apache.qpid.protonj2.client.ConnectionOptions;
import org.apache.qpid.protonj2.client.exceptions.ClientException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A daemon in a process of its own that reads its configuration again at SIGHUP. */
@Timeout(120)
final class ReloadTest {
    @TempDir private Path directory;

    private Path config(final String text) throws IOException {
        return Files.writeString(directory.resolve("a.yaml"), text);
    }

    private SluiceProcess daemon(final String... more) throws IOException {
        return SluiceProcess.daemon(directory.resolve("d"), more);
    }

    private static int status(final String admin, final String token) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(admin + "/config"))
                                .header("Authorization", "Bearer " + token)
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .statusCode();
    }

    @Test
    void appliesWhatCanChangeAndNamesWhatCannot() throws Exception {
        final Path file = config("listeners: {admin: {port: 0, token: old}}\n");
        try (SluiceProcess daemon = daemon("--config=" + file)) {
            final String admin = daemon.awaitOut("(http://127\\.0\\.0\\.1:\\d+)/metrics").group(1);
            assertEquals(200, status(admin, "old"));
            config("listeners: {admin: {port: 0, token: new}}\nqueues: {max_bytes: 1MiB}\n");
            daemon.signal("HUP");
            daemon.awaitErr("warn reloaded: listeners\\.admin\\.token$");
            daemon.awaitErr("warn changed, but only a restart applies it: queues\\.max_bytes$");
            assertEquals(401, status(admin, "old"));
            assertEquals(200, status(admin, "new"));
            config("listeners: {admin: {port: 0, token: new}}\nlog: {format: json}\n");
            daemon.signal("HUP");
            daemon.awaitErr("\"level\":\"warn\",\"what\":\"reloaded: log.format\"");
            daemon.signal("TERM");
            assertEquals(0, daemon.awaitExit(), daemon::said);
        }
    }

    @Test
    void anErrorChangesNothing() throws Exception {
        final Path file = config("listeners: {admin: {port: 0, token: old}}\n");
        try (SluiceProcess daemon = daemon("--config=" + file)) {
            final String admin = daemon.awaitOut("(http://127\\.0\\.0\\.1:\\d+)/metrics").group(1);
            config("listeners: {admin: {port: 0, token: new}}\nevent_loops: 0\n");
            daemon.signal("HUP");
            daemon.awaitErr("error .*a\\.yaml:2:14: event_loops is 0, allowed: 1 to 64$");
            daemon.awaitErr("error nothing was reloaded: the configuration is wrong$");
            assertEquals(200, status(admin, "old"));
            assertEquals(401, status(admin, "new"));
            assertFalse(daemon.said().contains("warn reloaded"), daemon::said);
        }
    }

    @Test
    void withoutAFileItSaysSoAndGoesOn() throws Exception {
        try (SluiceProcess daemon = daemon("--admin=off")) {
            final int port = daemon.awaitMqttPort();
            daemon.signal("HUP");
            daemon.awaitErr("warn nothing to reload: it runs without --config$");
            new java.net.Socket("127.0.0.1", port).close();
            daemon.signal("TERM");
            assertEquals(0, daemon.awaitExit(), daemon::said);
        }
    }

    private static void connect(final int port, final String password) throws Exception {
        final ConnectionOptions options = new ConnectionOptions();
        options.reconnectEnabled(false);
        options.user("ada").password(password);
        options.saslOptions().addAllowedMechanism("PLAIN");
        try (Client client = Client.create();
                Connection connection = client.connect("127.0.0.1", port, options)) {
            assertTrue(connection.openFuture().get() == connection);
        }
    }

    @Test
    void thePasswordsOfTheUsersFileAreReadAgain() throws Exception {
        final Path users = Files.writeString(directory.resolve("users"), "ada:one\n");
        final Path file = config("amqp: {sasl: [plain], users_file: users}\n");
        try (SluiceProcess daemon = daemon("--config=" + file, "--admin=off")) {
            final int port =
                    Integer.parseInt(
                            daemon.awaitOut("AMQP 1.0 at 127\\.0\\.0\\.1:(\\d+)").group(1));
            connect(port, "one");
            Files.writeString(users, "ada:two\n");
            daemon.signal("HUP");
            daemon.awaitErr("warn reloaded: amqp\\.users_file$");
            connect(port, "two");
            final Exception thrown =
                    assertThrows(
                            java.util.concurrent.ExecutionException.class,
                            () -> connect(port, "one"));
            assertTrue(thrown.getCause() instanceof ClientException, thrown::toString);
        }
    }
}
