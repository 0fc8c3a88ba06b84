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
    private final ChunkPool pool;
    private final LoopLimits.Transmit limits;
    private Chunk head;
    private Chunk tail;
    private long queuedBytes;

    // Of all time.
    private long writtenBytes;
    private long takenBytes;

    /** Who is told what the kernel has; null if nobody needs it. */
    private HandedOver handedOver;

    private int claimed;
    private boolean congested;
    private boolean choked;

    /** Of a connection on the loop that has the pool. */
    Outbound(final ChunkPool pool, final LoopLimits.Transmit limits) {
        this.pool = pool;
        this.limits = limits;
    }

    MutableDirectBuffer claim(final int length) {
        if (tail == null || roomBytes() < length) {
            append(pool.borrow(Math.max(length, limits.chunkBytes())));
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
        queued(length);
    }

    private void queued(final int length) {
        writtenBytes += length;
        queuedBytes += length;
        congested |= queuedBytes >= limits.highBytes();
        choked |= queuedBytes >= 2L * limits.highBytes();
    }

    /** Copies a range of any length, in as many pieces as it takes. */
    void write(final DirectBuffer from, final int offset, final int length) {
        for (int done = 0; done < length; ) {
            if (roomBytes() == 0) {
                append(pool.borrow(limits.chunkBytes()));
            }
            final int piece = Math.min(length - done, roomBytes());
            tail.buffer.putBytes(tail.limit, from, offset + done, piece);
            tail.limit += piece;
            done += piece;
        }
        queued(length);
    }

    long queuedBytes() {
        return queuedBytes;
    }

    long writtenBytes() {
        return writtenBytes;
    }

    void tellTaken(final HandedOver whom) {
        assert handedOver == null;
        handedOver = whom;
    }

    /** Whether nothing but answers should be written. */
    boolean isCongested() {
        if (!congested && queuedBytes > 0 && pool.isShort()) {
            congested = true; // until it has nothing left: whoever waits for nothing may write
        }
        return congested;
    }

    /**
     * Whether the peer should not be read. Only answers are written to a congested wire: a peer
     * that asks on and takes none of them would cost memory without end.
     */
    boolean isChoked() {
        return choked;
    }

    /** After a flush: whether it was congested, and is no more. */
    boolean isRelieved() {
        if (queuedBytes > (pool.isShort() ? 0 : limits.lowBytes())) {
            return false;
        }
        choked = false;
        final boolean relieved = congested;
        congested = false;
        return relieved;
    }

    boolean isEmpty() {
        return head == null;
    }

    /** Writes what the endpoint takes, gives back what is sent; whether nothing is left. */
    boolean flush(final Endpoint endpoint, final ByteBuffer[] gather) throws IOException {
        final boolean all = send(endpoint, gather);
        if (handedOver != null) {
            handedOver.onTaken(takenBytes);
        }
        return all;
    }

    private boolean send(final Endpoint endpoint, final ByteBuffer[] gather) throws IOException {
        while (queuedBytes > 0) {
            int count = 0;
            long offered = 0;
            for (Chunk chunk = head; chunk != null && count < gather.length; chunk = chunk.next) {
                gather[count++] = chunk.toWrite();
                offered += chunk.length();
            }
            final long written = endpoint.write(gather, count);
            sent(written);
            if (written < offered) {
                return false;
            }
        }
        release(); // a chunk that was claimed and not committed to
        return true;
    }

    private void sent(final long bytes) {
        long left = bytes;
        queuedBytes -= bytes;
        takenBytes += bytes;
        while (head != null && left >= head.length()) {
            left -= head.length();
            dropHead();
        }
        if (left > 0) {
            head.offset += (int) left;
        }
    }

    private void dropHead() {
        final Chunk sent = head;
        head = sent.next;
        sent.next = null;
        if (head == null) {
            tail = null;
        }
        pool.giveBack(sent);
    }

    /** Forgets what waits, and gives all of it back. */
    void release() {
        while (head != null) {
            dropHead();
        }
        queuedBytes = 0;
    }

    /** The end of the connection, which its protocol knows: nothing is sent any more. */
    void end() {
        release();
        if (handedOver != null) {
            handedOver.onEnd(takenBytes);
        }
    }

    /** Takes over what waits at another one, on that one's loop. */
    void takeFrom(final Outbound other) {
        head = other.head;
        tail = other.tail;
        queuedBytes = other.queuedBytes;
        writtenBytes = queuedBytes;
        assert other.handedOver == null : "a connection moves before it has messages";
        other.head = null;
        other.tail = null;
        other.queuedBytes = 0;
        for (Chunk chunk = head; chunk != null; chunk = chunk.next) {
            other.pool.giveAway(chunk);
        }
    }

    /** On its own loop: what was taken over is of its pool from now on. */
    void adopt() {
        for (Chunk chunk = head; chunk != null; chunk = chunk.next) {
            pool.adopt(chunk);
        }
    }
}
