package io.sluice.engine.loop;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.engine.observe.Counter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real sockets through an echo. */
@Timeout(120)
final class IoLoopEchoTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void echoesOverEachLoop(final int loops) throws Exception {
        try (TestLoops server = new TestLoops(loops, (wire, home, now) -> new Echo(wire))) {
            final List<Socket> sockets = new ArrayList<>();
            for (int i = 0; i < 7; i++) {
                sockets.add(server.connect());
            }
            final byte[] sent = new byte[100_000];
            new Random(1).nextBytes(sent);
            for (final Socket socket : sockets) {
                socket.getOutputStream().write(sent);
            }
            for (final Socket socket : sockets) {
                assertArrayEquals(sent, socket.getInputStream().readNBytes(sent.length));
            }
            final long least =
                    server.loops.stream()
                            .mapToLong(l -> connections(server, l))
                            .min()
                            .orElseThrow();
            assertEquals(7 / loops, least);
            for (final Socket socket : sockets) {
                socket.close();
            }
            server.assertNothingLeft();
            assertEquals(0, server.errors.recorded());
        }
    }

    private static long connections(final TestLoops server, final IoLoop loop) {
        return server.ask(each -> each == loop ? each.connections() : 0);
    }

    @Test
    void echoesBytesOneAtATime() throws Exception {
        try (TestLoops server = new TestLoops(1, (wire, home, now) -> new Echo(wire));
                Socket socket = server.connect()) {
            for (int i = 0; i < 1_000; i++) {
                socket.getOutputStream().write(i);
                assertEquals(i & 0xFF, socket.getInputStream().read());
            }
        }
    }

    private static long borrowed(final IoLoop loop) {
        return loop.transmit().borrowedBytes() + loop.incomplete().pool().borrowedBytes();
    }

    @Test
    void boundsMemoryWhenTheReaderIsSlow() throws Exception {
        final int total = 64 << 20;
        try (TestLoops server = new TestLoops(1, (wire, home, now) -> new Echo(wire));
                Socket socket = server.connect()) {
            final CompletableFuture<Void> writer =
                    CompletableFuture.runAsync(() -> writeAll(socket, total));
            final InputStream in = socket.getInputStream();
            final byte[] piece = new byte[32 << 10];
            long most = 0;
            while (most <= 100_000) { // nothing is read until it shows
                most = server.ask(IoLoopEchoTest::borrowed);
            }
            for (int read = 0; read < total; ) {
                final int count = in.read(piece, 0, Math.min(piece.length, total - read));
                assertTrue(count > 0, "ended early");
                for (int i = 0; i < count; i++) {
                    if (piece[i] != (byte) ((read + i) * 31L >>> 3)) {
                        throw new AssertionError("wrong byte at " + (read + i));
                    }
                }
                read += count;
                if ((read & 0xFF) == 0 || read % 7 == 0) {
                    most = Math.max(most, server.ask(IoLoopEchoTest::borrowed));
                }
            }
            writer.join();
            // The high mark, one receive buffer above it, and one kept.
            assertTrue(most < 768 << 10, "borrowed " + most);
            end(socket);
            server.assertNothingLeft();
        }
    }

    private static void writeAll(final Socket socket, final int total) {
        try {
            final OutputStream out = socket.getOutputStream();
            final byte[] piece = new byte[64 << 10];
            for (int written = 0; written < total; written += piece.length) {
                for (int i = 0; i < piece.length; i++) {
                    piece[i] = (byte) ((written + i) * 31L >>> 3);
                }
                out.write(piece);
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void givesAllBackWhenAThousandAreKilled() throws Exception {
        try (TestLoops server = new TestLoops(3, (wire, home, now) -> new Echo(wire))) {
            final List<Socket> sockets = new ArrayList<>();
            final byte[] sent = new byte[1_000];
            for (int i = 0; i < 1_000; i++) {
                final Socket socket = server.connect();
                sockets.add(socket);
                socket.getOutputStream().write(sent);
            }
            TestLoops.await("accepted", () -> server.count(Counter.CONNECTIONS_ACCEPTED) == 1_000);
            for (int i = 0; i < 1_000; i++) {
                if (i % 2 == 0) {
                    sockets.get(i).setSoLinger(true, 0); // a reset, with bytes of ours under way
                }
                sockets.get(i).close();
            }
            server.assertNothingLeft();
            assertEquals(1_000, server.count(Counter.CONNECTIONS_CLOSED));
            assertTrue(server.count(Counter.CONNECTIONS_FAILED) > 0, "no reset was seen");
        }
    }

    @Test
    void refusesWhatIsOverTheLimitAndAcceptsAgain() throws Exception {
        final LoopLimits limits = LoopLimits.of(TestLoops.HOME);
        try (TestLoops server = new TestLoops(1, limits, 2, (wire, home, now) -> new Echo(wire));
                Socket first = server.connect();
                Socket second = server.connect()) {
            echo(first);
            echo(second);
            server.connect().close();
            TestLoops.await("refused", () -> server.count(Counter.CONNECTIONS_REFUSED_LIMIT) == 1);
            end(first);
            TestLoops.await("ended", () -> server.limit.open() == 1);
            try (Socket third = server.connect()) {
                echo(third);
            }
            end(second);
            server.assertNothingLeft();
        }
    }

    @Test
    void acceptsNothingAfterAStopAndKeepsWhatIsThere() throws Exception {
        try (TestLoops server = new TestLoops(1, (wire, home, now) -> new Echo(wire));
                Socket socket = server.connect()) {
            echo(socket);
            server.acceptor.stop();
            awaitRefusal(server);
            echo(socket);
        }
    }

    /** The kernel's socket ends with the selector's next look: until then it may still connect. */
    private static void awaitRefusal(final TestLoops server) throws IOException {
        for (int i = 0; i < 1_000; i++) {
            server.ask(loop -> 0);
            try {
                server.connect().close();
            } catch (final ConnectException refused) {
                return;
            }
        }
        throw new AssertionError("still accepts");
    }

    private static void end(final Socket socket) throws IOException {
        socket.close();
    }

    private static void echo(final Socket socket) throws IOException {
        socket.getOutputStream().write(new byte[] {1, 2, 3});
        assertArrayEquals(new byte[] {1, 2, 3}, socket.getInputStream().readNBytes(3));
    }

    @Test
    void doesNotTickWhenIdle() throws Exception {
        try (TestLoops server = new TestLoops(2, (wire, home, now) -> new Echo(wire));
                Socket socket = server.connect()) {
            echo(socket);
            server.ask(loop -> 0);
            final CompletableFuture<Void> never = new CompletableFuture<>();
            // The sleep that follows the question may still be counted: one for each loop.
            final long before = server.count(Counter.LOOP_WAKEUPS);
            assertThrows(TimeoutException.class, () -> never.get(1, TimeUnit.SECONDS));
            assertTrue(server.count(Counter.LOOP_WAKEUPS) - before <= 2);
        }
    }
}
