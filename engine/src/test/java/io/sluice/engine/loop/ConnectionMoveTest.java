package io.sluice.engine.loop;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.engine.link.Home;
import io.sluice.engine.observe.Counter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections that change their loop. */
final class ConnectionMoveTest {
    private final List<Mover> made = new ArrayList<>();
    private final SimLoops sim = new SimLoops(3, 17, this::make);

    ConnectionMoveTest() throws IOException {}

    private Protocol make(final Wire wire, final Home home, final long nowNs) {
        made.add(new Mover(wire, home));
        return made.get(made.size() - 1);
    }

    private Mover last() {
        return made.get(made.size() - 1);
    }

    /** Moves on after so many packets, if told to. */
    private final class Mover extends Packets {
        private final Home home;
        private int moveAfter = Integer.MAX_VALUE;
        private int target;

        Mover(final Wire wire, final Home home) {
            super(wire);
            this.home = home;
        }

        @Override
        void onPacket(final MutableDirectBuffer buffer, final int offset, final int length) {
            super.onPacket(buffer, offset, length);
            if (packets == moveAfter) {
                permits = 0;
                wire.moveTo(target, ConnectionMoveTest.this::make);
            }
        }

        private void moveAfter(final int count, final int loop) {
            moveAfter = count;
            target = loop;
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void takesUnreadBytesToItsNewLoop(final int target) throws IOException {
        final SimNetwork.Peer peer = sim.connect();
        made.get(0).moveAfter(2, target);
        final byte[] packet = Packets.packet(60);
        final byte[] all = new byte[5 * packet.length];
        for (int i = 0; i < 5; i++) {
            System.arraycopy(packet, 0, all, i * packet.length, packet.length);
        }
        peer.send(all, 0, all.length - 1);
        sim.run();
        assertEquals(2, made.size());
        assertEquals(2, made.get(0).packets);
        assertEquals(2, made.get(1).packets);
        assertEquals(target, made.get(1).home.index());
        peer.send(all, all.length - 1, 1);
        sim.run();
        assertEquals(3, made.get(1).packets);
        assertArrayEquals(all, peer.take(10_000));
        assertEquals(1, sim.count(Counter.CONNECTIONS_MOVED));
        assertEquals(null, made.get(0).closed, "it did not end");
        peer.end();
        sim.run();
        assertEquals(CloseCause.PEER, made.get(1).closed);
        assertEquals(null, made.get(0).closed);
        sim.assertNothingLeft();
    }

    @Test
    void takesBytesThatWereNotSent() throws IOException {
        final SimNetwork.Peer peer = sim.connect();
        final byte[] big = new byte[4_000];
        new Random(5).nextBytes(big);
        final Wire wire = made.get(0).wire;
        wire.write(new UnsafeBuffer(big), 0, big.length);
        wire.write(new UnsafeBuffer(big), 0, big.length);
        sim.run();
        assertTrue(wire.bytesQueued() > 0);
        wire.moveTo(1, this::make);
        wire.write(new UnsafeBuffer(big), 0, big.length);
        sim.run();
        assertEquals(0, sim.loop().transmit().borrowed());
        last().wire.write(new UnsafeBuffer(big), 0, big.length);
        final ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] some = peer.take(77); some.length > 0; some = peer.take(77)) {
            all.writeBytes(some);
            sim.run();
        }
        assertEquals(4 * big.length, all.size());
        for (int i = 0; i < 4; i++) {
            final byte[] part = Arrays.copyOfRange(all.toByteArray(), i * 4_000, (i + 1) * 4_000);
            assertArrayEquals(big, part, "write " + i);
        }
    }

    @Test
    void leavesAWireBehindThatReachesNobody() throws IOException {
        final SimNetwork.Peer peer = sim.connect();
        final Wire old = made.get(0).wire;
        old.moveTo(1, this::make);
        sim.run();
        assertTrue(old.isClosed());
        old.write(new UnsafeBuffer(new byte[10]), 0, 10);
        old.hold();
        old.resume();
        old.close();
        old.abort();
        old.moveTo(2, this::make);
        sim.run();
        assertEquals(2, made.size());
        assertFalse(last().wire.isClosed());
        assertEquals(0, peer.take(100).length);
        peer.send(Packets.packet(1), 0, 5);
        sim.run();
        assertEquals(5, peer.take(100).length);
    }

    @Test
    void closesInsteadIfBothAreAskedFor() throws IOException {
        final SimNetwork.Peer peer = sim.connect();
        made.get(0).wire.moveTo(1, this::make);
        made.get(0).wire.close();
        peer.end();
        sim.run();
        assertEquals(1, made.size());
        assertEquals(CloseCause.LOCAL, made.get(0).closed);
        sim.assertNothingLeft();
    }

    @Test
    void isReadAtItsNewLoopThoughItWasHeld() throws IOException {
        final SimNetwork.Peer peer = sim.connect();
        made.get(0).permits = 0;
        peer.send(Packets.packet(20), 0, 24);
        sim.run();
        made.get(0).wire.moveTo(2, this::make);
        sim.run();
        assertEquals(1, last().packets);
        assertEquals(24, peer.take(100).length);
    }

    /** Chaos of one seed: what is echoed is what was sent, and nothing is left behind. */
    @Test
    void losesNothingWhateverHappens() throws IOException {
        final long start = System.nanoTime();
        for (int i = 0; i < 60; i++) {
            final long seed = i < 40 ? i : start + i;
            try {
                new Chaos(seed).run();
            } catch (final AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
    }

    /** Peers that send, stall, take, end and reset; protocols that hold, resume and move. */
    private static final class Chaos {
        private final Random random;
        private final SimLoops sim;
        private final List<Restless> protocols = new ArrayList<>();
        private final List<SimNetwork.Peer> peers = new ArrayList<>();
        private final List<ByteArrayOutputStream> sent = new ArrayList<>();
        private final List<ByteArrayOutputStream> taken = new ArrayList<>();

        Chaos(final long seed) throws IOException {
            random = new Random(seed);
            sim = new SimLoops(3, seed, this::make);
        }

        private Protocol make(final Wire wire, final Home home, final long nowNs) {
            final Restless made = new Restless(wire);
            protocols.add(made);
            return made;
        }

        /** Does something unexpected now and then. */
        private final class Restless extends Packets {
            Restless(final Wire wire) {
                super(wire);
            }

            @Override
            void onPacket(final MutableDirectBuffer buffer, final int offset, final int length) {
                super.onPacket(buffer, offset, length);
                switch (random.nextInt(12)) {
                    case 0 -> permits = 0;
                    case 1 -> {
                        permits = 0;
                        wire.moveTo(random.nextInt(3), Chaos.this::make);
                    }
                    default -> {}
                }
            }

            void calm() {
                permits = Integer.MAX_VALUE;
                wire.resume();
            }
        }

        void run() throws IOException {
            for (int i = 0; i < 12; i++) {
                peers.add(sim.connect());
                sent.add(new ByteArrayOutputStream());
                taken.add(new ByteArrayOutputStream());
            }
            for (int step = 0; step < 600; step++) {
                final int who = random.nextInt(peers.size());
                send(who);
                taken.get(who).writeBytes(peers.get(who).take(random.nextInt(3_000)));
                sim.loops.get(random.nextInt(3)).doWork();
                if (random.nextInt(3) == 0) {
                    protocols.get(random.nextInt(protocols.size())).calm();
                }
            }
            for (int i = 0; i < peers.size(); i++) {
                if (random.nextInt(4) == 0) {
                    peers.get(i).reset();
                    peers.set(i, null);
                }
            }
            settle();
            for (int i = 0; i < peers.size(); i++) {
                if (peers.get(i) != null) {
                    final byte[] back = taken.get(i).toByteArray();
                    assertArrayEquals(sent.get(i).toByteArray(), back, "peer " + i);
                    peers.get(i).end();
                }
            }
            settle();
            sim.assertNothingLeft();
            assertEquals(0, sim.errors.recorded());
        }

        private void send(final int who) {
            final byte[] packet = Packets.packet(random.nextInt(8) == 0 ? 4_000 : 100);
            for (int at = 0; at < packet.length; ) {
                final int count = peers.get(who).send(packet, at, packet.length - at);
                if (count == 0) {
                    settle();
                }
                at += count;
            }
            sent.get(who).writeBytes(packet);
        }

        /** Until all that was sent has come back. */
        private void settle() {
            boolean more;
            do {
                more = false;
                for (int i = 0; i < protocols.size(); i++) {
                    protocols.get(i).calm();
                }
                sim.run();
                for (int i = 0; i < peers.size(); i++) {
                    final byte[] some =
                            peers.get(i) == null ? new byte[0] : peers.get(i).take(10_000);
                    taken.get(i).writeBytes(some);
                    more |= some.length > 0;
                }
            } while (more);
        }
    }
}
