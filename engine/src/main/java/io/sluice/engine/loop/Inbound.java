package io.sluice.engine.loop;

import java.io.IOException;
import org.agrona.MutableDirectBuffer;

/**
 * The bytes of one connection that have arrived and are not used: on offer to the protocol in the
 * loop's receive buffer, or kept in a chunk of the connection's own while a packet is incomplete or
 * the wire is held. Owned by its connection.
 */
final class Inbound {
    /** What {@link #read} answers when there is no memory to read into; the connection waits. */
    static final int NO_ROOM = -2;

    final Connection connection;

    // In the list of those whose packet is incomplete, by their last progress; see Incomplete.
    Inbound older;
    Inbound newer;
    boolean listed;

    /** In line for memory. */
    boolean waiting;

    long progressNs;
    int progressBytes;

    private final Incomplete incomplete;
    private Chunk kept;

    /** Whether what is on offer lies in the loop's buffer; otherwise it is what is kept. */
    private boolean inLoopBuffer;

    private int offered;

    /** Of a connection on the loop whose incomplete packets these are. */
    Inbound(final Connection connection, final Incomplete incomplete) {
        this.connection = connection;
        this.incomplete = incomplete;
    }

    boolean isEmpty() {
        return kept == null;
    }

    int keptBytes() {
        return kept == null ? 0 : kept.length();
    }

    /** Reads behind what is kept; how many bytes, or -1 for the end, or {@link #NO_ROOM}. */
    int read(final Endpoint endpoint) throws IOException {
        final Chunk receive = incomplete.receive();
        // Few bytes are copied to the front of the big buffer, so that a stream is read in big
        // pieces whatever the pieces leave over; many are read behind where they are.
        inLoopBuffer =
                kept == null || !incomplete.isShort() && kept.length() <= receive.capacity() >>> 2;
        if (!inLoopBuffer) {
            return makeRoom() ? readInto(kept, endpoint, kept.capacity()) : NO_ROOM;
        }
        receive.offset = 0;
        receive.limit = 0;
        if (kept != null) {
            receive.buffer.putBytes(0, kept.buffer, kept.offset, kept.length());
            receive.limit = kept.length();
        }
        return readInto(receive, endpoint, incomplete.readBytesMax());
    }

    /** Reads what nobody wants; how many bytes, or -1 for the end. */
    int discard(final Endpoint endpoint) throws IOException {
        final Chunk receive = incomplete.receive();
        receive.limit = 0;
        return endpoint.read(receive.toRead());
    }

    private int readInto(final Chunk chunk, final Endpoint endpoint, final int limit)
            throws IOException {
        final int read = endpoint.read(chunk.toRead().limit(limit));
        if (read > 0) {
            chunk.limit += read;
            offered = chunk.length();
        }
        return read;
    }

    private boolean makeRoom() {
        if (kept.limit < kept.capacity()) {
            return true;
        }
        if (kept.offset > 0) {
            kept.compact();
            return true;
        }
        final int capacity = kept.capacity() << 1;
        if (capacity > incomplete.keptBytesMax()) {
            throw new IllegalStateException(
                    "a protocol waits for more than the longest packet, " + kept.capacity());
        }
        if (!incomplete.mayGrow(this, kept.capacity())) {
            return false;
        }
        keep(kept, capacity);
        return true;
    }

    /** Puts what is kept on offer again; false if that is nothing. */
    boolean offerKept() {
        if (kept == null) {
            return false;
        }
        inLoopBuffer = false;
        offered = kept.length();
        return true;
    }

    MutableDirectBuffer buffer() {
        return onOffer().buffer;
    }

    int offset() {
        return onOffer().offset;
    }

    int length() {
        return offered;
    }

    private Chunk onOffer() {
        return inLoopBuffer ? incomplete.receive() : kept;
    }

    /** The protocol has used so many of the offered bytes: the others are kept. */
    void used(final int count) {
        final Chunk from = onOffer();
        from.offset += count;
        if (from.length() == 0) {
            release();
            return;
        }
        final int capacity = ChunkPool.capacityFor(from.length());
        if (inLoopBuffer) {
            if (kept != null && kept.capacity() == capacity) {
                copy(from, kept);
            } else {
                keep(from, capacity);
            }
        } else if (count > 0 && kept.capacity() > capacity << 1) {
            keep(from, capacity); // a long packet has left much more than it needs
        }
        if (count > 0) {
            incomplete.finished(this);
        }
    }

    private void keep(final Chunk from, final int capacity) {
        final Chunk chunk = incomplete.pool().borrow(capacity);
        copy(from, chunk);
        if (kept != null) {
            incomplete.giveBack(kept);
        }
        kept = chunk;
    }

    private static void copy(final Chunk from, final Chunk to) {
        final int length = from.length();
        to.buffer.putBytes(0, from.buffer, from.offset, length);
        to.offset = 0;
        to.limit = length;
    }

    /** Forgets what is kept. */
    void release() {
        if (kept != null) {
            incomplete.giveBack(kept);
            kept = null;
        }
        incomplete.forget(this);
    }

    /** Takes over what another one kept, on that one's loop. */
    void takeFrom(final Inbound other) {
        kept = other.kept;
        if (kept != null) {
            other.incomplete.pool().giveAway(kept);
            other.incomplete.gaveBack();
        }
        other.kept = null;
        other.release();
    }

    /** On its own loop: what was taken over is of it from now on. */
    void adopt() {
        if (kept != null) {
            incomplete.pool().adopt(kept);
        }
    }
}
