package io.sluice.engine.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.engine.config.AdminConfig;
import io.sluice.engine.config.EngineConfig;
import io.sluice.engine.config.ListenersConfig;
import io.sluice.engine.config.Secret;
import io.sluice.engine.observe.Counter;
import io.sluice.engine.observe.Latency;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The administration answers over HTTP, and nobody can hold it. */
final class AdminServerTest {
    private static final EngineConfig USUAL =
            EngineConfig.embedded(Path.of("d"), 2).withPorts(0, 0, 0);

    private final HttpClient client = HttpClient.newHttpClient();
    private final AtomicBoolean healthy = new AtomicBoolean(true);
    private final AtomicBoolean ready = new AtomicBoolean(true);
    private AdminServer server;

    private static Histogram measured(final Latency latency) {
        final Histogram us = new Histogram(2);
        if (latency == Latency.COMMIT) {
            us.recordValue(90);
            us.recordValue(100);
            us.recordValue(240);
            us.recordValue(TimeUnit.HOURS.toMicros(1));
        }
        return us;
    }

    private void start(final EngineConfig config) throws IOException {
        server =
                new AdminServer(
                        new AdminServer.Subject(
                                () -> config,
                                counter -> counter == Counter.MATCHED ? 42 : 0,
                                AdminServerTest::measured,
                                () -> 3,
                                () -> 1,
                                healthy::get,
                                ready::get));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static EngineConfig withToken(final String token) {
        return new EngineConfig(
                USUAL.store(),
                USUAL.loops(),
                new ListenersConfig(
                        USUAL.mqtt(),
                        USUAL.amqp(),
                        new AdminConfig(USUAL.admin().listener(), new Secret(token))),
                USUAL.queues(),
                USUAL.protocols(),
                USUAL.log());
    }

    private HttpRequest.Builder request(final String path) {
        return HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + server.address().getPort() + path))
                .timeout(Duration.ofSeconds(20));
    }

    private HttpResponse<String> send(final HttpRequest.Builder request) throws Exception {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> get(final String path) throws Exception {
        return send(request(path));
    }

    @Test
    void metricsHaveEachCounterWithItsHelp() throws Exception {
        start(USUAL);
        final HttpResponse<String> answer = get("/metrics");
        assertEquals(200, answer.statusCode());
        assertEquals(
                "text/plain; version=0.0.4; charset=utf-8",
                answer.headers().firstValue("Content-Type").orElseThrow());
        final String text = answer.body();
        for (final Counter counter : Counter.values()) {
            final String type = counter.isGauge() ? "gauge" : "counter";
            final String name = "sluice_" + counter.label() + (counter.isGauge() ? "" : "_total");
            assertTrue(text.contains("# HELP " + name + " "), name);
            assertTrue(text.contains("\n# TYPE " + name + " " + type + "\n" + name + " "), name);
        }
        assertTrue(text.contains("\nsluice_matched_total 42\n"), text);
        assertTrue(text.contains("\n# TYPE sluice_connections gauge\nsluice_connections 3\n"));
        assertTrue(
                text.lines()
                        .allMatch(
                                line -> line.matches("# .*|[a-z_]+(\\{le=\"[^\"]+\"\\})? [\\d.]+")),
                text);
    }

    @Test
    void timesAreHistogramsInSeconds() throws Exception {
        start(USUAL);
        final String text = get("/metrics").body();
        for (final Latency latency : Latency.values()) {
            final String name = "sluice_" + latency.label() + "_seconds";
            assertTrue(text.contains("# HELP " + name + " "), name);
            assertTrue(text.contains("\n# TYPE " + name + " histogram\n" + name + "_bucket"), name);
        }
        final String commit = "\nsluice_commit_seconds_";
        assertTrue(text.contains(commit + "bucket{le=\"0.0001\"} 2\n"), text);
        assertTrue(text.contains(commit + "bucket{le=\"0.00025\"} 3\n"), text);
        assertTrue(text.contains(commit + "bucket{le=\"60\"} 3\n"), text);
        assertTrue(text.contains(commit + "bucket{le=\"+Inf\"} 4\n"), text);
        assertTrue(text.contains(commit + "count 4\n"), text);
        final Matcher sum = Pattern.compile("sluice_commit_seconds_sum (\\S+)").matcher(text);
        assertTrue(sum.find(), text);
        assertEquals(3_600, Double.parseDouble(sum.group(1)), 36); // two digits
        assertTrue(text.contains("\nsluice_duty_seconds_bucket{le=\"+Inf\"} 0\n"), text);
    }

    @Test
    void healthAndReadinessAreTwoThings() throws Exception {
        start(USUAL);
        assertEquals(200, get("/healthz").statusCode());
        assertEquals("ready\n", get("/readyz").body());
        ready.set(false);
        assertEquals(200, get("/healthz").statusCode());
        assertEquals(503, get("/readyz").statusCode());
        ready.set(true);
        healthy.set(false);
        assertEquals(503, get("/healthz").statusCode());
        assertEquals(503, get("/readyz").statusCode());
    }

    @Test
    void numbersAndSettingsNeedTheTokenIfThereIsOne() throws Exception {
        start(withToken("hush"));
        assertEquals(401, get("/metrics").statusCode());
        assertEquals(401, get("/config").statusCode());
        assertEquals(
                401, send(request("/config").header("Authorization", "Bearer hus")).statusCode());
        assertEquals(200, get("/healthz").statusCode());
        final HttpResponse<String> config =
                send(request("/config").header("Authorization", "Bearer hush"));
        assertEquals(200, config.statusCode());
        assertTrue(config.body().contains("token: \"(redacted)\""), config.body());
        assertFalse(config.body().contains("hush"));
    }

    @Test
    void onlyReadingIsAllowedAndOnlyWhatIsThere() throws Exception {
        start(USUAL);
        assertEquals(404, get("/").statusCode());
        assertEquals(404, get("/metricsandmore").statusCode());
        assertEquals(404, get("/metrics/..%2f").statusCode());
        final HttpResponse<String> posted =
                send(request("/config").POST(HttpRequest.BodyPublishers.ofString("x")));
        assertEquals(405, posted.statusCode());
        final HttpResponse<String> head =
                send(request("/config").method("HEAD", HttpRequest.BodyPublishers.noBody()));
        assertEquals(200, head.statusCode());
        assertEquals("", head.body());
    }

    @Test
    void clientsThatNeverFinishKeepNobodyWaiting() throws Exception {
        start(USUAL);
        final List<Socket> slow = new ArrayList<>();
        try {
            for (int i = 0; i < 8; i++) {
                final Socket socket =
                        new Socket(server.address().getAddress(), server.address().getPort());
                slow.add(socket);
                socket.getOutputStream()
                        .write("GET /metrics HTT".getBytes(StandardCharsets.US_ASCII));
            }
            assertEquals(200, get("/healthz").statusCode());
            // They are cut off; the JDK looks once a second.
            slow.get(0).setSoTimeout(20_000);
            int last;
            try {
                last = slow.get(0).getInputStream().read();
            } catch (final java.net.SocketException e) {
                last = -1;
            }
            assertEquals(-1, last);
        } finally {
            for (final Socket socket : slow) {
                socket.close();
            }
        }
    }
}
