package io.sluice.codec.amqp;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Writes the fields of a composite type in order, absent ones as null, and the frame around a
 * performative (AMQP 1.0 part 1 section 1.4, part 2 section 2.3). What every performative is
 * written with; the mirror of {@link FieldReader}.
 */
final class FieldWriter {
    private final TypeWriter types = new TypeWriter();

    private MutableDirectBuffer buffer;
    private int offset;
    private int type;
    private int channel;

    TypeWriter types() {
        return types;
    }

    /** Begins an AMQP frame and the performative in it. */
    FieldWriter beginFrame(
            final MutableDirectBuffer buffer,
            final int offset,
            final int limit,
            final int channel,
            final Descriptor performative) {
        return begin(buffer, offset, limit, FrameHeader.TYPE_AMQP, channel).begin(performative);
    }

    /** Begins a SASL frame and the performative in it. */
    FieldWriter beginSaslFrame(
            final MutableDirectBuffer buffer,
            final int offset,
            final int limit,
            final Descriptor performative) {
        return begin(buffer, offset, limit, FrameHeader.TYPE_SASL, 0).begin(performative);
    }

    /** Ends the performative; a payload may follow. */
    void endPerformative() {
        types.endList();
    }

    /** Ends the frame: its bytes, or {@link TypeWriter#NO_ROOM}. */
    int endFrame() {
        final int length = types.end();
        if (length != TypeWriter.NO_ROOM) {
            FrameHeader.encode(buffer, offset, length, type, channel);
        }
        return length;
    }

    /** Ends the performative and the frame. */
    int end() {
        endPerformative();
        return endFrame();
    }

    /** Begins a composite value: a field of another, or the performative. */
    FieldWriter begin(final Descriptor descriptor) {
        types.beginFields(descriptor);
        return this;
    }

    void payload(final DirectBuffer source, final int sourceOffset, final int length) {
        types.append(source, sourceOffset, length);
    }

    FieldWriter skip() {
        types.putNull();
        return this;
    }

    /** A uint, null if {@link FieldReader#ABSENT}. */
    FieldWriter uint(final long value) {
        if (value == FieldReader.ABSENT) {
            return skip();
        }
        types.putUint(value);
        return this;
    }

    /** A uint that is always there: 0 to 2^32 - 1. */
    FieldWriter mandatoryUint(final long value) {
        types.putUint(value);
        return this;
    }

    /** A uint that is left out where it has its default. */
    FieldWriter uint(final long value, final long defaultValue) {
        return value == defaultValue ? skip() : uint(value);
    }

    /** A ushort, null if {@link FieldReader#ABSENT}. */
    FieldWriter ushort(final int value) {
        if (value == FieldReader.ABSENT) {
            return skip();
        }
        types.putUshort(value);
        return this;
    }

    /** A ubyte, null if {@link FieldReader#ABSENT}. */
    FieldWriter ubyte(final int value) {
        if (value == FieldReader.ABSENT) {
            return skip();
        }
        types.putUbyte(value);
        return this;
    }

    FieldWriter ulong(final boolean isPresent, final long value) {
        if (!isPresent) {
            return skip();
        }
        types.putUlong(value);
        return this;
    }

    FieldWriter timestamp(final boolean isPresent, final long epochMs) {
        if (!isPresent) {
            return skip();
        }
        types.putTimestamp(epochMs);
        return this;
    }

    /** A boolean: 1, 0, or null if {@link FieldReader#ABSENT}. */
    FieldWriter bool(final int value) {
        if (value == FieldReader.ABSENT) {
            return skip();
        }
        return mandatory(value == 1);
    }

    /** A boolean whose default, which is left out, is false. */
    FieldWriter flag(final boolean value) {
        return value ? mandatory(true) : skip();
    }

    FieldWriter mandatory(final boolean value) {
        types.putBoolean(value);
        return this;
    }

    FieldWriter binary(final BytesField field) {
        if (!field.isPresent()) {
            return skip();
        }
        types.putBinary(field.slice());
        return this;
    }

    FieldWriter string(final BytesField field) {
        if (!field.isPresent()) {
            return skip();
        }
        types.putString(field.slice());
        return this;
    }

    FieldWriter symbol(final BytesField field) {
        if (!field.isPresent()) {
            return skip();
        }
        types.putSymbol(field.slice());
        return this;
    }

    /** A value that is encoded already. */
    FieldWriter encoded(final BytesField field) {
        if (!field.isPresent()) {
            return skip();
        }
        types.putEncoded(field.slice());
        return this;
    }

    private FieldWriter begin(
            final MutableDirectBuffer buffer,
            final int offset,
            final int limit,
            final int type,
            final int channel) {
        this.buffer = buffer;
        this.offset = offset;
        this.type = type;
        this.channel = channel;
        types.wrap(buffer, offset, limit).reserve(FrameHeader.LENGTH);
        return this;
    }
}
