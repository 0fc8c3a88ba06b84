package io.sluice.engine.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.engine.observe.Counter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Errors of ours: the connection pays, its loop goes on. */
final class ConnectionFailureTest {
    private final List<String> what = new ArrayList<>();
    private final List<Packets> made = new ArrayList<>();

    private final SimLoops sim =
            new SimLoops(
                    1,
                    11,
                    (wire, home, now) -> {
                        if (!what.isEmpty() && what.get(0).equals("create")) {
                            what.remove(0);
                            throw new IllegalStateException("in create");
                        }
                        made.add(new Fails(wire, what));
                        return made.get(made.size() - 1);
                    });

    ConnectionFailureTest() throws IOException {}

    /** Throws where it is told to. */
    private static final class Fails extends Packets {
        private final List<String> what;

        Fails(final Wire wire, final List<String> what) {
            super(wire);
            this.what = what;
        }

        private void failIn(final String place) {
            if (!what.isEmpty() && what.get(0).equals(place)) {
                what.remove(0);
                throw new IllegalStateException("in " + place);
            }
        }

        @Override
        public int onBytes(
                final MutableDirectBuffer buffer,
                final int offset,
                final int length,
                final long nowNs) {
            failIn("onBytes");
            if (!what.isEmpty() && what.get(0).equals("used")) {
                what.remove(0);
                return length + 1;
            }
            if (!what.isEmpty() && what.get(0).equals("claim")) {
                what.remove(0);
                wire.claim(5_000);
            }
            if (!what.isEmpty() && what.get(0).equals("wait")) {
                return 0;
            }
            return super.onBytes(buffer, offset, length, nowNs);
        }

        @Override
        public void onWritable(final long nowNs) {
            super.onWritable(nowNs);
            failIn("onWritable");
        }

        @Override
        public void onClosed(final CloseCause cause, final long nowNs) {
            super.onClosed(cause, nowNs);
            failIn("onClosed");
        }
    }

    private void assertOnlyOneFailed(final SimNetwork.Peer failed, final SimNetwork.Peer other) {
        sim.run();
        assertTrue(failed.sawReset());
        assertEquals(1, sim.count(Counter.CONNECTIONS_INTERNAL_ERROR));
        assertEquals(1, sim.errors.recorded());
        other.send(Packets.packet(5), 0, 9);
        sim.run();
        assertEquals(9, other.take(100).length);
        other.end();
        sim.assertNothingLeft();
    }

    @Test
    void survivesOnBytes() throws IOException {
        final SimNetwork.Peer failed = sim.connect();
        final SimNetwork.Peer other = sim.connect();
        what.add("onBytes");
        failed.send("x");
        assertOnlyOneFailed(failed, other);
        assertEquals(CloseCause.INTERNAL, made.get(0).closed);
    }

    @Test
    void survivesACountThatCannotBe() throws IOException {
        final SimNetwork.Peer failed = sim.connect();
        final SimNetwork.Peer other = sim.connect();
        what.add("used");
        failed.send("x");
        assertOnlyOneFailed(failed, other);
    }

    @Test
    void survivesAClaimOfMoreThanThereMayBe() throws IOException {
        final SimNetwork.Peer failed = sim.connect();
        final SimNetwork.Peer other = sim.connect();
        what.add("claim");
        failed.send("x");
        assertOnlyOneFailed(failed, other);
    }

    @Test
    void survivesAProtocolThatWaitsForMoreThanThereMayBe() throws IOException {
        final SimNetwork.Peer failed = sim.connect();
        final SimNetwork.Peer other = sim.connect();
        what.add("wait");
        for (int i = 0; i < 3; i++) {
            failed.send(new byte[4_096], 0, 4_096);
            sim.run();
        }
        what.clear();
        assertOnlyOneFailed(failed, other);
        assertEquals(CloseCause.INTERNAL, made.get(0).closed);
    }

    @Test
    void survivesTheFactory() throws IOException {
        final SimNetwork.Peer other = sim.connect();
        what.add("create");
        assertOnlyOneFailed(sim.connect(), other);
    }

    @Test
    void survivesOnWritable() throws IOException {
        final SimNetwork.Peer failed = sim.connect();
        final SimNetwork.Peer other = sim.connect();
        what.add("onWritable");
        for (int i = 0; i < 9; i++) {
            made.get(0).wire.write(new UnsafeBuffer(new byte[1_000]), 0, 1_000);
        }
        sim.run();
        while (failed.take(1_000).length > 0) {
            sim.run();
        }
        assertOnlyOneFailed(failed, other);
    }

    @Test
    void survivesOnClosed() throws IOException {
        final SimNetwork.Peer failed = sim.connect();
        final SimNetwork.Peer other = sim.connect();
        what.add("onClosed");
        made.get(0).wire.close();
        assertOnlyOneFailed(failed, other);
    }
}
