package io.sluice.store.lmdb;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The data file as Java reads it: by pages, with every number checked, where LMDB's own map would
 * be a SIGBUS or worse. Owned by who opened it.
 */
final class DataFile implements AutoCloseable {
    private static final int PAGE_SIZE_MIN = 1 << 12;
    private static final int PAGE_SIZE_MAX = 1 << 16;

    private final Path path;
    private final FileChannel channel;
    private final ByteBuffer meta = ByteBuffer.allocateDirect(MetaPage.LENGTH);

    DataFile(final Path path, final StandardOpenOption... options) {
        this.path = path;
        try {
            channel = FileChannel.open(path, options);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path path() {
        return path;
    }

    long length() {
        try {
            return channel.size();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Fills the buffer from a position on; false if the file ends before. */
    boolean read(final ByteBuffer into, final long position) {
        try {
            long at = position;
            while (into.hasRemaining()) {
                final int count = channel.read(into, at);
                if (count < 0) {
                    return false;
                }
                at += count;
            }
            into.flip();
            return true;
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes all of it and waits for the disk. */
    void write(final ByteBuffer from, final long position) {
        try {
            long at = position;
            while (from.hasRemaining()) {
                at += channel.write(from, at);
            }
            channel.force(true);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Makes the file longer, with nothing in what is new. */
    void extend(final long length) {
        write(ByteBuffer.allocate(1), length - 1);
    }

    /** The meta page at a position, or null if the file ends before. */
    MetaPage meta(final long position) {
        meta.clear();
        return read(meta, position) ? MetaPage.read(meta) : null;
    }

    /** The page size that one of the meta pages says, 0 if none is there. */
    int pageSize() {
        for (int size = PAGE_SIZE_MIN; size <= PAGE_SIZE_MAX; size <<= 1) {
            final MetaPage second = meta(size);
            if (second != null && second.isMeta() && second.pageSize() == size) {
                return size;
            }
        }
        final MetaPage first = meta(0);
        return first == null || !first.isMeta() ? 0 : first.pageSize();
    }

    /** The meta page of the newest commit, torn or not; null if none is there. */
    MetaPage newest() {
        final MetaPage first = meta(0);
        final MetaPage second = meta(pageSize());
        final boolean isFirst = first != null && first.isMeta();
        final boolean isSecond = second != null && second.isMeta();
        if (isFirst && isSecond) {
            return first.transaction() > second.transaction() ? first : second;
        }
        return isFirst ? first : isSecond ? second : null;
    }

    /** The last page that was ever used: it never goes back, so the larger one is the newer. */
    long lastPage(final int pageSize) {
        return Math.max(
                number(MetaPage.LAST_PAGE_OFFSET), number(pageSize + MetaPage.LAST_PAGE_OFFSET));
    }

    private long number(final long position) {
        meta.clear().limit(Long.BYTES);
        return read(meta, position) ? meta.order(MetaPage.ORDER).getLong(0) : 0;
    }

    /** Pages of the free list's own tree, by the newest commit. */
    long freeListPages() {
        final MetaPage first = meta(0);
        final MetaPage second = first == null ? null : meta(first.pageSize());
        if (second == null) {
            return 0;
        }
        return (first.transaction() > second.transaction() ? first : second).freeList().pages();
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (final IOException e) {
            assert e != null; // nothing was written since the last force
        }
    }
}
