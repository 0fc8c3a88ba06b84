package io.sluice.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import jnr.ffi.LibraryLoader;
import jnr.ffi.annotations.In;
import jnr.ffi.annotations.Out;

/** What a service manager listens at: datagrams over a unix socket, read on a thread. */
final class NotifySocket {
    /** What is called of libc. */
    public interface LibC {
        int socket(int domain, int type, int protocol);

        int bind(int socket, @In byte[] address, int length);

        long recv(int socket, @Out byte[] message, long length, int flags);
    }

    private static final LibC LIBC = LibraryLoader.create(LibC.class).load("c");
    private static final int AF_UNIX = 1;
    private static final int SOCK_DGRAM = 2;
    private static final long PATIENCE_S = 60;

    private final BlockingQueue<String> messages = new LinkedBlockingQueue<>();

    /** Listens at the path until the JVM ends. */
    NotifySocket(final Path path) {
        final byte[] name = path.toString().getBytes(StandardCharsets.UTF_8);
        final byte[] address = new byte[2 + name.length + 1];
        address[ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? 0 : 1] = AF_UNIX;
        System.arraycopy(name, 0, address, 2, name.length);
        final int socket = LIBC.socket(AF_UNIX, SOCK_DGRAM, 0);
        assertTrue(socket >= 0);
        assertEquals(0, LIBC.bind(socket, address, address.length), path::toString);
        final Thread thread = new Thread(() -> read(socket), "a service manager");
        thread.setDaemon(true);
        thread.start();
    }

    private void read(final int socket) {
        final byte[] message = new byte[4_096];
        while (true) {
            final long length = LIBC.recv(socket, message, message.length, 0);
            messages.add(new String(message, 0, (int) length, StandardCharsets.UTF_8));
        }
    }

    /** The next message, but for those of the watchdog. */
    String next() throws InterruptedException {
        String message = take();
        while (message.equals("WATCHDOG=1")) {
            message = take();
        }
        return message;
    }

    String take() throws InterruptedException {
        final String message = messages.poll(PATIENCE_S, TimeUnit.SECONDS);
        assertNotNull(message, "nothing was told");
        return message;
    }
}
