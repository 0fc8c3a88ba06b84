package io.sluice.engine.mqtt;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.mqtt.ControlPacketType;
import io.sluice.codec.mqtt.MqttFramer;
import io.sluice.codec.mqtt.MqttVersion;
import io.sluice.codec.mqtt.PacketSender;
import io.sluice.codec.mqtt.PublishDecoder;
import io.sluice.codec.mqtt.ReasonCode;
import io.sluice.engine.link.FakeTarget;
import io.sluice.engine.link.Home;
import io.sluice.engine.link.Outcome;
import io.sluice.engine.observe.Counter;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/**
 * Clients of both versions do anything in any order, well and badly; targets, sockets and time do
 * too. Whatever happens, every message is accounted for and nothing is left.
 */
class ServerSessionRandomTest {
    private static final int RUNS = 200;
    private static final int STEPS = 400;
    private static final int CLIENTS = 4;

    private static final String[] TOPICS = {"a", "b/c", "queues/q", "queues/r", "closed/x"};
    private static final String[] FILTERS = {"#", "a", "+/c", "queues/q", "queues/r", "queues/#"};
    private static final Outcome[] OUTCOMES = {
        Outcome.ACCEPTED,
        Outcome.ACCEPTED,
        Outcome.ACCEPTED,
        Outcome.DUPLICATE,
        Outcome.REJECTED,
        Outcome.RELEASED,
        Outcome.NO_ROOM,
        Outcome.UNKNOWN
    };

    /** A test that never gets there shows nothing. */
    private static final Set<Counter> EXERCISED =
            EnumSet.of(
                    Counter.CONNECTIONS_PROTOCOL_ERROR,
                    Counter.CONNECTIONS_TIMED_OUT,
                    Counter.CONNECTIONS_HELD_TOO_LONG,
                    Counter.MESSAGES_RECEIVED,
                    Counter.MESSAGES_ACCEPTED,
                    Counter.MESSAGES_REFUSED,
                    Counter.MESSAGES_DROPPED_NO_ROOM,
                    Counter.MESSAGES_DROPPED_UNWANTED,
                    Counter.MESSAGES_DROPPED_CLOSED,
                    Counter.MESSAGES_RETURNED,
                    Counter.MATCHED,
                    Counter.MATCHED_SETTLED,
                    Counter.MATCHED_DEAD,
                    Counter.MATCHED_RETURNED,
                    Counter.MATCHED_DROPPED_SLOW,
                    Counter.MATCHED_DROPPED_CLOSED,
                    Counter.MATCHED_DROPPED_TOO_LARGE,
                    Counter.MATCHED_DROPPED_REJECTED);

    private final Set<Counter> seen = EnumSet.noneOf(Counter.class);
    private final List<FakeClient> clients = new ArrayList<>();
    private final MqttFramer framer = new MqttFramer(1 << 20);
    private final PublishDecoder publish = new PublishDecoder(PacketSender.SERVER);
    private Random random;
    private FakeLoop loop;

    @Test
    void accountsForEveryMessage() {
        final long first = System.nanoTime();
        for (long seed = first; seed < first + RUNS; seed++) {
            run(seed);
        }
        for (final Counter counter : EXERCISED) {
            assertTrue(seen.contains(counter), "never came about: " + counter.label());
        }
    }

    private void run(final long seed) {
        try {
            random = new Random(seed);
            loop = new FakeLoop(FakeLoop.LIMITS, new Home.Limits(12, 4, 1 << 18));
            loop.inChunks(random.nextBoolean() ? Integer.MAX_VALUE : 1 + random.nextInt(9));
            clients.clear();
            for (int i = 0; i < STEPS; i++) {
                step();
            }
            end();
        } catch (final AssertionError | RuntimeException e) {
            throw new AssertionError("seed " + seed, e);
        }
    }

    private void step() {
        clients.removeIf(ServerSessionRandomTest::isClosed);
        if (clients.size() < CLIENTS) {
            clients.add(connect());
        }
        final FakeClient client = clients.get(random.nextInt(clients.size()));
        switch (random.nextInt(20)) {
            case 0, 1, 2, 3, 4, 19 -> act(client, client.v5 == (random.nextInt(20) > 0));
            case 5, 6, 18 -> acknowledge(client);
            case 7, 16, 17 -> client.wire.congested = true;
            case 8, 9 -> client.writable();
            case 10, 11, 12 -> bringHome();
            case 13 -> toggleTarget();
            case 14 -> loop.passSeconds(random.nextInt(20));
            default -> disturb(client);
        }
        loop.step();
        clients.forEach(FakeClient::arriveAgain);
    }

    private static boolean isClosed(final FakeClient client) {
        if (client.wire.closed) {
            client.expectsClosed();
        }
        return client.wire.closed;
    }

    private FakeClient connect() {
        final FakeClient client = loop.client();
        final String id = "'c" + random.nextInt(6) + "'";
        final boolean will = random.nextInt(4) == 0;
        client.wire.take();
        client.v5 = random.nextBoolean();
        if (client.v5) {
            final String properties = random.nextBoolean() ? "21 00 02" : "27 00 00 00 40";
            client.sends(
                    "10 .. 'MQTT' 05 "
                            + (will ? "06" : "02")
                            + " 00 1E ("
                            + properties
                            + ") "
                            + id
                            + (will ? " () 'a' 'gone'" : ""));
        } else {
            client.sends(
                    "10 .. 'MQTT' 04 "
                            + (will ? "0E" : "02")
                            + " 00 1E "
                            + id
                            + (will ? " 'queues/q' 'gone'" : ""));
        }
        return client;
    }

    /** What is right in one version is often wrong in the other: now and then that is wanted. */
    private void act(final FakeClient client, final boolean v5) {
        final String list = v5 ? " () " : " ";
        final String id = packetId();
        final int qos = random.nextInt(3);
        switch (random.nextInt(8)) {
            case 0 ->
                    client.sends(
                            "82 .. " + id + list + "'" + any(FILTERS) + "' 0" + random.nextInt(3));
            case 1 -> client.sends("A2 .. " + id + list + "'" + any(FILTERS) + "'");
            case 2 -> client.sends("C0 00");
            case 3 -> client.sends("62 02 " + id);
            default ->
                    client.sends(
                            "3"
                                    + 2 * qos
                                    + " .. '"
                                    + any(TOPICS)
                                    + "'"
                                    + (qos > 0 ? " " + id : "")
                                    + list
                                    + "`"
                                    + "x".repeat(random.nextInt(80))
                                    + "`");
        }
    }

    private String packetId() {
        return "00 0" + (1 + random.nextInt(9));
    }

    private String any(final String[] texts) {
        return texts[random.nextInt(texts.length)];
    }

    /** Answers most of what came, and now and then what did not. */
    private void acknowledge(final FakeClient client) {
        final UnsafeBuffer written = new UnsafeBuffer(client.wire.take());
        final MqttVersion version = client.v5 ? MqttVersion.V5 : MqttVersion.V3_1_1;
        int at = 0;
        while (framer.next(written, at, written.capacity()) == ReasonCode.SUCCESS) {
            if (framer.type() == ControlPacketType.PUBREL) {
                answer(client, "70", hex(written.getShort(at + 2, BIG_ENDIAN)));
            } else if (framer.type() == ControlPacketType.PUBLISH) {
                final int reason = publish.wrap(written, at, framer.packetLength(), version);
                assertEquals(ReasonCode.SUCCESS, reason);
                if (publish.qos() > 0) {
                    answer(client, publish.qos() == 1 ? "40" : "50", hex(publish.packetId()));
                }
            }
            at += framer.packetLength();
        }
        if (random.nextInt(6) == 0) {
            answer(client, random.nextBoolean() ? "40" : "50", packetId());
        }
    }

    private void answer(final FakeClient client, final String type, final String packetId) {
        if (random.nextInt(5) == 0) {
            return;
        }
        final boolean refuses = client.v5 && random.nextInt(3) == 0 && !type.equals("70");
        client.sends(type + (refuses ? " 03 " : " 02 ") + packetId + (refuses ? " 97" : ""));
    }

    private static String hex(final int packetId) {
        return String.format("%02X %02X", packetId >> 8 & 0xFF, packetId & 0xFF);
    }

    private void bringHome() {
        final FakeTarget target = loop.directory.target;
        if (!target.taken.isEmpty()) {
            target.bringHome(
                    random.nextInt(target.taken.size()), OUTCOMES[random.nextInt(OUTCOMES.length)]);
        }
    }

    private void toggleTarget() {
        final FakeTarget target = loop.directory.target;
        target.hasRoom = random.nextInt(3) > 0;
        target.outcome = random.nextBoolean() ? null : OUTCOMES[random.nextInt(3)];
        loop.home.madeRoom();
    }

    private void disturb(final FakeClient client) {
        switch (random.nextInt(4)) {
            case 0 -> client.drops();
            case 1 -> client.sends("E0 00");
            case 2 -> {
                final byte[] garbage = new byte[1 + random.nextInt(12)];
                random.nextBytes(garbage);
                client.sends(garbage);
            }
            default -> client.sends("E0 01 04");
        }
    }

    private void end() {
        clients.forEach(each -> each.drops());
        loop.directory.target.hasRoom = true;
        while (!loop.home.isComplete()
                || !loop.directory.target.taken.isEmpty()
                || loop.server.wills().bytesTaken() > 0) {
            while (!loop.directory.target.taken.isEmpty()) {
                bringHome();
            }
            loop.home.madeRoom();
            loop.step();
        }
        loop.expectsComplete();
        for (final Counter counter : EXERCISED) {
            if (loop.count(counter) > 0) {
                seen.add(counter);
            }
        }
        assertTrue(loop.directory.sources.stream().allMatch(each -> each.closed));
    }
}
