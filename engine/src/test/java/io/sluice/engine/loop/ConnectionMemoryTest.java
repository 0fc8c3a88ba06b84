package io.sluice.engine.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.engine.observe.Counter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The one budget for packets that are not complete: 16 KiB, of which one packet of 4 is spare. */
final class ConnectionMemoryTest {
    private static final int BUDGET = 4 * 4_096;

    private final List<Packets> made = new ArrayList<>();
    private final SimLoops sim =
            new SimLoops(
                    1,
                    13,
                    (wire, home, now) -> {
                        made.add(new Packets(wire));
                        return made.get(made.size() - 1);
                    });

    private final byte[] packet = Packets.packet(4_000);

    ConnectionMemoryTest() throws IOException {}

    private List<SimNetwork.Peer> startedPackets(final int count) throws IOException {
        return startedPackets(count, packet.length - 1);
    }

    private List<SimNetwork.Peer> startedPackets(final int count, final int length)
            throws IOException {
        final List<SimNetwork.Peer> peers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            final SimNetwork.Peer peer = sim.connect();
            peers.add(peer);
            peer.send(packet, 0, length);
            sim.run();
            assertTrue(sim.loop().incomplete().pool().borrowedBytes() <= BUDGET + i * 1_024L);
        }
        return peers;
    }

    @Test
    void letsOneAfterTheOtherFinish() throws IOException {
        final List<SimNetwork.Peer> peers = startedPackets(8);
        final int waiting = sim.loop().incomplete().waiting();
        assertTrue(waiting > 0, "nobody waits");
        assertTrue(sim.count(Counter.READS_HELD_NO_MEMORY) >= waiting);
        for (int round = 0; round < 8; round++) {
            for (final SimNetwork.Peer peer : peers) {
                peer.take(10_000);
                final boolean done = made.get(peers.indexOf(peer)).packets > 0;
                if (!done && peer.send(packet, packet.length - 1, 1) == 1) {
                    sim.run();
                }
            }
        }
        sim.run();
        for (final Packets protocol : made) {
            assertTrue(protocol.packets >= 1, "starved: " + made.indexOf(protocol));
        }
        assertEquals(0, sim.loop().incomplete().waiting());
        peers.forEach(SimNetwork.Peer::reset);
        sim.assertNothingLeft();
    }

    /** How long a peer is silent counts from when it is read again. */
    @Test
    void tellsSinceWhenItReads() throws IOException {
        final List<SimNetwork.Peer> peers = startedPackets(8);
        final long startedNs = sim.nowNs;
        sim.pass(1_000);
        final List<Wire> waiting = new ArrayList<>();
        for (final Packets each : made) {
            final long sinceNs = each.wire.readsSinceNs(sim.nowNs);
            if (sinceNs == sim.nowNs) {
                waiting.add(each.wire);
            } else {
                assertEquals(startedNs, sinceNs);
            }
        }
        assertEquals(sim.loop().incomplete().waiting(), waiting.size());
        sim.pass(100_000);
        sim.pass(1_000);
        for (final Wire wire : waiting) {
            final long sinceNs = wire.readsSinceNs(sim.nowNs);
            assertTrue(wire.isClosed() || sinceNs > startedNs && sinceNs < sim.nowNs);
        }
        final Wire wire = waiting.stream().filter(each -> !each.isClosed()).findAny().orElseThrow();
        wire.hold();
        sim.pass(5);
        assertEquals(sim.nowNs, wire.readsSinceNs(sim.nowNs));
        final long resumedNs = sim.nowNs;
        wire.resume();
        sim.pass(7);
        assertEquals(resumedNs, wire.readsSinceNs(sim.nowNs));
        peers.forEach(SimNetwork.Peer::reset);
        sim.assertNothingLeft();
    }

    @Test
    void closesWhoStandsStillWhileOthersWait() throws IOException {
        final List<SimNetwork.Peer> peers = startedPackets(8);
        assertEquals(0, sim.count(Counter.CONNECTIONS_INCOMPLETE));
        sim.pass(9_999);
        assertEquals(0, sim.count(Counter.CONNECTIONS_INCOMPLETE));
        sim.pass(100_000);
        assertTrue(sim.count(Counter.CONNECTIONS_INCOMPLETE) > 0);
        assertEquals(0, sim.loop().incomplete().waiting(), "room for all that is left");
        for (int i = 0; i < peers.size(); i++) {
            if (made.get(i).closed == null) {
                sim.send(peers.get(i), new byte[] {packet[packet.length - 1]});
                assertEquals(1, made.get(i).packets);
            } else {
                assertEquals(CloseCause.STUCK, made.get(i).closed);
            }
        }
        peers.forEach(SimNetwork.Peer::reset);
        sim.assertNothingLeft();
    }

    @Test
    void closesNobodyWhoStandsStillWhileThereIsRoom() throws IOException {
        final List<SimNetwork.Peer> peers = startedPackets(2);
        sim.pass(1_000_000);
        assertEquals(0, sim.count(Counter.CONNECTIONS_INCOMPLETE));
        assertEquals(0, sim.loop().home().timers().count());
        peers.forEach(SimNetwork.Peer::reset);
        sim.assertNothingLeft();
    }

    @Test
    void servesWholePacketsWhileMemoryIsShort() throws IOException {
        startedPackets(8);
        final SimNetwork.Peer healthy = sim.connect();
        for (int i = 0; i < 20; i++) {
            final byte[] small = Packets.packet(100);
            healthy.send(small, 0, small.length);
            sim.run();
            assertEquals(small.length, healthy.take(1_000).length);
        }
    }

    @Test
    void forgetsAWaiterThatIsClosed() throws IOException {
        final List<SimNetwork.Peer> peers = startedPackets(8);
        assertTrue(sim.loop().incomplete().waiting() > 0);
        made.forEach(protocol -> protocol.wire.close());
        sim.run();
        peers.forEach(SimNetwork.Peer::end);
        sim.pass(5_000);
        assertFalse(sim.loop().incomplete().waiting() > 0);
        sim.assertNothingLeft();
    }

    @Test
    void takesAByteNowAndThenForNoProgress() throws IOException {
        final List<SimNetwork.Peer> peers = startedPackets(8, 2_500);
        assertTrue(sim.loop().incomplete().waiting() > 0);
        for (int i = 0; i < 300; i++) {
            sim.pass(1_000);
            peers.forEach(peer -> peer.send(packet, 2_500, 1));
        }
        assertTrue(sim.count(Counter.CONNECTIONS_INCOMPLETE) > 0);
        assertEquals(0, sim.loop().incomplete().waiting());
    }
}
