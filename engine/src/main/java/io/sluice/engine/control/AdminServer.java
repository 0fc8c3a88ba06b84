package io.sluice.engine.control;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.sluice.engine.config.AdminConfig;
import io.sluice.engine.config.ConfigText;
import io.sluice.engine.config.EngineConfig;
import io.sluice.engine.config.Secret;
import io.sluice.engine.observe.Books;
import io.sluice.engine.observe.Counter;
import io.sluice.engine.observe.Latency;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;

/**
 * The administration over HTTP, on the JDK's server and threads of its own: numbers for Prometheus,
 * health, readiness, and the configuration without its secrets. Nothing it does waits for a loop.
 */
public final class AdminServer implements AutoCloseable {
    /** What it can tell: each is asked at each request, from threads of the server. */
    public record Subject(
            Supplier<EngineConfig> config,
            ToLongFunction<Counter> counters,
            Function<Latency, Histogram> latencies,
            LongSupplier connections,
            LongSupplier errors,
            BooleanSupplier healthy,
            BooleanSupplier ready) {
        public Subject {
            Objects.requireNonNull(config);
            Objects.requireNonNull(counters);
            Objects.requireNonNull(latencies);
            Objects.requireNonNull(connections);
            Objects.requireNonNull(errors);
            Objects.requireNonNull(healthy);
            Objects.requireNonNull(ready);
        }
    }

    private static final String TEXT = "text/plain; charset=utf-8";
    private static final String BEARER = "Bearer ";
    private static final int BACKLOG = 64;
    private static final long THREAD_IDLE_S = 10;
    private static final int OK = 200;
    private static final int UNAUTHORIZED = 401;
    private static final int NOT_FOUND = 404;
    private static final int METHOD_NOT_ALLOWED = 405;
    private static final int UNAVAILABLE = 503;
    private static final long NO_BODY = -1;

    private final Subject subject;
    private final List<MetricsText.Gauge> gauges;
    private final HttpServer server;
    private final ThreadPoolExecutor threads;

    /** Answers from now on. */
    public AdminServer(final Subject subject) throws IOException {
        this.subject = subject;
        final AdminConfig config = subject.config().get().admin();
        gauges = gauges(subject);
        limit(config.listener().connectionsMax());
        server = HttpServer.create(config.listener().address(), BACKLOG);
        threads = threads(config.listener().connectionsMax());
        server.setExecutor(threads);
        server.createContext("/", exchange -> answer(exchange, NOT_FOUND, TEXT, pages()));
        page("/metrics", true, this::metrics);
        page("/config", true, () -> new Page(OK, TEXT, ConfigText.yaml(subject.config().get())));
        page("/healthz", false, () -> state(subject.healthy().getAsBoolean(), "ok", "failed"));
        page(
                "/readyz",
                false,
                () ->
                        state(
                                subject.healthy().getAsBoolean() && subject.ready().getAsBoolean(),
                                "ready",
                                "not ready"));
        server.start();
    }

    /** One answer. */
    private record Page(int status, String type, String body) {}

    /**
     * The JDK's server takes these from the process: how long a client may take to ask and to be
     * answered, and how many there may be. An operator who has set one knows better.
     */
    private static void limit(final int connectionsMax) {
        setIfAbsent("sun.net.httpserver.maxReqTime", 5);
        setIfAbsent("sun.net.httpserver.maxRspTime", 10);
        setIfAbsent("sun.net.httpserver.idleInterval", 30);
        setIfAbsent("jdk.httpserver.maxConnections", connectionsMax);
    }

    private static void setIfAbsent(final String property, final int value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, Integer.toString(value));
        }
    }

    /** One for each connection that may be: a slow client keeps nobody waiting but itself. */
    private static ThreadPoolExecutor threads(final int connectionsMax) {
        final ThreadPoolExecutor threads =
                new ThreadPoolExecutor(
                        connectionsMax,
                        connectionsMax,
                        THREAD_IDLE_S,
                        TimeUnit.SECONDS,
                        new LinkedBlockingQueue<>(),
                        work -> {
                            final Thread thread = new Thread(work, "sluice-admin");
                            thread.setDaemon(true);
                            return thread;
                        });
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }

    private static List<MetricsText.Gauge> gauges(final Subject subject) {
        final Runtime runtime = Runtime.getRuntime();
        return List.of(
                new MetricsText.Gauge(
                        "connections", "Connections that are open.", subject.connections()),
                new MetricsText.Gauge(
                        "messages_held",
                        "Messages received whose end is not known yet: what waits for the store.",
                        () -> Books.messagesHeld(subject.counters())),
                new MetricsText.Gauge(
                        "matched_held",
                        "Messages at consumers that have not settled them.",
                        () -> Books.matchedHeld(subject.counters())),
                new MetricsText.Gauge(
                        "errors_recorded",
                        "Errors that the daemon has recorded since it began.",
                        subject.errors()),
                new MetricsText.Gauge(
                        "heap_bytes",
                        "Bytes of the Java heap in use; messages are not there.",
                        () -> runtime.totalMemory() - runtime.freeMemory()));
    }

    private static String pages() {
        return "there is /metrics, /healthz, /readyz, /config\n";
    }

    private Page metrics() {
        return new Page(
                OK,
                MetricsText.CONTENT_TYPE,
                MetricsText.of(subject.counters(), gauges, subject.latencies()));
    }

    private static Page state(final boolean holds, final String yes, final String no) {
        return holds ? new Page(OK, TEXT, yes + "\n") : new Page(UNAVAILABLE, TEXT, no + "\n");
    }

    private void page(final String path, final boolean guarded, final Supplier<Page> content) {
        server.createContext(
                path,
                exchange -> {
                    // A context is a prefix to the JDK's server; to us it is one page.
                    if (!exchange.getRequestURI().getPath().equals(path)) {
                        answer(exchange, NOT_FOUND, TEXT, pages());
                    } else if (guarded && !isAllowed(exchange)) {
                        exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer");
                        answer(exchange, UNAUTHORIZED, TEXT, "a bearer token is needed\n");
                    } else {
                        final Page page = content.get();
                        answer(exchange, page.status(), page.type(), page.body());
                    }
                });
    }

    private boolean isAllowed(final HttpExchange exchange) {
        final Secret token = subject.config().get().admin().token();
        final String said = exchange.getRequestHeaders().getFirst("Authorization");
        return !token.isSet()
                || said != null
                        && said.startsWith(BEARER)
                        && token.matches(said.substring(BEARER.length()));
    }

    private static void answer(
            final HttpExchange exchange, final int status, final String type, final String text)
            throws IOException {
        try (exchange) {
            final String method = exchange.getRequestMethod();
            final boolean head = method.equals("HEAD");
            if (!head && !method.equals("GET")) {
                exchange.getResponseHeaders().set("Allow", "GET, HEAD");
                exchange.sendResponseHeaders(METHOD_NOT_ALLOWED, NO_BODY);
                return;
            }
            final byte[] body = text.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.getResponseHeaders().set("Cache-Control", "no-store");
            exchange.sendResponseHeaders(status, head ? NO_BODY : body.length);
            if (!head) {
                exchange.getResponseBody().write(body);
            }
        }
    }

    /** Where it listens: with the port that was free, if the configuration named none. */
    public InetSocketAddress address() {
        return server.getAddress();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
