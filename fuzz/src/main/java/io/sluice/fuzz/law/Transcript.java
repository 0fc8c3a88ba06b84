package io.sluice.fuzz.law;

import io.sluice.codec.wire.Slice;
import java.util.Arrays;
import java.util.HexFormat;
import org.agrona.DirectBuffer;

/**
 * What a reader told, word for word, so that two readings can be compared and the first difference
 * has a name. Allocates only while it grows. Owned by the laws.
 */
public final class Transcript {
    private static final byte NUMBER = 0;
    private static final byte POSITION = 1;
    private static final byte BYTES = 2;

    private String[] labels = new String[256];
    private byte[] kinds = new byte[256];
    private long[] values = new long[256];
    private byte[] bytes = new byte[16_384];
    private int count;
    private int bytesLength;
    private int base;

    /** Forgets everything; positions that are told from now on count from {@code base}. */
    public void begin(final int base) {
        this.base = base;
        count = 0;
        bytesLength = 0;
    }

    public void number(final String label, final long value) {
        append(label, NUMBER, value);
    }

    public void flag(final String label, final boolean value) {
        append(label, NUMBER, value ? 1 : 0);
    }

    /** Tells of a place in the buffer; it is kept relative to where the reading began. */
    public void position(final String label, final int absolute) {
        append(label, POSITION, (long) absolute - base);
    }

    public void slice(final String label, final Slice slice) {
        range(label, slice.buffer(), slice.offset(), slice.length());
    }

    public void range(
            final String label, final DirectBuffer buffer, final int offset, final int length) {
        append(label, BYTES, length);
        if (bytesLength + length > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, bytesLength + length));
        }
        buffer.getBytes(offset, bytes, bytesLength, length);
        bytesLength += length;
    }

    private void append(final String label, final byte kind, final long value) {
        if (count == labels.length) {
            labels = Arrays.copyOf(labels, 2 * count);
            kinds = Arrays.copyOf(kinds, 2 * count);
            values = Arrays.copyOf(values, 2 * count);
        }
        labels[count] = label;
        kinds[count] = kind;
        values[count] = value;
        count++;
    }

    /**
     * The first thing that was told otherwise, in words, or null if all is the same.
     *
     * @param positions whether places in the buffer must be the same too
     */
    public String difference(final Transcript other, final boolean positions) {
        int mine = 0;
        int theirs = 0;
        for (int i = 0; i < Math.min(count, other.count); i++) {
            if (!labels[i].equals(other.labels[i])) {
                return "told '" + labels[i] + "', then '" + other.labels[i] + "'";
            }
            final boolean compared = positions || kinds[i] != POSITION;
            if (compared && values[i] != other.values[i]) {
                return labels[i] + ": " + values[i] + ", then " + other.values[i];
            }
            if (kinds[i] == BYTES) {
                final int length = (int) values[i];
                final int to = mine + length;
                if (!Arrays.equals(bytes, mine, to, other.bytes, theirs, theirs + length)) {
                    return labels[i]
                            + ": "
                            + HexFormat.of().formatHex(bytes, mine, to)
                            + ", then "
                            + HexFormat.of().formatHex(other.bytes, theirs, theirs + length);
                }
                mine += length;
                theirs += length;
            }
        }
        return count == other.count
                ? null
                : "told " + count + " things, then " + other.count + " things";
    }
}
