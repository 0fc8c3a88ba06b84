package io.sluice.engine.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.engine.observe.Counters;
import io.sluice.engine.observe.ErrorLog;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.List;
import org.agrona.concurrent.SystemNanoClock;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A loop on real sockets, stepped by the test's thread so that its garbage can be told. */
final class IoLoopGarbageTest {
    private static final int ROUNDS = 5_000;

    private final ByteBuffer packet = ByteBuffer.allocateDirect(200);
    private final ByteBuffer answer = ByteBuffer.allocateDirect(200);

    @Test
    @Timeout(60)
    void leavesNoGarbagePerPacket() throws IOException {
        final IoLoop loop =
                new IoLoop(
                        0,
                        new NioNetwork(),
                        SystemNanoClock.INSTANCE,
                        new Counters(new UnsafeBuffer(new byte[Counters.BLOCK_LENGTH]), 0),
                        LoopLimits.of(TestLoops.HOME),
                        new ErrorLog(8, () -> 0));
        final Acceptor acceptor =
                new Acceptor(
                        List.of(loop),
                        new Acceptor.Door(
                                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                                10,
                                new ConnectionLimit(10),
                                (wire, home, now) -> new Packets(wire)));
        try (SocketChannel peer = SocketChannel.open(acceptor.address())) {
            peer.configureBlocking(false);
            // Or the second part of each packet would wait for a delayed acknowledgement.
            peer.setOption(StandardSocketOptions.TCP_NODELAY, true);
            packet.putInt(0, packet.capacity() - Integer.BYTES);
            for (int i = 0; i < ROUNDS; i++) { // compiled, and every lazy thing made
                echo(peer, loop);
            }
            final var threads =
                    (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
            final long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < ROUNDS; i++) {
                echo(peer, loop);
            }
            final long bytes = threads.getCurrentThreadAllocatedBytes() - before;
            assertTrue(bytes < ROUNDS, bytes + " bytes in " + ROUNDS + " packets");
        } finally {
            loop.onClose();
        }
        assertEquals(0, loop.connections());
    }

    /** In two parts, so that the first is kept; the second part is waited for as a loop does. */
    private void echo(final SocketChannel peer, final IoLoop loop) throws IOException {
        packet.clear().limit(150);
        peer.write(packet);
        while (loop.doWork() == 0) {
            loop.awaitWork();
        }
        packet.limit(packet.capacity());
        peer.write(packet);
        answer.clear();
        while (answer.hasRemaining()) {
            if (loop.doWork() == 0 && peer.read(answer) == 0) {
                Thread.onSpinWait(); // it may be under way: the loop would sleep for ever
            }
        }
    }
}
