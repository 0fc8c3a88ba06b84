package io.sluice.codec.ws;

import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.UnsafeApi;

/**
 * Masking (RFC 6455 section 5.3): byte i of a payload is XORed with byte i mod 4 of the key. A key
 * is an {@code int}, its first byte the highest; a payload that comes in parts goes on with the key
 * that the part before returned. Masking twice is unmasking. Stateless.
 */
public final class MaskingKey {
    private static final boolean LITTLE_ENDIAN = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

    private MaskingKey() {}

    /** Masks the bytes where they lie and returns the key for those that follow them. */
    public static int apply(
            final MutableDirectBuffer buffer, final int offset, final int length, final int key) {
        return apply(buffer, offset, buffer, offset, length, key);
    }

    /**
     * Copies and masks in one pass. In one buffer the target may overlap the source if it does not
     * begin after it. Both ranges are checked against their buffers once, not once a word.
     */
    static int apply(
            final MutableDirectBuffer target,
            final int targetOffset,
            final DirectBuffer source,
            final int sourceOffset,
            final int length,
            final int key) {
        assert target != source || targetOffset <= sourceOffset;
        source.boundsCheck(sourceOffset, length);
        target.boundsCheck(targetOffset, length);
        final byte[] from = source.byteArray();
        final byte[] to = target.byteArray();
        final long fromAddress = source.addressOffset() + sourceOffset;
        final long toAddress = target.addressOffset() + targetOffset;
        final long word = word(key);
        int i = 0;
        for (; length - i >= Long.BYTES; i += Long.BYTES) {
            UnsafeApi.putLong(to, toAddress + i, UnsafeApi.getLong(from, fromAddress + i) ^ word);
        }
        int rest = key;
        for (; i < length; i++) {
            target.putByte(
                    targetOffset + i, (byte) (source.getByte(sourceOffset + i) ^ rest >>> 24));
            rest = Integer.rotateLeft(rest, 8);
        }
        return rest;
    }

    /** The key twice, as a {@code long} in the order that the machine reads bytes in. */
    private static long word(final int key) {
        final long word = (long) key << 32 | key & 0xFFFF_FFFFL;
        return LITTLE_ENDIAN ? Long.reverseBytes(word) : word;
    }
}
