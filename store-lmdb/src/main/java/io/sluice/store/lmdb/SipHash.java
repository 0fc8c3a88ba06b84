package io.sluice.store.lmdb;

import java.nio.ByteOrder;
import org.agrona.DirectBuffer;

/**
 * SipHash-2-4: a sender who chooses identities cannot choose their places in a hash table. Owned by
 * the store's writer.
 */
final class SipHash {
    private final long key0;
    private final long key1;
    private long v0;
    private long v1;
    private long v2;
    private long v3;

    SipHash(final long key0, final long key1) {
        this.key0 = key0;
        this.key1 = key1;
    }

    /** Of the bytes, told apart by a number. */
    long of(final int number, final DirectBuffer buffer, final int offset, final int length) {
        final long tweaked = key0 ^ number;
        v0 = tweaked ^ 0x736F6D6570736575L;
        v1 = key1 ^ 0x646F72616E646F6DL;
        v2 = tweaked ^ 0x6C7967656E657261L;
        v3 = key1 ^ 0x7465646279746573L;
        final int limit = offset + length;
        int at = offset;
        for (; limit - at >= Long.BYTES; at += Long.BYTES) {
            mix(buffer.getLong(at, ByteOrder.LITTLE_ENDIAN));
        }
        long last = (long) length << 56;
        for (int shift = 0; at < limit; at++, shift += Byte.SIZE) {
            last |= (buffer.getByte(at) & 0xFFL) << shift;
        }
        mix(last);
        v2 ^= 0xFF;
        for (int i = 0; i < 4; i++) {
            round();
        }
        return v0 ^ v1 ^ v2 ^ v3;
    }

    private void mix(final long word) {
        v3 ^= word;
        round();
        round();
        v0 ^= word;
    }

    private void round() {
        v0 += v1;
        v2 += v3;
        v1 = Long.rotateLeft(v1, 13) ^ v0;
        v3 = Long.rotateLeft(v3, 16) ^ v2;
        v0 = Long.rotateLeft(v0, 32);
        v2 += v1;
        v0 += v3;
        v1 = Long.rotateLeft(v1, 17) ^ v2;
        v3 = Long.rotateLeft(v3, 21) ^ v0;
        v2 = Long.rotateLeft(v2, 32);
    }
}
