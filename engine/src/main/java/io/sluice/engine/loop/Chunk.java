package io.sluice.engine.loop;

import java.nio.ByteBuffer;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;

/** A piece of direct memory, borrowed from a {@link ChunkPool}, and where in it the bytes are. */
final class Chunk {
    final ByteBuffer bytes;
    final UnsafeBuffer buffer;

    /** The first byte that counts. */
    int offset;

    /** Behind the last one. */
    int limit;

    /** In whatever chain it is. */
    Chunk next;

    Chunk(final int capacity) {
        bytes = ByteBuffer.allocateDirect(capacity);
        buffer = new UnsafeBuffer(bytes);
    }

    int capacity() {
        return bytes.capacity();
    }

    int length() {
        return limit - offset;
    }

    /** Moves its bytes to the front. */
    void compact() {
        if (offset > 0) {
            final int length = length();
            buffer.putBytes(0, buffer, offset, length);
            offset = 0;
            limit = length;
        }
    }

    /** A view of the bytes for a socket to take. */
    ByteBuffer toWrite() {
        return bytes.limit(limit).position(offset);
    }

    /** A view of the room behind the bytes for a socket to fill. */
    ByteBuffer toRead() {
        return bytes.limit(capacity()).position(limit);
    }

    /** Gives the memory back to the system now, not when the collector finds it. */
    void free() {
        buffer.wrap(new byte[0]); // a protocol that kept it meets a bounds check, not our memory
        BufferUtil.free(bytes);
    }
}
