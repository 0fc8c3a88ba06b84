package io.sluice.engine.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.amqp.SenderSettleMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Links that attach, detach, steal each other, and change their credit and their mind about a drain
 * at any moment of what goes on at the queue: none gets more than its last credit, each drain is
 * answered once, and each message ends with one of them.
 */
class AmqpCreditStormTest {
    private static final int MESSAGES = 100;
    private static final int RUNS = Integer.getInteger("sluice.storm.runs", 12);

    /** One of the links, as its peer knows it. */
    private final class Link {
        private final FakePeer peer;
        private boolean attached;
        private int count;
        private int limit;
        private boolean draining;
        private int nextId = firstId;

        /** Delivery-ids, and the number of the last message that was read with it. */
        private final List<int[]> unsettled = new ArrayList<>();

        private Link(final int number, final int loop) {
            peer = world.peer(loop);
            peer.container = "storm" + number;
            peer.session();
        }

        private void toggle() {
            if (attached) {
                final boolean closed = random.nextBoolean();
                peer.send(peer.detach.clear().handle(0).closed(closed)::encode);
                read();
                unsettled.clear();
                attached = false;
            } else {
                peer.receiver(0, "queues/x", SenderSettleMode.UNSETTLED);
                attached = true;
                count = firstId;
                limit = firstId;
                draining = false;
                read();
            }
        }

        private void flow() {
            final int credit = random.nextInt(4) == 0 ? 0 : random.nextInt(12);
            draining = random.nextInt(3) == 0;
            limit = count + credit;
            peer.credit(0, count, credit, draining);
            read();
        }

        /** What was written since the last flow went out is within it. */
        private void read() {
            for (final String line : peer.read().split("\n")) {
                final String[] words = line.split(" ");
                if (line.startsWith("transfer")) {
                    assertEquals(nextId, Integer.parseUnsignedInt(words[3]));
                    unsettled.add(new int[] {nextId++, AmqpWorld.number(peer)});
                    count++;
                    assertTrue(count - limit <= 0, "past the credit");
                } else if (line.startsWith("flow")) {
                    assertTrue(line.endsWith("credit 0 drain"), line);
                    assertTrue(draining, "a drain that nobody asked for");
                    assertEquals(
                            limit, Integer.parseUnsignedInt(words[3]), "all credit is used up");
                    count = limit;
                    draining = false;
                } else if (line.endsWith("amqp:link:stolen")) {
                    attached = false;
                    draining = false;
                    unsettled.clear();
                    steals++;
                    peer.send(peer.detach.clear().handle(0).closed(false)::encode).expect("");
                }
            }
        }

        private void settle() {
            if (unsettled.isEmpty()) {
                return;
            }
            final int[] one = unsettled.remove(random.nextInt(unsettled.size()));
            peer.settle(one[0], one[0]);
            if (random.nextInt(3) == 0) {
                peer.disposition.state().released();
            } else {
                peer.disposition.state().accepted();
                accepted++;
            }
            peer.send(peer.disposition::encode);
            read();
        }
    }

    private AmqpWorld world;
    private Random random;
    private int firstId;
    private int accepted;
    private int steals;

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void losesNothing(final int loops) {
        final long first = Long.getLong("sluice.seed", System.nanoTime());
        for (int run = 0; run < RUNS; run++) {
            try {
                storm(first + run, loops);
            } catch (final AssertionError e) {
                throw new AssertionError("-Dsluice.seed=" + (first + run), e);
            }
        }
        assertTrue(steals > 0, "none was stolen");
    }

    private void storm(final long seed, final int loops) {
        random = new Random(seed);
        accepted = 0;
        world = new AmqpWorld(loops);
        firstId = -random.nextInt(50); // so that ids and counts go round on the way
        world.firstId = firstId;
        world.fill("queues/x", MESSAGES);
        if (random.nextBoolean()) {
            world.crash(); // the queue has to read what it has
        }
        final List<Link> links = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            links.add(new Link(i % 3, i % 3 % loops)); // the last is the first's link
        }
        for (int i = 0; i < 600; i++) {
            final Link link = links.get(random.nextInt(links.size()));
            world.reads = random.nextInt(3) > 0;
            world.writes = random.nextInt(3) > 0;
            final int dice = random.nextInt(20);
            if (dice == 0 || !link.attached) {
                link.toggle();
            } else if (dice < 12) {
                link.flow();
            } else {
                link.settle();
            }
            links.forEach(Link::read);
        }
        world.reads = true;
        world.writes = true;
        world.settleDown();
        for (final Link link : links) {
            link.read();
            assertEquals(false, link.attached && link.draining, "a drain without an answer");
            if (link.attached) {
                link.toggle();
            }
        }
        rest(links.get(0));
        links.forEach(link -> link.peer.lose());
        world.expectsComplete();
        assertEquals(0, world.store.records());
    }

    /** What was not accepted is all there, each once. */
    private void rest(final Link last) {
        last.toggle();
        final Set<Integer> numbers = new HashSet<>();
        int found = 0;
        do {
            found = numbers.size();
            last.limit = last.count + 1; // one by one, to know each
            last.peer.credit(0, last.count, 1);
            world.settleDown();
            last.read();
            for (final int[] one : last.unsettled) {
                numbers.add(one[1]);
            }
            while (!last.unsettled.isEmpty()) {
                final int id = last.unsettled.remove(0)[0];
                last.peer.settle(id, id).state().accepted();
                last.peer.send(last.peer.disposition::encode);
            }
            world.settleDown();
        } while (numbers.size() > found);
        assertEquals(
                MESSAGES - accepted, numbers.size(), Arrays.asList(accepted, numbers)::toString);
    }
}
