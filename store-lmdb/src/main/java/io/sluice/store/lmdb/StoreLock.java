package io.sluice.store.lmdb;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Keeps a second process out of the directory, also while LMDB's own files do not exist. */
final class StoreLock implements AutoCloseable {
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
            channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
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
