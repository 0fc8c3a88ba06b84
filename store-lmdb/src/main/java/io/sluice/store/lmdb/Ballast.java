package io.sluice.store.lmdb;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file of real bytes beside the data, given up when the disk is full, so that completions can
 * still be written. Owned by the store's writer.
 */
final class Ballast {
    private static final int BLOCK = 64 << 10;

    private final Path file;
    private final long length;
    private final Disk disk;
    private boolean there;

    Ballast(final Path directory, final long length, final Disk disk) {
        this.file = directory.resolve("ballast");
        this.length = length;
        this.disk = disk;
    }

    /**
     * How many bytes may be written, if so many are wanted: with the ballast there, or back, and as
     * much again free beside it. Looks at the disk.
     */
    long roomFor(final long bytes) {
        if (length == 0) {
            return Long.MAX_VALUE;
        }
        final long usable = disk.usableBytes();
        if (!there && usable > 4 * length + bytes) {
            put();
        }
        return there ? Math.max(0, usable - 2 * length) : 0;
    }

    /** Writes the file if it is not there and the disk has room for it and for work. */
    boolean put() {
        if (length == 0) {
            return true;
        }
        try {
            there = Files.exists(file) && Files.size(file) == length;
            if (!there && disk.usableBytes() > 2 * length) {
                write();
                there = true;
            }
        } catch (final IOException e) {
            there = false; // asked for again with the next batch; until then nothing is taken
            remove();
        }
        return there;
    }

    private void write() throws IOException {
        final ByteBuffer block = ByteBuffer.allocate(BLOCK);
        try (FileChannel channel =
                FileChannel.open(
                        file,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE)) {
            for (long left = length; left > 0; ) {
                block.clear().limit((int) Math.min(BLOCK, left));
                left -= channel.write(block);
            }
            channel.force(true);
        }
    }

    void remove() {
        there = false;
        try {
            Files.deleteIfExists(file);
        } catch (final IOException e) {
            there = false; // nothing to be done: the disk stays full, and says so again
        }
    }

    long length() {
        return length;
    }

    boolean isThere() {
        return there;
    }
}
