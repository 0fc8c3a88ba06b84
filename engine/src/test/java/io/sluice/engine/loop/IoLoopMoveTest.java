package io.sluice.engine.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.engine.observe.Counter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.agrona.MutableDirectBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real connections that change their loop under traffic. */
@Timeout(120)
final class IoLoopMoveTest {
    private static final int LOOPS = 3;

    /** Moves to the next loop after each tenth packet. */
    private static final class Wanderer extends Packets {
        private final int loop;

        Wanderer(final Wire wire, final int loop) {
            super(wire);
            this.loop = loop;
        }

        @Override
        void onPacket(final MutableDirectBuffer buffer, final int offset, final int length) {
            super.onPacket(buffer, offset, length);
            if (packets == 10) {
                permits = 0;
                wire.moveTo(
                        (loop + 1) % LOOPS, (next, home, now) -> new Wanderer(next, home.index()));
            }
        }
    }

    @Test
    void keepsEachByteInItsPlaceWhileTheyWander() throws Exception {
        final ExecutorService peers = Executors.newFixedThreadPool(8);
        try (TestLoops server =
                new TestLoops(LOOPS, (wire, home, now) -> new Wanderer(wire, home.index()))) {
            final List<CompletableFuture<Void>> running = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                final Socket socket = server.connect();
                final byte[][] packets = packets(i);
                running.add(CompletableFuture.runAsync(() -> write(socket, packets), peers));
                running.add(CompletableFuture.runAsync(() -> read(socket, packets), peers));
            }
            running.forEach(CompletableFuture::join);
            server.assertNothingLeft();
            assertEquals(0, server.errors.recorded());
            assertTrue(server.count(Counter.CONNECTIONS_MOVED) >= 4 * 99);
        } finally {
            peers.shutdownNow();
        }
    }

    private static byte[][] packets(final int seed) {
        final Random random = new Random(seed);
        final byte[][] packets = new byte[1_000][];
        for (int i = 0; i < packets.length; i++) {
            packets[i] = Packets.packet(random.nextInt(i % 50 == 0 ? 200_000 : 2_000));
        }
        return packets;
    }

    private static void write(final Socket socket, final byte[][] packets) {
        try {
            final OutputStream out = socket.getOutputStream();
            for (final byte[] packet : packets) {
                out.write(packet);
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void read(final Socket socket, final byte[][] packets) {
        try {
            final InputStream in = socket.getInputStream();
            for (final byte[] packet : packets) {
                org.junit.jupiter.api.Assertions.assertArrayEquals(
                        packet, in.readNBytes(packet.length));
            }
            socket.close();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
