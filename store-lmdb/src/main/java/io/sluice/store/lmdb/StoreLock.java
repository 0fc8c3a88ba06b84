package io.sluice.store.lmdb;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keeps a second process out of the directory, also while LMDB's own files do not exist. The file
 * says at which commit the store was closed in order: outside of the data file, so that the loss of
 * that very commit is seen.
 */
final class StoreLock implements AutoCloseable {
    /** What {@link #closedAt} says of a store that is open, or whose process has died. */
    static final long NOT_CLOSED = -1;

    /** Longer than any mark. */
    private static final int MARK_LENGTH = 64;

    private static final String MARK = "closed at ";

    /**
     * The directories that this process has open: the kernel lets go of a process's lock as soon as
     * any of its channels to the file is closed, so that a second channel must never be opened.
     */
    private static final Set<Path> OPEN = ConcurrentHashMap.newKeySet();

    private final Path directory;
    private final FileChannel channel;
    private final FileLock lock;

    private StoreLock(final Path directory, final FileChannel channel, final FileLock lock) {
        this.directory = directory;
        this.channel = channel;
        this.lock = lock;
    }

    /** The lock of a directory, given by its real path. */
    static StoreLock acquire(final Path directory) throws StoreOpenException {
        if (!OPEN.add(directory)) {
            throw inUse(directory, null);
        }
        StoreLock acquired = null;
        try {
            acquired = lockFile(directory);
        } finally {
            if (acquired == null) {
                OPEN.remove(directory);
            }
        }
        return acquired;
    }

    private static StoreLock lockFile(final Path directory) throws StoreOpenException {
        final Path file = directory.resolve("sluice.lock");
        FileChannel channel = null;
        try {
            channel =
                    FileChannel.open(
                            file,
                            StandardOpenOption.CREATE,
                            StandardOpenOption.READ,
                            StandardOpenOption.WRITE);
            final FileLock lock = channel.tryLock();
            if (lock != null) {
                return new StoreLock(directory, channel, lock);
            }
        } catch (final IOException e) {
            closeQuietly(channel);
            throw new StoreOpenException(
                    "the store's directory "
                            + directory
                            + " cannot be written: is it read-only, or another user's? ("
                            + e
                            + ")",
                    e);
        }
        closeQuietly(channel);
        throw inUse(directory, null);
    }

    private static StoreOpenException inUse(final Path directory, final Throwable cause) {
        return new StoreOpenException(
                "the store "
                        + directory
                        + " is open already: two daemons cannot share one; stop the other, or"
                        + " give this one a directory of its own",
                cause);
    }

    /** The commit at which the store was closed in order, or {@link #NOT_CLOSED}. */
    long closedAt() throws StoreOpenException {
        final ByteBuffer bytes = ByteBuffer.allocate(MARK_LENGTH);
        try {
            channel.read(bytes, 0);
        } catch (final IOException e) {
            throw new StoreOpenException("sluice.lock cannot be read: " + e, e);
        }
        final String text = new String(bytes.array(), 0, bytes.position(), US_ASCII);
        final boolean isMark = text.matches(MARK + "[0-9]{1,18}\n");
        return isMark ? Long.parseLong(text.substring(MARK.length()).trim()) : NOT_CLOSED;
    }

    /** Says that the store is in use; before anything is written to it. */
    void markOpen() throws IOException {
        mark("open\n");
    }

    /** Says that the store was closed in order; after the last commit. */
    void markClosed(final long transaction) throws IOException {
        mark(MARK + transaction + "\n");
    }

    private void mark(final String text) throws IOException {
        channel.truncate(0);
        channel.write(ByteBuffer.wrap(text.getBytes(US_ASCII)), 0);
        channel.force(true);
    }

    private static void closeQuietly(final FileChannel channel) {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (final IOException e) {
            assert e != null; // the end of a file that nothing was written to
        }
    }

    @Override
    public void close() {
        assert lock.isValid();
        closeQuietly(channel); // which releases the lock
        OPEN.remove(directory);
    }
}
