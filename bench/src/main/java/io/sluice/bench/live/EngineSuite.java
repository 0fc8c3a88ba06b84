package io.sluice.bench.live;

import io.sluice.bench.report.Line;
import io.sluice.bench.report.Suite;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The daemon under load beside its peers, each a process of its own. Rounds take turns, and each
 * side is warmed up by a round that does not count.
 */
public final class EngineSuite implements Suite {
    private static final int PAYLOAD = 256;
    private static final int CREDIT = 1_000;
    private static final double RATE_GOAL = 40_000;
    private static final double RATE_RATIO_GOAL = 2.5;
    private static final double ACK_MS_GOAL = 50;
    private static final double COMMIT_RATIO_GOAL = 1.5;
    private static final double ALONE_RATIO_GOAL = 8;
    private static final String EVENTS = "events/bench";

    private int rounds;
    private int scale;

    @Override
    public List<Line> measure(final boolean quick) throws IOException {
        rounds = quick ? 1 : 5;
        scale = quick ? 1 : 10;
        Broker.buildSluice();
        final List<Line> lines = new ArrayList<>(durable());
        lines.addAll(oneInFlight());
        lines.add(events(0));
        lines.add(events(1));
        return lines;
    }

    private static void say(final String what) {
        System.err.println("bench/run: " + what);
    }

    private static MqttLoad.Plan plan(
            final Broker broker, final String topic, final int window, final long messages) {
        final int publishers = window == 1 ? 1 : 10;
        return new MqttLoad.Plan(broker.mqtt(), topic, publishers, window, PAYLOAD, messages);
    }

    /** The rows of a durable queue with MQTT at one end and AMQP at the other. */
    private List<Line> durable() throws IOException {
        final Rounds rate = new Rounds();
        final Rounds ackMs = new Rounds();
        final long messages = 20_000L * scale;
        try (Broker ours = Broker.sluice();
                Broker peer = artemis()) {
            for (int round = 0; round <= rounds; round++) {
                final boolean counts = round > 0;
                say("durable, " + (counts ? "round " + round + " of " + rounds : "warming up"));
                final Passed passed = pass(ours, messages);
                if (counts) {
                    rate.ours(passed.perSecond());
                    ackMs.ours(passed.ackMs());
                }
                final Passed peers = peer == null ? null : pass(peer, messages);
                if (counts && peers != null) {
                    rate.peer(peers.perSecond());
                    ackMs.peer(peers.ackMs());
                }
            }
        }
        final boolean fast = rate.median() >= RATE_GOAL && !(rate.ratio() < RATE_RATIO_GOAL);
        return List.of(
                rate.line(
                        "Durable queue, MQTT QoS 1 in (10 x window 100, 256 B), AMQP out at the"
                                + " same time (peer: Artemis)",
                        "%.0f msg/s",
                        "40,000 msg/s, 2.50",
                        Line.met(fast)),
                ackMs.line(
                        "Durable queue, the same: p99 of the acknowledgements (peer: Artemis)",
                        "%.1f ms",
                        "50 ms",
                        Line.met(ackMs.median() <= ACK_MS_GOAL)));
    }

    /** The peer, or null, which is said, where it cannot be had. */
    private static Broker artemis() {
        try {
            return Broker.artemis();
        } catch (final IOException e) {
            say("Artemis is left out: " + e.getMessage());
            return null;
        }
    }

    /** What a round gave. */
    private record Passed(double perSecond, double ackMs) {}

    private static Passed pass(final Broker broker, final long messages) throws IOException {
        final MqttLoad.Plan plan = plan(broker, broker.queue(), 100, messages);
        try (AmqpDrain drain = new AmqpDrain(broker.amqp(), broker.queue(), CREDIT);
                MqttLoad load = new MqttLoad(plan)) {
            final long ns = Beside.run(load::run, () -> drain.run(messages));
            final double p99Ns = load.ackNs().getValueAtPercentile(99);
            return new Passed(messages * 1e9 / ns, p99Ns / 1e6);
        }
    }

    private List<Line> oneInFlight() throws IOException {
        final Rounds p50 = new Rounds();
        final Rounds rate = new Rounds();
        final int messages = 40 * scale;
        try (Broker ours = Broker.sluice();
                Broker peer = artemis();
                Scratch scratch = Scratch.make();
                Commits bare = new Commits(scratch.path(), PAYLOAD);
                MqttLoad load = new MqttLoad(plan(ours, "queues/one", 1, messages))) {
            say("one in flight, beside bare commits" + (peer == null ? "" : " and Artemis"));
            for (int round = 0; round <= 2 * rounds; round++) {
                final long ns = Beside.run(load::run);
                final double ourUs = load.ackNs().getValueAtPercentile(50) / 1e3;
                final double bareUs = bare.run(messages).getValueAtPercentile(50) / 1e3;
                final double peers = peer == null ? 0 : alone(peer, messages / 4);
                if (round > 0) {
                    p50.ours(ourUs);
                    p50.peer(bareUs);
                    rate.ours(messages * 1e9 / ns);
                }
                if (round > 0 && peer != null) {
                    rate.peer(peers);
                }
            }
        }
        return List.of(
                p50.line(
                        "Durable queue, one message in flight: p50 of the acknowledgement (peer: a"
                                + " bare synced LMDB commit)",
                        "%.0f us",
                        "1.50",
                        Line.met(p50.ratio() <= COMMIT_RATIO_GOAL)),
                rate.line(
                        "Durable queue, one message in flight: rate (peer: Artemis)",
                        "%.0f msg/s",
                        "8.00",
                        Line.met(!(rate.ratio() < ALONE_RATIO_GOAL))));
    }

    /** Messages a second of one publisher that waits for each acknowledgement. */
    private static double alone(final Broker broker, final int messages) throws IOException {
        try (MqttLoad load = new MqttLoad(plan(broker, broker.queue(), 1, messages))) {
            return messages * 1e9 / Beside.run(load::run);
        }
    }

    private Line events(final int qos) throws IOException {
        final Rounds rate = new Rounds();
        final long messages = 40_000L * scale;
        try (Broker ours = Broker.sluice();
                Broker peer = Broker.mosquitto().orElse(null)) {
            say("events at QoS " + qos + (peer == null ? "; there is no mosquitto" : ""));
            for (int round = 0; round <= rounds; round++) {
                final Reached own = publish(ours, qos, messages);
                final Reached peers = peer == null ? null : publish(peer, qos, messages);
                if (round > 0) {
                    rate.ours(own.perSecond());
                    rate.lost(own.lost(), peers == null ? 0 : peers.lost());
                }
                if (round > 0 && peers != null) {
                    rate.peer(peers.perSecond());
                }
            }
        }
        return rate.line(
                "Events in at QoS 1 (10 x window 20, 256 B), one subscriber at QoS "
                        + qos
                        + " (peer: mosquitto)",
                "%.0f msg/s",
                Line.NONE,
                Line.NONE);
    }

    /** What reached the subscriber, and the share that did not. */
    private record Reached(double perSecond, double lost) {}

    private static Reached publish(final Broker broker, final int qos, final long messages)
            throws IOException {
        try (MqttDrain drain = new MqttDrain(broker.mqtt(), EVENTS, qos);
                MqttLoad load = new MqttLoad(plan(broker, EVENTS, 20, messages))) {
            final AtomicLong received = new AtomicLong();
            final long fromNs = System.nanoTime();
            Beside.run(load::run, () -> received.set(drain.run(messages)));
            return new Reached(
                    received.get() * 1e9 / (drain.lastNs() - fromNs),
                    1 - received.get() / (double) messages);
        }
    }
}
