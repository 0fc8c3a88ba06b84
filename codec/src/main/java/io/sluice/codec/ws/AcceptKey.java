package io.sluice.codec.ws;

import static java.nio.ByteOrder.BIG_ENDIAN;

import io.sluice.codec.wire.Slice;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Computes the Sec-WebSocket-Accept that proves a server has read a Sec-WebSocket-Key (RFC 6455
 * section 4.2.2). Keeps a digest; one per loop serves every connection.
 */
public final class AcceptKey {
    /** Bytes of a Sec-WebSocket-Key: 16 in base64. */
    public static final int KEY_LENGTH = 24;

    /** Bytes of a Sec-WebSocket-Accept: 20 in base64. */
    public static final int ACCEPT_LENGTH = 28;

    private static final byte[] GUID = Ascii.bytes("258EAFA5-E914-47DA-95CA-C5AB0DC85B11");

    private final MessageDigest sha1 = sha1();
    private final byte[] key = new byte[KEY_LENGTH];
    private final byte[] accept = new byte[ACCEPT_LENGTH];
    private final Slice slice = new Slice().wrap(new UnsafeBuffer(accept), 0, ACCEPT_LENGTH);

    /** The accept key for this key, valid until the next call. */
    public Slice of(final Slice key) {
        assert key.length() == KEY_LENGTH;
        key.buffer().getBytes(key.offset(), this.key);
        sha1.update(this.key);
        final int length = Base64.getEncoder().encode(sha1.digest(GUID), accept);
        assert length == ACCEPT_LENGTH;
        return slice;
    }

    /**
     * Writes a Sec-WebSocket-Key of these 16 bytes, which a client takes from a random source for
     * each connection (section 4.1), and returns its length. Allocates, once per connection.
     */
    public static int encodeKey(
            final MutableDirectBuffer buffer, final int offset, final long high, final long low) {
        final UnsafeBuffer nonce = new UnsafeBuffer(new byte[16]);
        nonce.putLong(0, high, BIG_ENDIAN);
        nonce.putLong(8, low, BIG_ENDIAN);
        buffer.putBytes(offset, Base64.getEncoder().encode(nonce.byteArray()));
        return KEY_LENGTH;
    }

    private static MessageDigest sha1() {
        try {
            return MessageDigest.getInstance("SHA-1");
        } catch (final NoSuchAlgorithmException e) {
            throw new AssertionError("every Java has SHA-1", e);
        }
    }
}
