package io.sluice.codec.amqp;

import io.sluice.codec.wire.Slice;
import org.agrona.MutableDirectBuffer;

/**
 * Writes the sections of a message in their order (AMQP 1.0 part 3 section 3.2); one encoder per
 * loop. Those that are not called are left out, but for the body, which there must be: DATA or
 * AMQP_SEQUENCE once or more, or one AMQP_VALUE.
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

    private final TypedValue encodedValue = new TypedValue();

    private Descriptor last = Descriptor.UNKNOWN;
    private boolean hasBody;

    /** Begins a message. */
    public MessageEncoder wrap(
            final MutableDirectBuffer buffer, final int offset, final int limit) {
        types.wrap(buffer, offset, limit);
        last = Descriptor.UNKNOWN;
        hasBody = false;
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
     * values follow by turns, keys as the section has them and none twice.
     */
    public TypeWriter beginMap(final Descriptor section) {
        assert AmqpType.MAP == contentOf(section);
        moveTo(section);
        return types.putDescriptor(section).beginMap();
    }

    public MessageEncoder endMap() {
        types.endMap();
        return this;
    }

    /** Writes a section whose list, map or value is encoded already. */
    public MessageEncoder section(final Descriptor section, final Slice encoded) {
        assert isContentOf(section, encoded);
        moveTo(section);
        types.putDescriptor(section).putEncoded(encoded);
        return this;
    }

    /** Writes sections as they are, descriptors included, the first of which is this one. */
    public MessageEncoder sections(final Descriptor first, final Slice encoded) {
        assert first == Descriptor.peek(encoded.buffer(), encoded.offset(), encoded.length());
        assert moveThrough(encoded);
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

    /** Bytes of the message, which has a body by now, or {@link TypeWriter#NO_ROOM}. */
    public int end() {
        assert hasBody : "no body";
        return types.end();
    }

    private void moveTo(final Descriptor section) {
        assert mayFollow(section) : section + " after " + last;
        last = section;
        hasBody |= MessageCursor.place(section.code()) == MessageCursor.BODY;
    }

    private boolean moveThrough(final Slice sections) {
        int at = sections.offset();
        while (at < sections.limit()) {
            final long parsed = Descriptor.parse(sections.buffer(), at, sections.limit());
            if (parsed == Descriptor.NOT_DESCRIBED) {
                return false;
            }
            moveTo(Descriptor.parsed(parsed));
            at = TypedValue.endOf(sections.buffer(), Descriptor.valueOffset(parsed));
        }
        return true;
    }

    /** The rule by which {@link MessageCursor} reads. */
    private boolean mayFollow(final Descriptor section) {
        final int place = MessageCursor.place(section.code());
        if (last == Descriptor.UNKNOWN) {
            return place >= 0;
        }
        return place > MessageCursor.place(last.code())
                || section == last
                        && (section == Descriptor.DATA || section == Descriptor.AMQP_SEQUENCE);
    }

    private boolean isContentOf(final Descriptor section, final Slice encoded) {
        final AmqpType type = encodedValue.wrap(encoded.buffer(), encoded.offset()).type();
        return section == Descriptor.AMQP_VALUE || type == contentOf(section);
    }

    /** The type that a section must have; NULL for AMQP_VALUE, which may have any. */
    private static AmqpType contentOf(final Descriptor section) {
        return switch (section) {
            case HEADER, PROPERTIES, AMQP_SEQUENCE -> AmqpType.LIST;
            case DATA -> AmqpType.BINARY;
            case DELIVERY_ANNOTATIONS, MESSAGE_ANNOTATIONS, APPLICATION_PROPERTIES, FOOTER ->
                    AmqpType.MAP;
            default -> AmqpType.NULL;
        };
    }
}
