package io.sluice.codec.amqp;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * The eight bytes that open a layer (AMQP 1.0 part 2 section 2.2).
 *
 * <pre>
 *  +---+---+---+---+----+-------+-------+----------+
 *  | A | M | Q | P | id | major | minor | revision |
 *  +---+---+---+---+----+-------+-------+----------+
 *                   0: AMQP, 2: TLS, 3: SASL; 1.0.0
 * </pre>
 */
public final class ProtocolHeader {
    public static final int AMQP = 0;
    public static final int TLS = 2;
    public static final int SASL = 3;

    /** The bytes so far are the beginning of a header we know. */
    public static final int INCOMPLETE = -1;

    /** No header of ours, whatever follows: write the supported one and close. */
    public static final int MISMATCH = -2;

    /** Bytes of a header. */
    public static final int LENGTH = 8;

    private static final int ID_INDEX = 4;
    private static final byte[] PREFIX = {'A', 'M', 'Q', 'P'};
    private static final byte[] VERSION = {1, 0, 0};

    private ProtocolHeader() {}

    /**
     * Which protocol the bytes ask for: {@link #AMQP}, {@link #TLS}, {@link #SASL}; {@link
     * #INCOMPLETE} as long as they may become one of them; {@link #MISMATCH} from the first byte
     * that can't be.
     */
    public static int match(final DirectBuffer buffer, final int offset, final int limit) {
        final int available = Math.min(limit - offset, LENGTH);
        for (int i = 0; i < available; i++) {
            if (!isLegal(i, buffer.getByte(offset + i))) {
                return MISMATCH;
            }
        }
        return available < LENGTH ? INCOMPLETE : buffer.getByte(offset + ID_INDEX);
    }

    /** Writes the header of a protocol, one of the three, and returns its length. */
    public static int encode(
            final MutableDirectBuffer buffer, final int offset, final int protocolId) {
        assert isLegal(ID_INDEX, (byte) protocolId);
        buffer.putBytes(offset, PREFIX);
        buffer.putByte(offset + ID_INDEX, (byte) protocolId);
        buffer.putBytes(offset + ID_INDEX + 1, VERSION);
        return LENGTH;
    }

    private static boolean isLegal(final int index, final byte value) {
        if (index < ID_INDEX) {
            return value == PREFIX[index];
        }
        if (index == ID_INDEX) {
            return value == AMQP || value == TLS || value == SASL;
        }
        return value == VERSION[index - ID_INDEX - 1];
    }
}
