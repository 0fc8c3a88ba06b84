package io.sluice.codec.amqp;

import io.sluice.codec.wire.Slice;
import org.agrona.MutableDirectBuffer;

/**
 * Writes the sections of a message in their order (AMQP 1.0 part 3 section 3.2); those that are not
 * called are left out, a body there must be.
 *
 * <pre>
 *   message.wrap(buffer, offset, limit)
 *       .header(header.clear().durable(true))
 *       .properties(properties)
 *       .beginMap(APPLICATION_PROPERTIES).putString(key).putInt(7);
 *   length = message.endMap().data(payload).end();
 * </pre>
 */
public final class MessageEncoder {
    private final FieldWriter fields = new FieldWriter();
    private final TypeWriter types = fields.types();

    private int place;

    /** Begins a message. */
    public MessageEncoder wrap(
            final MutableDirectBuffer buffer, final int offset, final int limit) {
        types.wrap(buffer, offset, limit);
        place = -1;
        return this;
    }

    public MessageEncoder header(final HeaderEncoder header) {
        moveTo(Descriptor.HEADER);
        header.write(fields);
        return this;
    }

    public MessageEncoder properties(final PropertiesEncoder properties) {
        moveTo(Descriptor.PROPERTIES);
        properties.write(fields);
        return this;
    }

    /**
     * Begins DELIVERY_ANNOTATIONS, MESSAGE_ANNOTATIONS, APPLICATION_PROPERTIES or FOOTER: keys and
     * values follow by turns.
     */
    public TypeWriter beginMap(final Descriptor section) {
        moveTo(section);
        return types.putDescriptor(section).beginMap();
    }

    public MessageEncoder endMap() {
        types.endMap();
        return this;
    }

    /** Writes a section whose list, map or value is encoded already. */
    public MessageEncoder section(final Descriptor section, final Slice encoded) {
        moveTo(section);
        types.putDescriptor(section).putEncoded(encoded);
        return this;
    }

    /** Writes sections as they are, descriptors included, the first of which is this one. */
    public MessageEncoder sections(final Descriptor first, final Slice encoded) {
        moveTo(first);
        types.append(encoded.buffer(), encoded.offset(), encoded.length());
        return this;
    }

    /** Writes a DATA section. */
    public MessageEncoder data(final Slice bytes) {
        moveTo(Descriptor.DATA);
        types.putDescriptor(Descriptor.DATA).putBinary(bytes);
        return this;
    }

    /** Writes a DATA section up to its bytes, which the caller sends from where they are. */
    public MessageEncoder beginData(final int length) {
        moveTo(Descriptor.DATA);
        types.putDescriptor(Descriptor.DATA).putBinaryHead(length);
        return this;
    }

    /** Begins an AMQP_VALUE section: one value follows. */
    public TypeWriter beginValue() {
        moveTo(Descriptor.AMQP_VALUE);
        return types.putDescriptor(Descriptor.AMQP_VALUE);
    }

    /** Bytes written since {@link #wrap}, or {@link TypeWriter#NO_ROOM}. */
    public int end() {
        return types.end();
    }

    private void moveTo(final Descriptor section) {
        final int next = MessageCursor.place(section.code());
        assert next > place || next == place && next == MessageCursor.BODY : "out of order";
        place = next;
    }
}
