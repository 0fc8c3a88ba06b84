package io.sluice.codec.amqp;

import io.sluice.codec.wire.Slice;
import org.agrona.MutableDirectBuffer;

/**
 * Writes SASL frames (AMQP 1.0 part 5 section 5.3.3): say which, then {@link #encode}; one encoder
 * per loop.
 */
public final class SaslEncoder {
    private final FieldWriter fields = new FieldWriter();
    private final TypedValue value = new TypedValue();
    private final ElementCursor elements = new ElementCursor();
    private final BytesField symbols = new BytesField();
    private final BytesField bytes = new BytesField();
    private final BytesField hostname = new BytesField();

    private Descriptor kind = Descriptor.SASL_OUTCOME;
    private SaslCode code = SaslCode.SYS;

    /** What a server offers: an encoded symbol or array of symbols, not empty. */
    public SaslEncoder mechanisms(final Slice encodedSymbols) {
        begin(Descriptor.SASL_MECHANISMS);
        symbols.setSymbols(encodedSymbols);
        assert hasAny(encodedSymbols) : "no mechanism at all";
        return this;
    }

    /** What a client chooses; {@link #bytes} and {@link #hostname} may follow. */
    public SaslEncoder init(final Slice mechanism) {
        begin(Descriptor.SASL_INIT);
        symbols.set(mechanism);
        return this;
    }

    public SaslEncoder challenge(final Slice challenge) {
        return begin(Descriptor.SASL_CHALLENGE).bytes(challenge);
    }

    public SaslEncoder response(final Slice response) {
        return begin(Descriptor.SASL_RESPONSE).bytes(response);
    }

    /** How it ended; {@link #bytes} may follow. */
    public SaslEncoder outcome(final SaslCode code) {
        begin(Descriptor.SASL_OUTCOME);
        this.code = code;
        return this;
    }

    /** The initial-response of init, or the additional-data of outcome. */
    public SaslEncoder bytes(final Slice value) {
        assert kind != Descriptor.SASL_MECHANISMS;
        bytes.set(value);
        return this;
    }

    /** Of init: the host that we mean to reach. */
    public SaslEncoder hostname(final Slice value) {
        assert kind == Descriptor.SASL_INIT;
        hostname.set(value);
        return this;
    }

    /** Writes the frame: its bytes, or {@link TypeWriter#NO_ROOM}. */
    public int encode(final MutableDirectBuffer buffer, final int offset, final int limit) {
        fields.beginSaslFrame(buffer, offset, limit, kind);
        switch (kind) {
            case SASL_MECHANISMS -> fields.encoded(symbols);
            case SASL_INIT -> fields.symbol(symbols).binary(bytes).string(hostname);
            case SASL_OUTCOME -> fields.ubyte(code.ordinal()).binary(bytes);
            default -> fields.binary(bytes);
        }
        return fields.end();
    }

    private boolean hasAny(final Slice encodedSymbols) {
        return elements.wrap(value.wrap(encodedSymbols.buffer(), encodedSymbols.offset())).next();
    }

    private SaslEncoder begin(final Descriptor value) {
        kind = value;
        symbols.clear();
        bytes.clear();
        hostname.clear();
        return this;
    }
}
