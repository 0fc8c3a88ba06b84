package io.sluice.bench;

import org.apache.qpid.protonj2.buffer.ProtonBuffer;
import org.apache.qpid.protonj2.buffer.ProtonBufferAllocator;
import org.apache.qpid.protonj2.codec.CodecFactory;
import org.apache.qpid.protonj2.codec.Decoder;
import org.apache.qpid.protonj2.codec.DecoderState;
import org.apache.qpid.protonj2.codec.Encoder;
import org.apache.qpid.protonj2.codec.EncoderState;

/** Qpid protonj2's codec on the same bytes. */
final class ProtonPeer {
    private final Decoder decoder = CodecFactory.getDefaultDecoder();
    private final DecoderState decoderState = decoder.newDecoderState();
    private final Encoder encoder = CodecFactory.getDefaultEncoder();
    private final EncoderState encoderState = encoder.newEncoderState();
    private final ProtonBuffer bytes;
    private final ProtonBuffer out = ProtonBufferAllocator.defaultAllocator().allocate(1024);
    private final Object[] values;

    /** Over these bytes, which hold one or more described values. */
    ProtonPeer(final byte[] bytes, final int values) {
        this(ProtonBufferAllocator.defaultAllocator().copy(bytes, 0, bytes.length), values);
    }

    private ProtonPeer(final ProtonBuffer bytes, final int values) {
        this.bytes = bytes;
        this.values = new Object[values];
        decode();
        if (bytes.getReadableBytes() > 0) {
            throw new AssertionError("the peer left bytes");
        }
    }

    /** Decodes the values anew. */
    Object[] decode() {
        bytes.setReadOffset(0);
        for (int i = 0; i < values.length; i++) {
            values[i] = decoder.readObject(bytes, decoderState);
        }
        return values;
    }

    /** Encodes what was decoded last. */
    ProtonBuffer encode() {
        out.setWriteOffset(0);
        for (final Object value : values) {
            encoder.writeObject(out, encoderState, value);
        }
        return out;
    }
}
