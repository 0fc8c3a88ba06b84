package io.sluice.engine.amqp;

import io.sluice.codec.amqp.AmqpError;
import io.sluice.codec.amqp.Descriptor;
import io.sluice.codec.amqp.SaslCode;
import io.sluice.codec.amqp.SaslDecoder;
import io.sluice.codec.wire.Slice;
import org.agrona.DirectBuffer;

/** The server's part of a SASL exchange (part 5 section 5.3): ANONYMOUS and PLAIN. */
final class SaslServer {
    /** What came of a frame. */
    enum Result {
        /** The peer is who it says: an AMQP header follows. */
        DONE,
        /** It was told that it is not. */
        REFUSED,
        /** It does not speak SASL. */
        VIOLATION
    }

    private static final Slice ANONYMOUS = Slice.ofUtf8("ANONYMOUS");
    private static final Slice PLAIN = Slice.ofUtf8("PLAIN");

    private final Codec codec;
    private final Authenticator authenticator;
    private final FrameWriter writer;
    private final Slice user = new Slice();
    private final Slice password = new Slice();

    /** Whom a password has shown the peer to be. */
    private String shown = "";

    SaslServer(final Codec codec, final Authenticator authenticator, final FrameWriter writer) {
        this.codec = codec;
        this.authenticator = authenticator;
        this.writer = writer;
    }

    /** Who the peer is; empty if it came without a name. */
    String user() {
        return shown;
    }

    /** Offers the mechanisms. */
    void begin() {
        codec.saslOut.mechanisms(
                !authenticator.allowsPlain()
                        ? array(ANONYMOUS)
                        : authenticator.allowsAnonymous() ? array(PLAIN, ANONYMOUS) : array(PLAIN));
        writer.frame(codec.saslFrame);
    }

    /** An array8 of symbols, section 1.6.24 of part 1. */
    private static Slice array(final Slice... symbols) {
        int length = 4;
        for (final Slice symbol : symbols) {
            length += 1 + symbol.length();
        }
        final byte[] bytes = new byte[length];
        bytes[0] = (byte) 0xE0;
        bytes[1] = (byte) (length - 2);
        bytes[2] = (byte) symbols.length;
        bytes[3] = (byte) 0xA3;
        int at = 4;
        for (final Slice symbol : symbols) {
            bytes[at++] = (byte) symbol.length();
            System.arraycopy(symbol.toByteArray(), 0, bytes, at, symbol.length());
            at += symbol.length();
        }
        return Slice.of(bytes);
    }

    /** The body of a SASL frame: an init, or it is no client. */
    Result onFrame(final DirectBuffer buffer, final int offset, final int length) {
        final SaslDecoder sasl = codec.sasl;
        if (sasl.wrap(buffer, offset, length) != AmqpError.NONE
                || sasl.kind() != Descriptor.SASL_INIT) {
            return Result.VIOLATION;
        }
        final boolean valid =
                sasl.mechanism().contentEquals(ANONYMOUS)
                        ? authenticator.allowsAnonymous()
                        : sasl.mechanism().contentEquals(PLAIN)
                                && authenticator.allowsPlain()
                                && isPlainValid(sasl);
        shown = valid && sasl.mechanism().contentEquals(PLAIN) ? user.toString() : "";
        codec.saslOut.outcome(valid ? SaslCode.OK : SaslCode.AUTH);
        writer.frame(codec.saslFrame);
        return valid ? Result.DONE : Result.REFUSED;
    }

    /** RFC 4616: authorization identity, NUL, user, NUL, password. */
    private boolean isPlainValid(final SaslDecoder sasl) {
        if (!sasl.hasBytes()) {
            return false;
        }
        final Slice bytes = sasl.bytes();
        final int first = nul(bytes, 0);
        final int second = nul(bytes, first + 1);
        if (second == bytes.length() || nul(bytes, second + 1) != bytes.length()) {
            return false;
        }
        user.wrap(bytes.buffer(), bytes.offset() + first + 1, second - first - 1);
        password.wrap(bytes.buffer(), bytes.offset() + second + 1, bytes.length() - second - 1);
        final boolean isOwn = first == 0 || isUser(bytes, first); // nobody acts for another
        return isOwn
                && !user.isEmpty()
                && !password.isEmpty()
                && authenticator.isValid(user, password);
    }

    private boolean isUser(final Slice bytes, final int length) {
        if (length != user.length()) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (bytes.byteAt(i) != user.byteAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** Where the next NUL stands, or the length. */
    private static int nul(final Slice bytes, final int from) {
        int at = Math.min(from, bytes.length());
        while (at < bytes.length() && bytes.byteAt(at) != 0) {
            at++;
        }
        return at;
    }
}
