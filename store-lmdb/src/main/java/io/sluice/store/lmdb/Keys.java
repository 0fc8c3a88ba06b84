package io.sluice.store.lmdb;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The keys of all tables, big-endian so that the bytes' order is the numbers'. One for each thread:
 * a key is good until the next of its kind.
 *
 * <pre>
 *  records, attempts   node u32 | class u8 | sequence u64
 *  blobs               blob u64 | index u32
 *  dlq, dedup          number u64
 *  nodes               node u32
 *  state               kind u8 (| node u32)
 * </pre>
 */
final class Keys {
    static final int RECORD_LENGTH = 13;
    static final byte STATE_LAYOUT = 0;
    static final byte STATE_COMMIT = 1;

    /** Beside the commit, so that both lie on one page. */
    static final byte STATE_BOOKS = 2;

    static final byte STATE_NODE = 3;

    private static final int CLASS = 4;
    private static final int SEQUENCE = 5;
    private static final ByteOrder ORDER = ByteOrder.BIG_ENDIAN;

    private final UnsafeBuffer record = direct(RECORD_LENGTH);
    private final UnsafeBuffer blob = direct(Long.BYTES + Integer.BYTES);
    private final UnsafeBuffer number = direct(Long.BYTES);
    private final UnsafeBuffer node = direct(Integer.BYTES);
    private final UnsafeBuffer stateNode = direct(1 + Integer.BYTES);
    private final UnsafeBuffer state = direct(1);

    /** LMDB reads keys by their address: none may lie in the heap. */
    static UnsafeBuffer direct(final int length) {
        return new UnsafeBuffer(ByteBuffer.allocateDirect(length));
    }

    UnsafeBuffer record(final int ofNode, final int priorityClass, final long sequence) {
        record.putInt(0, ofNode, ORDER);
        record.putByte(CLASS, (byte) priorityClass);
        record.putLong(SEQUENCE, sequence, ORDER);
        return record;
    }

    /** Whether the key is one of the class of the node. */
    static boolean isRecordOf(final DirectBuffer key, final int ofNode, final int priorityClass) {
        return key.capacity() == RECORD_LENGTH
                && key.getInt(0, ORDER) == ofNode
                && key.getByte(CLASS) == (byte) priorityClass;
    }

    static long sequence(final DirectBuffer key) {
        return key.getLong(SEQUENCE, ORDER);
    }

    UnsafeBuffer blob(final long id, final int index) {
        blob.putLong(0, id, ORDER);
        blob.putInt(Long.BYTES, index, ORDER);
        return blob;
    }

    UnsafeBuffer number(final long value) {
        number.putLong(0, value, ORDER);
        return number;
    }

    static long number(final DirectBuffer key) {
        return key.getLong(0, ORDER);
    }

    UnsafeBuffer node(final int ofNode) {
        node.putInt(0, ofNode, ORDER);
        return node;
    }

    static int node(final DirectBuffer key) {
        return key.getInt(0, ORDER);
    }

    UnsafeBuffer stateNode(final int ofNode) {
        stateNode.putByte(0, STATE_NODE);
        stateNode.putInt(1, ofNode, ORDER);
        return stateNode;
    }

    MutableDirectBuffer state(final byte kind) {
        state.putByte(0, kind);
        return state;
    }
}
