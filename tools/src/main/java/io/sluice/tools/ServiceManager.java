package io.sluice.tools;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import jnr.ffi.LibraryLoader;
import jnr.ffi.annotations.In;

/**
 * Tells systemd how it is, by the protocol of sd_notify(3): one datagram for each change, to the
 * unix socket that {@code NOTIFY_SOCKET} names. The JDK has no datagrams over unix sockets, so this
 * calls libc, through the library that LMDB is called by. Linux only.
 */
final class ServiceManager {
    /** What is called of libc. */
    public interface LibC {
        int socket(int domain, int type, int protocol);

        long sendto(
                int socket,
                @In byte[] message,
                long length,
                int flags,
                @In byte[] address,
                int addressLength);

        int close(int socket);
    }

    private static final int AF_UNIX = 1;
    private static final int SOCK_DGRAM_CLOEXEC = 2 | 0x80000;
    private static final int MSG_DONTWAIT_NOSIGNAL = 0x40 | 0x4000;
    private static final int PATH_OFFSET = 2;
    private static final int PATH_BYTES_MAX = 107;

    private final LibC libc;
    private final byte[] address;

    private ServiceManager(final LibC libc, final byte[] address) {
        this.libc = libc;
        this.address = address;
    }

    /**
     * The one that this process was started by, if it wants to be told.
     *
     * @param socket what {@code NOTIFY_SOCKET} says, or null
     */
    static Optional<ServiceManager> at(final String socket) {
        if (socket == null || !socket.startsWith("/") && !socket.startsWith("@")) {
            return Optional.empty();
        }
        final byte[] path = socket.getBytes(StandardCharsets.UTF_8);
        if (path.length > PATH_BYTES_MAX) {
            return Optional.empty();
        }
        // struct sockaddr_un: the family in the machine's order, and the path; an abstract name
        // begins with NUL, ends with the address, and is written with @ in front.
        final boolean isAbstract = path[0] == '@';
        final byte[] address = new byte[PATH_OFFSET + path.length + (isAbstract ? 0 : 1)];
        final boolean isLittle =
                java.nio.ByteOrder.nativeOrder() == java.nio.ByteOrder.LITTLE_ENDIAN;
        address[isLittle ? 0 : 1] = AF_UNIX;
        System.arraycopy(path, 0, address, PATH_OFFSET, path.length);
        if (isAbstract) {
            address[PATH_OFFSET] = 0;
        }
        final LibC libc = LibraryLoader.create(LibC.class).load("c");
        return Optional.of(new ServiceManager(libc, address));
    }

    /** It serves, and has these words for whoever asks for its status. */
    boolean ready(final String status) {
        return send("READY=1\nSTATUS=" + status);
    }

    /** It reads its configuration again; {@link #ready} when it has. */
    boolean reloading() {
        final long us = TimeUnit.NANOSECONDS.toMicros(System.nanoTime()); // CLOCK_MONOTONIC
        return send("RELOADING=1\nMONOTONIC_USEC=" + us);
    }

    /** It drains. */
    boolean stopping() {
        return send("STOPPING=1\nSTATUS=drains");
    }

    /** It is alive. */
    boolean alive() {
        return send("WATCHDOG=1");
    }

    /** Whether it was sent; nobody is waited for. */
    private boolean send(final String state) {
        final int socket = libc.socket(AF_UNIX, SOCK_DGRAM_CLOEXEC, 0);
        if (socket < 0) {
            return false;
        }
        final byte[] message = state.getBytes(StandardCharsets.UTF_8);
        final long sent =
                libc.sendto(
                        socket,
                        message,
                        message.length,
                        MSG_DONTWAIT_NOSIGNAL,
                        address,
                        address.length);
        libc.close(socket);
        return sent == message.length;
    }
}
