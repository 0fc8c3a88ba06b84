package io.sluice.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5Client;
import io.sluice.engine.observe.Books;
import io.sluice.engine.observe.Counter;
import io.sluice.engine.observe.CounterSnapshot;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.qpid.protonj2.client.Client;
import org.apache.qpid.protonj2.client.Connection;
import org.apache.qpid.protonj2.client.Delivery;
import org.apache.qpid.protonj2.client.Receiver;
import org.apache.qpid.protonj2.client.ReceiverOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Publishers at twice what the consumers take: memory stays where it is, publishers to a queue are
 * held back and lose nothing, and what events lose is counted to the last one. Seconds in a build;
 * {@code -Dsluice.overload.seconds=600} for longer.
 */
class OverloadTest {
    private static final int SECONDS = Integer.getInteger("sluice.overload.seconds", 5);
    private static final int TAKEN_PER_SECOND = 1_000;
    private static final int OFFERED_PER_SECOND = 2 * TAKEN_PER_SECOND;
    private static final int QUEUE_MAX = 1_500;
    private static final int WINDOW = 100;
    private static final int PAYLOAD = 2_048;
    private static final long PATIENCE_S = 20;

    /** The heap, the slabs, the code and the stacks that the daemon is started with. */
    private static final long ANONYMOUS_KIB_MAX = 200 << 10;

    @TempDir private Path data;

    private volatile boolean offering = true;

    /** Waits for the moment at which so many are allowed; this is the load, not a wait for it. */
    private static void pace(final long startNs, final long count, final int perSecond) {
        final long dueNs = startNs + count * TimeUnit.SECONDS.toNanos(1) / perSecond;
        for (long leftNs; (leftNs = dueNs - System.nanoTime()) > 0; ) {
            LockSupport.parkNanos(leftNs);
        }
    }

    private static Mqtt5AsyncClient connect(final ChildDaemon daemon, final String id)
            throws Exception {
        final Mqtt5AsyncClient client =
                Mqtt5Client.builder()
                        .identifier(id)
                        .serverHost(RunningDaemon.HOST)
                        .serverPort(daemon.mqttPort())
                        .buildAsync();
        client.connect().get(PATIENCE_S, TimeUnit.SECONDS);
        return client;
    }

    private CounterSnapshot counted() throws IOException {
        return CounterSnapshot.read(RunCounters.fileOf(data.toRealPath()));
    }

    /** Publishes numbered messages, as many as it may, with so many not acknowledged at most. */
    private final class Publisher implements Runnable {
        private final ChildDaemon daemon;
        private final String topic;
        private final MqttQos qos;
        private final AtomicLong acknowledged = new AtomicLong();
        private volatile Throwable failure;
        private long offered;
        private long heldBackNs;

        Publisher(final ChildDaemon daemon, final String topic, final MqttQos qos) {
            this.daemon = daemon;
            this.topic = topic;
            this.qos = qos;
        }

        @Override
        public void run() {
            try {
                final Mqtt5AsyncClient client = connect(daemon, "publisher of " + topic);
                final Semaphore window = new Semaphore(WINDOW);
                final long startNs = System.nanoTime();
                while (offering) {
                    pace(startNs, offered, OFFERED_PER_SECOND);
                    final long fromNs = System.nanoTime();
                    final boolean mayPublish = window.tryAcquire(100, TimeUnit.MILLISECONDS);
                    heldBackNs += System.nanoTime() - fromNs;
                    if (mayPublish) {
                        publish(client, window);
                    }
                }
                assertTrue(window.tryAcquire(WINDOW, PATIENCE_S, TimeUnit.SECONDS), topic);
                client.disconnect().get(PATIENCE_S, TimeUnit.SECONDS);
            } catch (final Throwable e) {
                failure = e;
            }
        }

        private void publish(final Mqtt5AsyncClient client, final Semaphore window) {
            final byte[] payload = new byte[PAYLOAD];
            ByteBuffer.wrap(payload).putLong(offered++);
            client.publishWith()
                    .topic(topic)
                    .qos(qos)
                    .payload(payload)
                    .send()
                    .whenComplete(
                            (result, error) -> {
                                if (error == null && result.getError().isEmpty()) {
                                    acknowledged.incrementAndGet();
                                }
                                window.release();
                            });
        }
    }

    /** The most that the process had of memory of its own, in KiB. */
    private static long anonymousKib(final ChildDaemon daemon) throws IOException {
        return Files.readAllLines(Path.of("/proc/" + daemon.pid() + "/status")).stream()
                .filter(line -> line.startsWith("RssAnon:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .findAny()
                .orElseThrow();
    }

    private Path configuration() throws IOException {
        return Files.writeString(
                data.resolve("overload.yaml"), "queues: {max_messages: " + QUEUE_MAX + "}\n");
    }

    private ChildDaemon daemon() throws IOException {
        return new ChildDaemon(
                data,
                new String[] {"--config=" + configuration()},
                "-XX:+UseSerialGC",
                "-Xmx96m",
                "-XX:MaxDirectMemorySize=256m",
                "-XX:ReservedCodeCacheSize=32m",
                "-XX:-UsePerfData");
    }

    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    void holdsBackWhoeverPublishesToAQueueAndLosesNothing() throws Exception {
        try (ChildDaemon daemon = daemon();
                Client amqp = Client.create();
                Connection connection = amqp.connect(RunningDaemon.HOST, daemon.amqpPort())) {
            final Publisher publisher =
                    new Publisher(daemon, "queues/overload", MqttQos.AT_LEAST_ONCE);
            final Thread publishing = new Thread(publisher, "publishing");
            final Receiver receiver =
                    connection.openReceiver(
                            "queues/overload", new ReceiverOptions().creditWindow(100));
            publishing.start();
            final BitSet got = new BitSet();
            final long startNs = System.nanoTime();
            long taken = 0;
            long anonymousKib = 0;
            while (System.nanoTime() - startNs < TimeUnit.SECONDS.toNanos(SECONDS)) {
                pace(startNs, taken++, TAKEN_PER_SECOND);
                assertTrue(take(receiver, got, PATIENCE_S * 1_000), "nothing comes");
                final long waiting = publisher.acknowledged.get() - taken;
                assertTrue(waiting <= QUEUE_MAX + WINDOW, waiting + " wait");
                if (taken % TAKEN_PER_SECOND == 0) {
                    anonymousKib = Math.max(anonymousKib, anonymousKib(daemon));
                }
            }
            offering = false;
            while (publishing.isAlive()) {
                take(receiver, got, 50);
            }
            publishing.join();
            assertEquals(null, publisher.failure);
            while (got.cardinality() < publisher.offered) {
                assertTrue(take(receiver, got, PATIENCE_S * 1_000), "nothing comes");
            }
            System.out.printf(
                    "OverloadTest: %d s, queue: %d offered, held back for %d ms, %d MiB RssAnon%n",
                    SECONDS,
                    publisher.offered,
                    TimeUnit.NANOSECONDS.toMillis(publisher.heldBackNs),
                    anonymousKib >> 10);
            assertEquals(publisher.offered, publisher.acknowledged.get());
            assertEquals(publisher.offered, got.cardinality());
            assertTrue(
                    publisher.offered < (long) SECONDS * OFFERED_PER_SECOND,
                    "as if nobody had held it back");
            assertTrue(anonymousKib < ANONYMOUS_KIB_MAX, anonymousKib + " KiB");
        }
    }

    /** One message, if one comes in time. */
    private static boolean take(final Receiver receiver, final BitSet got, final long timeoutMs)
            throws Exception {
        final Delivery delivery = receiver.receive(timeoutMs, TimeUnit.MILLISECONDS);
        if (delivery == null) {
            return false;
        }
        final int number = (int) ByteBuffer.wrap((byte[]) delivery.message().body()).getLong();
        assertTrue(!got.get(number), number + " came twice");
        got.set(number);
        delivery.accept();
        return true;
    }

    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    void countsEachEventThatASlowSubscriberLost() throws Exception {
        try (ChildDaemon daemon = daemon();
                SlowSubscriber subscriber = new SlowSubscriber(daemon.mqttPort())) {
            final Publisher atMostOnce =
                    new Publisher(daemon, "events/overload/0", MqttQos.AT_MOST_ONCE);
            final Publisher atLeastOnce =
                    new Publisher(daemon, "events/overload/1", MqttQos.AT_LEAST_ONCE);
            final Thread first = new Thread(atMostOnce, "at most once");
            final Thread second = new Thread(atLeastOnce, "at least once");
            first.start();
            second.start();
            final long startNs = System.nanoTime();
            long anonymousKib = 0;
            for (int s = 0; s < SECONDS; s++) {
                while (subscriber.received < (long) (s + 1) * TAKEN_PER_SECOND) {
                    pace(startNs, subscriber.received, TAKEN_PER_SECOND);
                    subscriber.take();
                }
                anonymousKib = Math.max(anonymousKib, anonymousKib(daemon));
            }
            offering = false;
            // What was dropped is known when all that was sent has been read.
            final Mqtt5AsyncClient last = connect(daemon, "last");
            first.join();
            second.join();
            assertEquals(null, atMostOnce.failure);
            assertEquals(null, atLeastOnce.failure);
            final long offered = atMostOnce.offered + atLeastOnce.offered;
            while (subscriber.received + dropped() < offered) {
                subscriber.take();
            }
            last.publishWith()
                    .topic("events/overload/end")
                    .send()
                    .get(PATIENCE_S, TimeUnit.SECONDS);
            subscriber.take();
            assertEquals("events/overload/end", subscriber.topic, "one that was counted as lost");
            // The last one is here before the loop has counted that the kernel took it.
            CounterSnapshot counted = counted();
            while (Books.matchedHeld(counted::value) > 0) {
                counted = counted();
            }
            System.out.printf(
                    "OverloadTest: %d s, events: %d offered, %d lost, %d MiB RssAnon%n",
                    SECONDS, offered, dropped(), anonymousKib >> 10);
            assertEquals(offered + 1, subscriber.received + dropped());
            assertTrue(dropped() > 0, "the subscriber was never too slow");
            assertEquals(offered, atMostOnce.acknowledged.get() + atLeastOnce.acknowledged.get());
            assertEquals(offered + 1, counted.value(Counter.MATCHED));
            assertEquals(subscriber.received, counted.value(Counter.MATCHED_SETTLED));
            assertTrue(anonymousKib < ANONYMOUS_KIB_MAX, anonymousKib + " KiB");
        }
    }

    private long dropped() throws IOException {
        return counted().value(Counter.MATCHED_DROPPED_SLOW);
    }

    /** Reads what comes for {@code events/overload/#} at QoS 0, when it is told to. */
    private static final class SlowSubscriber implements AutoCloseable {
        private static final byte[] CONNECT = {
            0x10, 16, 0, 4, 'M', 'Q', 'T', 'T', 4, 2, 0, 0, 0, 4, 's', 'l', 'o', 'w'
        };
        private static final String FILTER = "events/overload/#";

        private final Socket socket = new Socket();
        private final DataInputStream in;
        private long received;
        private String topic;

        SlowSubscriber(final int port) throws IOException {
            socket.setReceiveBufferSize(16 << 10);
            socket.connect(new java.net.InetSocketAddress(RunningDaemon.HOST, port));
            socket.setSoTimeout((int) TimeUnit.SECONDS.toMillis(PATIENCE_S));
            in = new DataInputStream(socket.getInputStream());
            socket.getOutputStream().write(CONNECT);
            in.readFully(new byte[4]);
            final ByteBuffer subscribe = ByteBuffer.allocate(64);
            subscribe.put((byte) 0x82).put((byte) (FILTER.length() + 5)).putShort((short) 1);
            subscribe.putShort((short) FILTER.length()).put(FILTER.getBytes(UTF_8)).put((byte) 0);
            socket.getOutputStream().write(subscribe.array(), 0, subscribe.position());
            in.readFully(new byte[5]);
        }

        /** One PUBLISH at QoS 0. */
        void take() throws IOException {
            assertEquals(0x30, in.readUnsignedByte());
            int length = 0;
            int shift = 0;
            int digit;
            do {
                digit = in.readUnsignedByte();
                length |= (digit & 0x7f) << shift;
                shift += 7;
            } while (digit > 0x7f);
            final byte[] rest = new byte[length];
            in.readFully(rest);
            topic = new String(rest, 2, (rest[0] & 0xff) << 8 | rest[1] & 0xff, UTF_8);
            received++;
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
