package io.sluice.engine.loop;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * What one connection has written and the kernel has not taken, as a chain of chunks; none when
 * that is nothing. Owned by its connection.
 */
final class Outbound {
    private final int chunkBytes;
    private Chunk head;
    private Chunk tail;
    private long queuedBytes;
    private int claimed;

    Outbound(final int chunkBytes) {
        this.chunkBytes = chunkBytes;
    }

    MutableDirectBuffer claim(final ChunkPool pool, final int length) {
        if (roomBytes() < length) {
            append(pool.borrow(Math.max(length, chunkBytes)));
        }
        claimed = length;
        return tail.buffer;
    }

    private int roomBytes() {
        return tail == null ? 0 : tail.capacity() - tail.limit;
    }

    private void append(final Chunk chunk) {
        if (tail == null) {
            head = chunk;
        } else {
            tail.next = chunk;
        }
        tail = chunk;
    }

    int claimOffset() {
        return tail.limit;
    }

    void commit(final int length) {
        assert length >= 0 && length <= claimed : "commit of " + length + " of " + claimed;
        claimed = 0;
        tail.limit += length;
        queuedBytes += length;
    }

    /** Copies a range of any length, in as many pieces as it takes. */
    void write(final ChunkPool pool, final DirectBuffer from, final int offset, final int length) {
        for (int done = 0; done < length; ) {
            if (roomBytes() == 0) {
                append(pool.borrow(chunkBytes));
            }
            final int piece = Math.min(length - done, roomBytes());
            tail.buffer.putBytes(tail.limit, from, offset + done, piece);
            tail.limit += piece;
            done += piece;
        }
        queuedBytes += length;
    }

    long queuedBytes() {
        return queuedBytes;
    }

    boolean isEmpty() {
        return head == null;
    }

    /** Writes what the endpoint takes, gives back what is sent; whether nothing is left. */
    boolean flush(final Endpoint endpoint, final ByteBuffer[] gather, final ChunkPool pool)
            throws IOException {
        while (queuedBytes > 0) {
            int count = 0;
            long offered = 0;
            for (Chunk chunk = head; chunk != null && count < gather.length; chunk = chunk.next) {
                gather[count++] = chunk.toWrite();
                offered += chunk.length();
            }
            final long written = endpoint.write(gather, count);
            sent(written, pool);
            if (written < offered) {
                return false;
            }
        }
        release(pool); // a chunk that was claimed and not committed to
        return true;
    }

    private void sent(final long bytes, final ChunkPool pool) {
        long left = bytes;
        queuedBytes -= bytes;
        while (head != null && left >= head.length()) {
            left -= head.length();
            dropHead(pool);
        }
        if (left > 0) {
            head.offset += (int) left;
        }
    }

    private void dropHead(final ChunkPool pool) {
        final Chunk sent = head;
        head = sent.next;
        sent.next = null;
        if (head == null) {
            tail = null;
        }
        pool.giveBack(sent);
    }

    /** Forgets what waits, and gives all of it back. */
    void release(final ChunkPool pool) {
        while (head != null) {
            dropHead(pool);
        }
        queuedBytes = 0;
    }

    /** Takes over what waits at another one; the pool is that one's. */
    void takeFrom(final Outbound other, final ChunkPool pool) {
        head = other.head;
        tail = other.tail;
        queuedBytes = other.queuedBytes;
        other.head = null;
        other.tail = null;
        other.queuedBytes = 0;
        for (Chunk chunk = head; chunk != null; chunk = chunk.next) {
            pool.giveAway(chunk);
        }
    }

    /** What was taken over belongs to this pool from now on. */
    void adopt(final ChunkPool pool) {
        for (Chunk chunk = head; chunk != null; chunk = chunk.next) {
            pool.adopt(chunk);
        }
    }
}
