package io.sluice.bench.live;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A broker that runs as a child, ours or a peer, with a new data directory.
 *
 * @param queue its durable queue, as MQTT's topic and as AMQP's address
 * @param startNs from the command to the line in which it says where it listens
 */
record Broker(
        Child child,
        Scratch scratch,
        InetSocketAddress mqtt,
        InetSocketAddress amqp,
        String queue,
        long startNs)
        implements AutoCloseable {
    private static final Pattern LISTENING =
            Pattern.compile("MQTT .* at \\S+:(\\d+), AMQP 1\\.0 at \\S+:(\\d+)");
    private static final Pattern READY = Pattern.compile("ready");
    private static final Path ARTEMIS_POM = Path.of("bench", "artemis", "pom.xml");
    private static final Path ARTEMIS_CLASSPATH = Path.of("bench", "target", "artemis.classpath");
    private static final int CONNECT_TRIES = 500;
    private static final String ARTEMIS_XML =
            """
            <configuration xmlns="urn:activemq"><core xmlns="urn:activemq:core">
            <persistence-enabled>true</persistence-enabled>
            <security-enabled>false</security-enabled>
            <journal-type>NIO</journal-type>
            <paging-directory>%1$s/paging</paging-directory>
            <bindings-directory>%1$s/bindings</bindings-directory>
            <journal-directory>%1$s/journal</journal-directory>
            <large-messages-directory>%1$s/large</large-messages-directory>
            <acceptors>
            <acceptor name="mqtt">tcp://127.0.0.1:%2$d?protocols=MQTT</acceptor>
            <acceptor name="amqp">tcp://127.0.0.1:%3$d?protocols=AMQP</acceptor>
            </acceptors>
            <addresses>
            <address name="bench"><anycast><queue name="bench"/></anycast></address>
            </addresses>
            </core></configuration>
            """;

    private static final String MOSQUITTO_CONF =
            """
            listener %d 127.0.0.1
            allow_anonymous true
            set_tcp_nodelay true
            max_queued_messages 0
            """;

    /** Makes of a child and its directory what is measured. */
    private interface Start {
        Broker of(Child child, Scratch scratch) throws IOException;
    }

    /** Builds the daemon, so that no start of it has to. */
    static void buildSluice() throws IOException {
        Child.output(List.of("tools/classpath", "tools"));
    }

    /** The daemon, as a user starts it. */
    static Broker sluice() throws IOException {
        final Scratch scratch = Scratch.make();
        final List<String> command = new ArrayList<>(List.of("tools/sluice", "run", "--data"));
        command.add(scratch.path().resolve("data").toString());
        command.addAll(List.of("--mqtt", "0", "--amqp", "0"));
        final long fromNs = System.nanoTime();
        return start(
                command,
                scratch,
                (child, directory) -> {
                    final Matcher at = child.await(LISTENING);
                    return new Broker(
                            child,
                            directory,
                            here(Integer.parseInt(at.group(1))),
                            here(Integer.parseInt(at.group(2))),
                            "queues/bench",
                            System.nanoTime() - fromNs);
                });
    }

    /** Artemis with its journal and its usual syncs. */
    static Broker artemis() throws IOException {
        if (Files.notExists(ARTEMIS_CLASSPATH)
                || Files.getLastModifiedTime(ARTEMIS_CLASSPATH)
                                .compareTo(Files.getLastModifiedTime(ARTEMIS_POM))
                        < 0) {
            System.err.println("bench/run: getting Artemis (once) ...");
            final List<String> get = new ArrayList<>(List.of("mvn", "-q", "-B", "-f"));
            get.addAll(List.of(ARTEMIS_POM.toString(), "dependency:build-classpath"));
            get.add("-Dmdep.outputFile=" + ARTEMIS_CLASSPATH.toAbsolutePath());
            Child.output(get);
        }
        final Scratch scratch = Scratch.make();
        final int mqtt = freePort();
        final int amqp = freePort();
        final Path xml = scratch.path().resolve("broker.xml");
        Files.writeString(xml, ARTEMIS_XML.formatted(scratch.path(), mqtt, amqp));
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // As its own script has them.
        command.addAll(List.of("-XX:+UseParallelGC", "-Xms512m", "-Xmx2g", "-cp"));
        command.add("bench/target/classes:" + Files.readString(ARTEMIS_CLASSPATH).trim());
        command.addAll(List.of(ArtemisMain.class.getName(), xml.toUri().toString()));
        final long fromNs = System.nanoTime();
        return start(
                command,
                scratch,
                (child, directory) -> {
                    child.await(READY);
                    final long startNs = System.nanoTime() - fromNs;
                    return new Broker(child, directory, here(mqtt), here(amqp), "bench", startNs);
                });
    }

    /** Mosquitto, if it is installed, told not to wait with small packets and to drop nothing. */
    static Optional<Broker> mosquitto() throws IOException {
        final Optional<Path> installed =
                List.of("/usr/sbin", "/usr/bin", "/usr/local/sbin", "/usr/local/bin").stream()
                        .map(place -> Path.of(place, "mosquitto"))
                        .filter(Files::isExecutable)
                        .findFirst();
        if (installed.isEmpty()) {
            return Optional.empty();
        }
        final InetSocketAddress mqtt = here(freePort());
        final Scratch scratch = Scratch.make();
        final Path configuration = scratch.path().resolve("mosquitto.conf");
        Files.writeString(configuration, MOSQUITTO_CONF.formatted(mqtt.getPort()));
        final List<String> command =
                List.of(installed.get().toString(), "-c", configuration.toString());
        final long fromNs = System.nanoTime();
        return Optional.of(
                start(
                        command,
                        scratch,
                        (child, directory) -> {
                            awaitListening(child, mqtt);
                            final long startNs = System.nanoTime() - fromNs;
                            return new Broker(child, directory, mqtt, mqtt, "none", startNs);
                        }));
    }

    private static Broker start(
            final List<String> command, final Scratch scratch, final Start start)
            throws IOException {
        final Child child = new Child(command, Map.of(), scratch.path().resolve("stderr.log"));
        Broker broker = null;
        try {
            broker = start.of(child, scratch);
        } finally {
            if (broker == null) {
                child.close(); // its log stays, for whoever looks why
            }
        }
        return broker;
    }

    private static void awaitListening(final Child child, final InetSocketAddress at)
            throws IOException {
        for (int i = 0; i < CONNECT_TRIES && child.isAlive(); i++) {
            try (Socket socket = new Socket(at.getAddress(), at.getPort())) {
                assert socket.isConnected();
                return;
            } catch (final ConnectException e) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10)); // not yet
            }
        }
        throw new IOException("a peer does not listen at " + at);
    }

    private static InetSocketAddress here(final int port) {
        return new InetSocketAddress("127.0.0.1", port);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() throws IOException {
        child.close();
        scratch.close();
    }
}
