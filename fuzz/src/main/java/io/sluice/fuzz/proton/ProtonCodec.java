package io.sluice.fuzz.proton;

import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.qpid.protonj2.buffer.ProtonBuffer;
import org.apache.qpid.protonj2.buffer.ProtonBufferAllocator;
import org.apache.qpid.protonj2.codec.CodecFactory;
import org.apache.qpid.protonj2.codec.Decoder;
import org.apache.qpid.protonj2.codec.DecoderState;
import org.apache.qpid.protonj2.codec.Encoder;
import org.apache.qpid.protonj2.types.Symbol;
import org.apache.qpid.protonj2.types.messaging.Section;
import org.apache.qpid.protonj2.types.security.SaslPerformative;
import org.apache.qpid.protonj2.types.transport.Performative;
import org.apache.qpid.protonj2.types.transport.Transfer;

/**
 * Qpid protonj2's decoders and encoders, asked about one frame body or message at a time. They keep
 * every symbol and every unknown descriptor that they have ever seen, so they are thrown away, and
 * made to forget, from time to time.
 */
final class ProtonCodec {
    /** What is asked about. */
    enum Kind {
        PERFORMATIVE,
        MESSAGE,
        SASL
    }

    private static final int JUDGEMENTS_MAX = 2_000;
    private static final int COUNT_MAX = 4_096;

    private final List<Object> values = new ArrayList<>();
    private int judgements;
    private Decoder decoder;
    private Decoder saslDecoder;
    private Encoder encoder;
    private Encoder saslEncoder;
    private byte[] payload = {};

    ProtonCodec() {
        renew();
    }

    private void renew() {
        decoder = CodecFactory.getDefaultDecoder();
        saslDecoder = CodecFactory.getDefaultSaslDecoder();
        encoder = CodecFactory.getDefaultEncoder();
        saslEncoder = CodecFactory.getDefaultSaslEncoder();
        forget("bufferToSymbols");
        forget("stringToSymbols");
        judgements = 0;
    }

    private static void forget(final String cache) {
        try {
            final Field field = Symbol.class.getDeclaredField(cache);
            field.setAccessible(true);
            ((Map<?, ?>) field.get(null)).clear();
        } catch (final ReflectiveOperationException e) {
            throw new IllegalStateException(cache, e);
        }
    }

    /**
     * Whether nothing in these bytes can be taken for the count of a list, a map or an array that
     * makes the decoder allocate for it before it has looked for the elements: a count is the
     * second number behind a format code, or, in an array, anywhere behind its constructor.
     */
    static boolean isBounded(final byte[] bytes) {
        boolean inArray = false;
        for (int i = 0; i < bytes.length; i++) {
            final int code = bytes[i] & 0xFF;
            final boolean isLarge = code == 0xD0 || code == 0xD1 || code == 0xF0;
            if (isLarge && (inArray || i + 9 <= bytes.length && isCount(bytes, i + 5))) {
                return false;
            }
            inArray |= code == 0xE0 || code == 0xF0;
        }
        return true;
    }

    private static boolean isCount(final byte[] bytes, final int at) {
        return ByteBuffer.wrap(bytes).getInt(at) > COUNT_MAX;
    }

    /**
     * Whether it decodes without an exception, to its last byte, and to what was asked for; behind
     * a transfer the rest is payload.
     */
    boolean isValid(final Kind kind, final byte[] bytes) {
        if (++judgements > JUDGEMENTS_MAX) {
            renew();
        }
        values.clear();
        final ProtonBuffer buffer =
                ProtonBufferAllocator.defaultAllocator().copy(bytes, 0, bytes.length);
        try {
            return decode(kind, buffer);
        } catch (final RuntimeException | StackOverflowError e) {
            return false;
        }
    }

    private boolean decode(final Kind kind, final ProtonBuffer buffer) {
        final Decoder asked = kind == Kind.SASL ? saslDecoder : decoder;
        final DecoderState state = asked.newDecoderState();
        do {
            final Object value = asked.readObject(buffer, state);
            final boolean isExpected =
                    switch (kind) {
                        case PERFORMATIVE -> value instanceof Performative;
                        case MESSAGE -> value instanceof Section<?>;
                        case SASL -> value instanceof SaslPerformative;
                    };
            if (!isExpected) {
                return false;
            }
            values.add(value);
        } while (kind == Kind.MESSAGE && buffer.getReadableBytes() > 0);
        payload = new byte[buffer.getReadableBytes()];
        buffer.readBytes(payload, 0, payload.length);
        return payload.length == 0 || values.get(0) instanceof Transfer;
    }

    /** What was decoded, as the peer's own encoder writes it. */
    byte[] encodeAgain(final Kind kind) {
        final Encoder asked = kind == Kind.SASL ? saslEncoder : encoder;
        final ProtonBuffer out = ProtonBufferAllocator.defaultAllocator().allocate(1_024);
        for (final Object value : values) {
            asked.writeObject(out, asked.newEncoderState(), value);
        }
        out.writeBytes(payload);
        final byte[] bytes = new byte[out.getReadableBytes()];
        out.readBytes(bytes, 0, bytes.length);
        return bytes;
    }
}
