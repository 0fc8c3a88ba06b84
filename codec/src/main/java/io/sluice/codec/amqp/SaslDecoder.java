package io.sluice.codec.amqp;

import io.sluice.codec.wire.Slice;
import org.agrona.DirectBuffer;

/**
 * The body of a SASL frame (AMQP 1.0 part 5 section 5.3.3): mechanisms, init, challenge, response
 * or outcome, as {@link #kind} says; one decoder per loop. The other kinds' fields read as absent.
 */
public final class SaslDecoder {
    private final FieldReader fields;
    private final Slice mechanismView = new Slice();
    private final Slice dataView = new Slice();
    private final Slice hostnameView = new Slice();
    private final ElementCursor elements = new ElementCursor();
    private final TypedValue mechanismsValue = new TypedValue();

    private DirectBuffer buffer;
    private Descriptor kind = Descriptor.UNKNOWN;
    private long mechanisms;
    private long mechanism;
    private long data;
    private long hostname;
    private int code;

    public SaslDecoder(final TypeLimits limits) {
        fields = new FieldReader(limits);
    }

    /** Checks the performative that fills this frame body. */
    public AmqpError wrap(final DirectBuffer buffer, final int offset, final int length) {
        final int limit = offset + length;
        this.buffer = buffer;
        kind = Descriptor.peek(buffer, offset, length);
        mechanisms = Range.NONE;
        mechanism = Range.NONE;
        data = Range.NONE;
        hostname = Range.NONE;
        code = FieldReader.ABSENT;
        fields.begin(buffer, offset, limit, kind);
        switch (kind) {
            case SASL_MECHANISMS -> readMechanisms();
            case SASL_INIT -> {
                mechanism = fields.symbol();
                fields.require();
                data = fields.binary();
                hostname = fields.string();
            }
            case SASL_CHALLENGE, SASL_RESPONSE -> {
                data = fields.binary();
                fields.require();
            }
            case SASL_OUTCOME -> {
                code = fields.ubyteChoice(SaslCode.SYS_TEMP.ordinal());
                fields.require();
                data = fields.binary();
            }
            default -> fields.fail(AmqpError.DECODE_ERROR);
        }
        return fields.finishAt(limit);
    }

    /** SASL_MECHANISMS, SASL_INIT, SASL_CHALLENGE, SASL_RESPONSE or SASL_OUTCOME. */
    public Descriptor kind() {
        return kind;
    }

    /** Of mechanisms: a symbol or an array of one or more; else NULL. */
    public TypedValue mechanisms() {
        return Range.value(mechanismsValue, buffer, mechanisms);
    }

    /** Of init: the mechanism that the client has chosen. */
    public Slice mechanism() {
        assert kind == Descriptor.SASL_INIT;
        return Range.view(mechanismView, buffer, mechanism);
    }

    public boolean hasHostname() {
        return hostname != Range.NONE;
    }

    /** Of init: the host that the client means to reach. */
    public Slice hostname() {
        assert hasHostname();
        return Range.view(hostnameView, buffer, hostname);
    }

    /** Of init: whether there is an initial response, which may be empty; of outcome: more data. */
    public boolean hasBytes() {
        return data != Range.NONE;
    }

    /**
     * What the mechanism reads: the initial-response of init, the challenge, the response, or the
     * additional-data of outcome. Secret: not for a log.
     */
    public Slice bytes() {
        assert hasBytes();
        return Range.view(dataView, buffer, data);
    }

    /** Of outcome. */
    public SaslCode code() {
        assert kind == Descriptor.SASL_OUTCOME;
        return SaslCode.of(code);
    }

    private void readMechanisms() {
        mechanisms = fields.symbols();
        fields.require();
        if (mechanisms != Range.NONE) {
            // "It is invalid for this list to be null or empty" (section 5.3.3.1).
            if (!elements.wrap(mechanisms()).next()) {
                fields.fail(AmqpError.INVALID_FIELD);
            }
        }
    }
}
