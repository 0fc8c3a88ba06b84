package io.sluice.bench.live;

import io.sluice.bench.report.Line;
import io.sluice.bench.report.Suite;
import io.sluice.codec.mqtt.ConnectEncoder;
import io.sluice.codec.mqtt.MqttVersion;
import io.sluice.codec.wire.Slice;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.UnsafeBuffer;

/** What the daemon takes from a small box: time to start, memory, garbage, writes to the disk. */
public final class FootprintSuite implements Suite {
    private static final int PAYLOAD = 256;
    private static final double START_MS_GOAL = 500;
    private static final double RSS_MIB_GOAL = 96;
    private static final double CONNECTION_KB_GOAL = 4;
    private static final double BYTES_A_MESSAGE_GOAL = 1;
    private static final double BYTES_A_COMMIT_GOAL = 512;
    private static final double WRITTEN_GOAL = 2.5;
    private static final int CONNECTIONS = 10_000;
    private static final int OTHER_FILES = 200;
    private static final double KIB_A_MIB = 1024;

    private final List<Line> lines = new ArrayList<>();

    @Override
    public List<Line> measure(final boolean quick) throws IOException {
        Broker.buildSluice();
        starts(quick ? 3 : 5);
        connections(quick ? CONNECTIONS / 10 : CONNECTIONS);
        garbage(quick ? 40_000 : 400_000);
        writes(quick ? 20_000 : 200_000);
        return lines;
    }

    private static void say(final String what) {
        System.err.println("bench/run: " + what);
    }

    private static String text(final String format, final Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    private void add(final String what, final String ours, final String goal, final String met) {
        lines.add(new Line(what, ours, Line.NONE, Line.NONE, goal, met));
    }

    /** Starts, and what each has in memory then: the compilers make that another one each time. */
    private void starts(final int count) throws IOException {
        say("starts");
        final Rounds startMs = new Rounds();
        final Rounds rss = new Rounds();
        final Rounds anon = new Rounds();
        final Rounds file = new Rounds();
        double most = 0;
        for (int i = 0; i < count; i++) {
            try (Broker broker = Broker.sluice()) {
                startMs.ours(broker.startNs() / 1e6);
                settle();
                final Proc proc = Proc.of(broker.child());
                rss.ours(proc.number("status", "VmRSS") / KIB_A_MIB);
                anon.ours(proc.number("status", "RssAnon") / KIB_A_MIB);
                file.ours(proc.number("status", "RssFile") / KIB_A_MIB);
                most = Math.max(most, proc.number("status", "VmRSS") / KIB_A_MIB);
            }
        }
        final String of = " (median of " + count + ")";
        lines.add(
                startMs.line(
                        "`tools/sluice run` with a new store, until it listens" + of,
                        "%.0f ms",
                        text("%.0f ms", START_MS_GOAL),
                        Line.met(startMs.median() <= START_MS_GOAL)));
        add(
                "Idle: RSS" + of,
                text("%.1f MiB, once %.1f", rss.median(), most),
                text("%.0f MiB", RSS_MIB_GOAL),
                Line.met(rss.median() <= RSS_MIB_GOAL));
        add("Idle: RssAnon" + of, text("%.1f MiB", anon.median()), Line.NONE, Line.NONE);
        add("Idle: RssFile" + of, text("%.1f MiB", file.median()), Line.NONE, Line.NONE);
    }

    private void connections(final int wanted) throws IOException {
        final long files = Proc.SELF.number("limits", "Max open files");
        final int count = (int) Math.min(wanted, files - OTHER_FILES);
        say(count + " idle connections; open files are limited to " + files);
        final List<SocketChannel> open = new ArrayList<>();
        try (Broker broker = Broker.sluice()) {
            final Proc proc = Proc.of(broker.child());
            settle();
            final double idle = proc.number("status", "VmRSS");
            for (int i = 0; i < count; i++) {
                open.add(connect(broker, i));
            }
            settle();
            final double full = proc.number("status", "VmRSS");
            final double kib = (full - idle) / count;
            add(
                    text("An idle MQTT connection, of %,d: RSS", count),
                    text("%.2f KiB (%.1f MiB in all)", kib, full / KIB_A_MIB),
                    text("%.0f kB", CONNECTION_KB_GOAL),
                    Line.met(kib * 1.024 <= CONNECTION_KB_GOAL));
        } finally {
            open.forEach(FootprintSuite::close);
        }
    }

    /** Until what starts with it has been done. */
    private static void settle() {
        LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(3));
    }

    private static SocketChannel connect(final Broker broker, final int number) throws IOException {
        final ByteBuffer bytes = ByteBuffer.allocate(256);
        final int length =
                new ConnectEncoder()
                        .reset()
                        .cleanStart(true)
                        .clientId(Slice.ofUtf8("idle-" + number))
                        .encode(new UnsafeBuffer(bytes), 0, MqttVersion.V5);
        final SocketChannel channel = SocketChannel.open(broker.mqtt());
        channel.write(bytes.limit(length));
        if (channel.read(bytes.clear()) < 4 || bytes.get(3) != 0) {
            channel.close();
            throw new IOException("connection " + number + " is refused");
        }
        return channel;
    }

    private static void close(final SocketChannel channel) {
        try {
            channel.close();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path store(final Broker broker) {
        return broker.scratch().path().resolve("data");
    }

    private void garbage(final long messages) throws IOException {
        say("garbage");
        try (Broker broker = Broker.sluice();
                Allocated allocated = new Allocated(broker.child());
                AmqpDrain drain = new AmqpDrain(broker.amqp(), broker.queue(), 1_000);
                MqttLoad load = new MqttLoad(plan(broker, 10, 100, messages))) {
            // On the same connections, so that making them does not count.
            Beside.run(load::run, () -> drain.run(messages));
            final long bytesBefore = allocated.bytes();
            final long commitsBefore = Commits.of(store(broker));
            Beside.run(load::run, () -> drain.run(2 * messages));
            final double commits = Commits.of(store(broker)) - commitsBefore;
            final double bytes = allocated.bytes() - bytesBefore;
            final double goal = messages * BYTES_A_MESSAGE_GOAL + commits * BYTES_A_COMMIT_GOAL;
            add(
                    text("Allocated for a message, MQTT in and AMQP out, of %,d", messages),
                    text("%.2f B, %.4f commits", bytes / messages, commits / messages),
                    "1 B + 0.5 KiB a commit",
                    Line.met(bytes < goal));
        }
    }

    private static MqttLoad.Plan plan(
            final Broker broker, final int publishers, final int window, final long messages) {
        return new MqttLoad.Plan(
                broker.mqtt(), broker.queue(), publishers, window, PAYLOAD, messages);
    }

    private void writes(final long messages) throws IOException {
        say("writes");
        // Twice 192 in flight: those of one commit wait for it while the next one is gathered.
        try (Broker broker = Broker.sluice();
                MqttLoad load = new MqttLoad(plan(broker, 4, 96, messages))) {
            final Proc proc = Proc.of(broker.child());
            final long commitsBefore = Commits.of(store(broker));
            final long writtenBefore = proc.number("io", "wchar");
            Beside.run(load::run);
            final double written = proc.number("io", "wchar") - writtenBefore;
            final double commits = Commits.of(store(broker)) - commitsBefore;
            final double ratio = written / (messages * PAYLOAD);
            add(
                    text(
                            "Written for a byte of payload (256 B, %.0f records a commit), PUBACKs"
                                    + " included",
                            messages / commits),
                    text("%.2f B", ratio),
                    text("%.1f B", WRITTEN_GOAL),
                    Line.met(ratio <= WRITTEN_GOAL));
        }
    }
}
