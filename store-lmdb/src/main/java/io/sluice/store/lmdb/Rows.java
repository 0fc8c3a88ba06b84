package io.sluice.store.lmdb;

import io.sluice.engine.link.Record;
import io.sluice.engine.store.NodeState;
import io.sluice.engine.store.StoreBooks;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * The rows behind the keys; numbers are little-endian. No row is longer than {@link #VALUE_MAX}, so
 * that one free page is always enough for the next.
 *
 * <pre>
 *  a record          its bytes, or the head of a long one: shorter than any record is
 *  a head            length u32 | check u32 | blob u64
 *  a chunk of blobs  2,000 bytes, the last one fewer
 *  an attempt        count u32
 *  a dead letter     node u32 | class u8 | reason u8 | 0 u16 | sequence u64 | at u64 |
 *                    record or head
 *  an identity       node u32 | id
 *  a node's state    last sequence u64 | messages u64 | bytes u64 | transferred high u64 |
 *                    check u64
 *  the layout        version u32
 *  the commit        transaction u64 | next blob u64 | next dead u64 | next identity u64 |
 *                    check u64
 *  the books         as many u64 as there are entries | check u64
 * </pre>
 */
final class Rows {
    /** Of all tables together; another one is another layout. */
    static final int LAYOUT_VERSION = 2;

    static final int VALUE_MAX = 2_000;
    static final int HEAD_LENGTH = 16;
    static final int DEAD_HEADER = 24;
    static final int STATE_LENGTH = 40;
    static final int COMMIT_LENGTH = 40;
    static final int COMMIT_NEXT_BLOB = 8;
    static final int COMMIT_NEXT_DEAD = 16;
    static final int COMMIT_NEXT_IDENTITY = 24;
    static final int BOOKS_LENGTH = (StoreBooks.LENGTH + 1) * Long.BYTES;
    static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;

    /** Behind the four numbers of a node's state and of the commit. */
    private static final int ROW_CHECK = 32;

    private static final int HEAD_CHECK = 4;
    private static final int HEAD_BLOB = 8;
    private static final int DEAD_CLASS = 4;
    private static final int DEAD_REASON = 5;
    private static final int DEAD_SEQUENCE = 8;
    private static final int DEAD_AT = 16;

    private Rows() {}

    static void head(
            final MutableDirectBuffer row, final int offset, final int length, final long blob) {
        row.putInt(offset, length, ORDER);
        row.putInt(offset + HEAD_CHECK, check(length, blob), ORDER);
        row.putLong(offset + HEAD_BLOB, blob, ORDER);
    }

    /**
     * Whether what lies there, to the end of the row, is a head as it was written. If it is
     * neither, it is told as it is, and the record's own checksum fails.
     */
    static boolean isHead(final DirectBuffer row, final int offset) {
        return row.capacity() - offset == HEAD_LENGTH
                && headLength(row, offset) > VALUE_MAX - DEAD_HEADER
                && row.getInt(offset + HEAD_CHECK, ORDER)
                        == check(headLength(row, offset), headBlob(row, offset));
    }

    static int headLength(final DirectBuffer row, final int offset) {
        return row.getInt(offset, ORDER);
    }

    static long headBlob(final DirectBuffer row, final int offset) {
        return row.getLong(offset + HEAD_BLOB, ORDER);
    }

    private static int check(final int length, final long blob) {
        final long mixed = (blob + 1) * 0x9E3779B97F4A7C15L ^ length * 0xC2B2AE3D27D4EB4FL;
        return (int) (mixed >>> Integer.SIZE ^ mixed);
    }

    /** The length of the record that the row stands for, or is. */
    static int recordLength(final DirectBuffer row, final int offset) {
        return isHead(row, offset) ? headLength(row, offset) : row.capacity() - offset;
    }

    static int chunks(final int length) {
        return (length + VALUE_MAX - 1) / VALUE_MAX;
    }

    static int chunkLength(final int length, final int index) {
        return Math.min(VALUE_MAX, length - index * VALUE_MAX);
    }

    static void dead(
            final MutableDirectBuffer row,
            final int node,
            final int priorityClass,
            final long sequence,
            final int reasonCode,
            final long atMs) {
        row.putInt(0, node, ORDER);
        row.putByte(DEAD_CLASS, (byte) priorityClass);
        row.putByte(DEAD_REASON, (byte) reasonCode);
        row.putShort(DEAD_REASON + 1, (short) 0, ORDER);
        row.putLong(DEAD_SEQUENCE, sequence, ORDER);
        row.putLong(DEAD_AT, atMs, ORDER);
    }

    static int deadNode(final DirectBuffer row) {
        return row.getInt(0, ORDER);
    }

    static long deadSequence(final DirectBuffer row) {
        return row.getLong(DEAD_SEQUENCE, ORDER);
    }

    static int deadReason(final DirectBuffer row) {
        return row.getByte(DEAD_REASON);
    }

    static long deadAtMs(final DirectBuffer row) {
        return row.getLong(DEAD_AT, ORDER);
    }

    /** The check of the numbers of a row, which stands behind them. */
    private static long check(final DirectBuffer row, final int checkAt) {
        long mixed = 1;
        for (int i = 0; i < checkAt; i += Long.BYTES) {
            mixed = (mixed ^ row.getLong(i, ORDER)) * 0x9E3779B97F4A7C15L;
            mixed ^= mixed >>> Integer.SIZE;
        }
        return mixed;
    }

    /** Notes the check of the four numbers, which are there. */
    static void seal(final MutableDirectBuffer row) {
        row.putLong(ROW_CHECK, check(row, ROW_CHECK), ORDER);
    }

    /** Whether a row of four numbers is as it was sealed. */
    static boolean isIntact(final DirectBuffer row) {
        return isIntact(row, ROW_CHECK);
    }

    private static boolean isIntact(final DirectBuffer row, final int checkAt) {
        return row.capacity() == checkAt + Long.BYTES
                && row.getLong(checkAt, ORDER) == check(row, checkAt);
    }

    static void books(final MutableDirectBuffer row, final StoreBooks books) {
        for (int i = 0; i < StoreBooks.LENGTH; i++) {
            row.putLong(i * Long.BYTES, books.value(i), ORDER);
        }
        final int checkAt = BOOKS_LENGTH - Long.BYTES;
        row.putLong(checkAt, check(row, checkAt), ORDER);
    }

    /** Reads the books, all zero if they never were written; false if they are damaged. */
    static boolean readBooks(final DirectBuffer row, final StoreBooks books) {
        if (row != null && !isIntact(row, BOOKS_LENGTH - Long.BYTES)) {
            return false;
        }
        for (int i = 0; i < StoreBooks.LENGTH; i++) {
            books.value(i, row == null ? 0 : row.getLong(i * Long.BYTES, ORDER));
        }
        return true;
    }

    static void state(final MutableDirectBuffer row, final NodeState state) {
        row.putLong(0, state.lastSequence, ORDER);
        row.putLong(8, state.messages, ORDER);
        row.putLong(16, state.bytes, ORDER);
        row.putLong(24, state.transferredHigh, ORDER);
        seal(row);
    }

    /** Reads a node's state, all zero for a node that has no row yet; false if it is damaged. */
    static boolean readState(final DirectBuffer row, final NodeState state) {
        if (row != null && !isIntact(row)) {
            return false;
        }
        state.lastSequence = row == null ? 0 : row.getLong(0, ORDER);
        state.messages = row == null ? 0 : row.getLong(8, ORDER);
        state.bytes = row == null ? 0 : row.getLong(16, ORDER);
        state.transferredHigh = row == null ? 0 : row.getLong(24, ORDER);
        return true;
    }

    static {
        assert HEAD_LENGTH < Record.HEADER_LENGTH : "a head must not look like a record";
    }
}
