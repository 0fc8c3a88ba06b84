package io.sluice.engine.loop;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.engine.agent.EngineAgent;
import io.sluice.engine.observe.Counter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Connections over a simulated network, step by step. */
final class ConnectionTest {
    private final List<Packets> made = new ArrayList<>();
    private final SimLoops sim = new SimLoops(1, 7, this::make);

    ConnectionTest() throws IOException {}

    private Protocol make(
            final Wire wire, final io.sluice.engine.link.Home home, final long nowNs) {
        made.add(new Packets(wire));
        return made.get(made.size() - 1);
    }

    private byte[] collect(final SimNetwork.Peer peer, final int length) {
        final ByteArrayOutputStream all = new ByteArrayOutputStream();
        while (all.size() < length) {
            final byte[] some = peer.take(100);
            assertTrue(some.length > 0, "no more after " + all.size());
            all.writeBytes(some);
            sim.run();
        }
        return all.toByteArray();
    }

    @Test
    void echoesAPacketByteByByteAndHoldsNoMemoryAfterIt() throws IOException {
        final SimNetwork.Peer peer = sim.connect();
        final byte[] packet = Packets.packet(300);
        for (int i = 0; i < packet.length; i++) {
            assertEquals(0, peer.take(1).length);
            peer.send(packet, i, 1);
            sim.run();
        }
        assertArrayEquals(packet, collect(peer, packet.length));
        assertEquals(0, sim.loop().transmit().borrowed());
        assertEquals(0, sim.loop().incomplete().pool().borrowed());
        assertEquals(0, sim.loop().home().timers().count());
    }

    @Test
    void reassemblesPacketsLongerThanTheReceiveBuffer() throws IOException {
        final SimNetwork.Peer peer = sim.connect();
        for (final int length : new int[] {4_092, 10, 4_092, 2_000, 1_020, 1_021, 0, 4_092}) {
            final byte[] packet = Packets.packet(length);
            sim.send(peer, packet);
            assertArrayEquals(packet, collect(peer, packet.length));
        }
        assertEquals(8, made.get(0).packets);
        assertEquals(0, sim.loop().incomplete().pool().borrowed());
    }

    @Test
    void keepsTheOrderOfAStreamOfAllLengths() throws IOException {
        final SimNetwork.Peer peer = sim.connect();
        final ByteArrayOutputStream sent = new ByteArrayOutputStream();
        final ByteArrayOutputStream taken = new ByteArrayOutputStream();
        for (int i = 0; i < 400; i++) {
            final byte[] packet = Packets.packet(i * 37 % 4_093);
            sent.writeBytes(packet);
            for (int at = 0; at < packet.length; ) {
                at += peer.send(packet, at, packet.length - at);
                sim.loop().doWork();
                taken.writeBytes(peer.take(3_000));
            }
        }
        sim.run();
        taken.writeBytes(collect(peer, sent.size() - taken.size()));
        assertArrayEquals(sent.toByteArray(), taken.toByteArray());
    }

    @Test
    void offersWhatIsKeptOnResumeBeforeItReads() throws IOException {
        final SimNetwork.Peer peer = sim.connect();
        final Packets protocol = made.get(0);
        protocol.permits = 1;
        final byte[] packet = Packets.packet(96);
        for (int i = 0; i < 6; i++) {
            peer.send(packet, 0, packet.length);
        }
        sim.run();
        assertEquals(1, protocol.packets);
        for (int i = 2; i <= 6; i++) {
            protocol.permits = 1;
            protocol.wire.resume();
            sim.run();
            assertEquals(i, protocol.packets);
        }
        assertArrayEquals(packet, peer.take(packet.length));
        assertEquals(0, sim.loop().incomplete().pool().borrowed());
    }

    @Test
    void offersAgainWhenResumedWithinTheCallThatHeld() throws IOException {
        final int[] calls = new int[1];
        final SimLoops hasty =
                new SimLoops(
                        1,
                        3,
                        (wire, home, now) ->
                                new Echo(wire) {
                                    @Override
                                    public int onBytes(
                                            final MutableDirectBuffer buffer,
                                            final int offset,
                                            final int length,
                                            final long nowNs) {
                                        if (calls[0]++ < 5) {
                                            wire.hold();
                                            wire.resume();
                                            wire.resume();
                                            return 0;
                                        }
                                        return super.onBytes(buffer, offset, length, nowNs);
                                    }
                                });
        final SimNetwork.Peer peer = hasty.connect();
        peer.send("x");
        hasty.run();
        assertEquals("x", peer.text());
        assertEquals(6, calls[0]);
    }

    @Test
    void readsNothingWhileHeld() throws IOException {
        final SimNetwork.Peer peer = sim.connect();
        made.get(0).wire.hold();
        peer.send(new byte[4_096], 0, 4_096);
        sim.run();
        assertEquals(0, peer.send(new byte[1], 0, 1), "was read");
        assertEquals(0, sim.loop().incomplete().pool().borrowed());
    }

    @Test
    void isCongestedBetweenTheMarksAndTellsOnce() throws IOException {
        final SimNetwork.Peer peer = sim.connect();
        final Wire wire = made.get(0).wire;
        final UnsafeBuffer bytes = new UnsafeBuffer(new byte[1_000]);
        int written = 0;
        while (!wire.isCongested()) {
            wire.write(bytes, 0, 1_000);
            written += 1_000;
        }
        assertTrue(wire.bytesQueued() >= 8_192, "too early");
        sim.run();
        assertTrue(wire.isCongested());
        int taken = 0;
        while (made.get(0).writables == 0) {
            assertTrue(wire.bytesQueued() > 2_048 || taken == 0, "too late");
            taken += peer.take(50).length;
            sim.run();
        }
        assertFalse(wire.isCongested());
        collect(peer, written - taken);
        assertEquals(1, made.get(0).writables);
        assertEquals(0, sim.loop().transmit().borrowed());
    }

    @Test
    void stopsReadingAPeerThatTakesNoAnswers() throws IOException {
        final SimNetwork.Peer peer = sim.connect();
        final byte[] packet = Packets.packet(1_000);
        int sent = 0;
        for (int i = 0; i < 1_000; i++) {
            sent += peer.send(packet, sent % packet.length, packet.length - sent % packet.length);
            sim.run();
        }
        assertTrue(sent < 40_000, "sent " + sent);
        assertTrue(made.get(0).wire.bytesQueued() < 3 * 8_192);
        assertEquals(1, sim.count(Counter.READS_HELD_UNANSWERED));
        collect(peer, sent / packet.length * packet.length);
        sim.send(peer, new byte[] {0});
    }

    @Test
    void sendsAllBeforeItClosesAndWaitsForThePeersEnd() throws IOException {
        final SimNetwork.Peer peer = sim.connect();
        final Packets protocol = made.get(0);
        final byte[] packet = Packets.packet(4_000);
        protocol.wire.write(new UnsafeBuffer(packet), 0, packet.length);
        protocol.wire.write(new UnsafeBuffer(packet), 0, packet.length);
        protocol.wire.close();
        assertTrue(protocol.wire.isClosed());
        protocol.wire.write(new UnsafeBuffer(packet), 0, packet.length); // reaches nobody
        peer.send("not read by the protocol any more");
        sim.run();
        assertFalse(peer.sawEnd());
        collect(peer, 2 * packet.length);
        assertTrue(peer.sawEnd());
        assertEquals(CloseCause.LOCAL, protocol.closed);
        assertFalse(peer.sawClose(), "a reset might overtake the last bytes");
        peer.end();
        sim.run();
        assertTrue(peer.sawClose() && !peer.sawReset());
        sim.assertNothingLeft();
    }

    @Test
    void waitsForThePeersEndOnlySoLong() throws IOException {
        final SimNetwork.Peer peer = sim.connect();
        made.get(0).wire.close();
        sim.pass(4_999);
        assertFalse(peer.sawClose());
        sim.pass(1);
        assertTrue(peer.sawClose());
        assertEquals(CloseCause.LOCAL, made.get(0).closed);
        assertEquals(0, sim.count(Counter.CONNECTIONS_STUCK));
        sim.assertNothingLeft();
    }

    @Test
    void givesUpOnAPeerThatDoesNotTakeTheLastBytes() throws IOException {
        final SimNetwork.Peer peer = sim.connect();
        final Packets protocol = made.get(0);
        protocol.wire.write(new UnsafeBuffer(new byte[4_096]), 0, 4_096);
        protocol.wire.write(new UnsafeBuffer(new byte[4_096]), 0, 4_096);
        protocol.wire.close();
        sim.pass(4_999);
        assertEquals(null, protocol.closed);
        sim.pass(1);
        assertEquals(CloseCause.STUCK, protocol.closed);
        assertTrue(peer.sawReset());
        assertEquals(1, sim.count(Counter.CONNECTIONS_STUCK));
        sim.assertNothingLeft();
    }

    @Test
    void abortsAtOnceButNotWithinTheCall() throws IOException {
        final SimNetwork.Peer peer = sim.connect();
        final Packets protocol = made.get(0);
        protocol.wire.write(new UnsafeBuffer(new byte[4_096]), 0, 4_096);
        protocol.wire.abort();
        assertEquals(null, protocol.closed);
        sim.run();
        assertEquals(CloseCause.LOCAL, protocol.closed);
        assertTrue(peer.sawReset());
        assertEquals(0, peer.take(1).length);
        sim.assertNothingLeft();
    }

    @Test
    void answersAPeerThatHasOnlyEndedItsSide() throws IOException {
        final SimNetwork.Peer peer = sim.connect();
        final byte[] packet = Packets.packet(2_000);
        peer.send(packet, 0, packet.length);
        peer.send(packet, 0, 100);
        peer.end();
        sim.run();
        assertEquals(CloseCause.PEER, made.get(0).closed);
        assertArrayEquals(packet, peer.take(10_000));
        assertTrue(peer.sawClose());
        sim.assertNothingLeft();
    }

    @Test
    void tellsAFailure() throws IOException {
        final SimNetwork.Peer peer = sim.connect();
        peer.send(Packets.packet(100), 0, 50);
        sim.run();
        peer.reset();
        sim.run();
        assertEquals(CloseCause.FAILED, made.get(0).closed);
        assertEquals(1, sim.count(Counter.CONNECTIONS_FAILED));
        sim.assertNothingLeft();
    }

    @Test
    void endsWithTheLoop() throws IOException {
        final SimNetwork.Peer peer = sim.connect();
        made.get(0).wire.write(new UnsafeBuffer(new byte[100]), 0, 100);
        sim.loop().onClose();
        assertTrue(peer.take(200).length > 0, "as much as the socket took at once");
        assertTrue(peer.sawClose());
        assertEquals(CloseCause.SHUTDOWN, made.get(0).closed);
        assertEquals(0, sim.limit.open());
    }

    @Test
    void sleepsUntilTheNextDeadlineOrForEver() throws IOException {
        final SimNetwork network = sim.networks.get(0);
        sim.loop().awaitWork();
        assertEquals(EngineAgent.NEVER, network.waits.poll());
        sim.connect();
        made.get(0).wire.close();
        sim.run();
        sim.loop().awaitWork();
        assertEquals(5_000, network.waits.poll());
        made.get(0).wire.abort(); // has ended: nothing happens
        sim.loop().awaitWork();
        assertEquals(5_000, network.waits.poll());
        assertEquals(3, sim.count(Counter.LOOP_WAKEUPS));
    }

    @Test
    void countsACycleThatTookTooLong() {
        assertEquals(0, sim.count(Counter.LOOP_STALLS));
        sim.driftNs = 1_001;
        sim.loop().doWork();
        assertEquals(1, sim.count(Counter.LOOP_STALLS));
    }

    /** Bytes of a protocol may be changed in place, as guards do. */
    @Test
    void letsAProtocolWriteIntoWhatItReads() throws IOException {
        final SimLoops upper =
                new SimLoops(
                        1,
                        3,
                        (wire, home, now) ->
                                new Echo(wire) {
                                    @Override
                                    public int onBytes(
                                            final MutableDirectBuffer buffer,
                                            final int offset,
                                            final int length,
                                            final long nowNs) {
                                        for (int i = offset; i < offset + length; i++) {
                                            buffer.putByte(i, (byte) (buffer.getByte(i) & ~0x20));
                                        }
                                        return super.onBytes(buffer, offset, length, nowNs);
                                    }
                                });
        final SimNetwork.Peer peer = upper.connect();
        peer.send("sluice");
        upper.run();
        assertEquals("SLUICE", peer.text());
    }

    @Test
    void pausesWhenAcceptingFails() throws IOException {
        sim.world.failAccepts(true);
        final SimNetwork.Peer peer = sim.connect();
        assertEquals(1, sim.count(Counter.CONNECTIONS_ACCEPT_FAILED));
        assertEquals(0, made.size());
        sim.pass(100_000_000);
        assertEquals(2, sim.count(Counter.CONNECTIONS_ACCEPT_FAILED));
        sim.world.failAccepts(false);
        sim.pass(100_000_000);
        assertEquals(1, made.size());
        peer.end();
        sim.assertNothingLeft();
    }

    @Test
    void refusesWhatIsOverTheLimit() throws IOException {
        for (int i = 0; i < 1_000; i++) {
            sim.connect();
        }
        final SimNetwork.Peer refused = sim.connect();
        assertTrue(refused.sawReset());
        assertEquals(1, sim.count(Counter.CONNECTIONS_REFUSED_LIMIT));
        assertEquals(1_000, sim.limit.open());
    }

    @Test
    void isNotReadAgainAndAgainWhenWritingFromOutsideChokesIt() throws IOException {
        final SimNetwork.Peer peer = sim.connect();
        final Wire wire = made.get(0).wire;
        wire.write(new UnsafeBuffer(new byte[6_000]), 0, 6_000);
        sim.run();
        wire.write(new UnsafeBuffer(new byte[20_000]), 0, 20_000);
        peer.send("not read");
        sim.run(); // would never be idle
        assertEquals(1, sim.count(Counter.READS_HELD_UNANSWERED));
    }

    @Test
    void tellsTheCongestedEarlyWhenAllTogetherQueueTooMuch() throws IOException {
        final List<SimNetwork.Peer> peers = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            peers.add(sim.connect());
            made.get(i).wire.write(new UnsafeBuffer(new byte[4_096 + 7_000]), 0, 4_096 + 7_000);
            sim.run();
        }
        final Wire last = made.get(11).wire;
        assertTrue(last.bytesQueued() < 8_192);
        assertTrue(last.isCongested(), "84 KB wait, 64 KiB are allowed");
        collect(peers.get(11), 4_096 + 7_000);
        assertFalse(last.isCongested());
        assertEquals(1, made.get(11).writables);
        assertFalse(sim.loop().home().timers().count() > 0);
    }
}
