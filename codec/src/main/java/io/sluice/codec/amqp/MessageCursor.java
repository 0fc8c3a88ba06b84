package io.sluice.codec.amqp;

import io.sluice.codec.wire.Slice;
import org.agrona.DirectBuffer;

/**
 * The sections of one whole message (AMQP 1.0 part 3 section 3.2); one per loop. {@link #wrap}
 * checks them all: order, types, keys, and that a body is of one kind. Then the sections are there
 * by name, or one behind another as they lie:
 *
 * <pre>
 *   if (message.wrap(buffer, offset, length) != NONE) ...
 *   while (message.next()) { switch (message.section()) { ... message.value() ... } }
 *
 *  +------+-----------+-----------+----------+-----------+-------------------+------+
 *  |header| delivery- | message-  |properties|application| data* | sequence* |footer|
 *  |  ?   |annotations|annotations|    ?     |-properties|    | one value    |  ?   |
 *  +------+-----------+-----------+----------+-----------+-------------------+------+
 *                                 |&lt;------------- bare message ------------->|
 * </pre>
 */
public final class MessageCursor {
    /** What {@link #place} answers for the three kinds of body. */
    static final int BODY = 5;

    // The descriptors of sections, in the order of sections.
    private static final int HEADER = 0x70;
    private static final int DELIVERY_ANNOTATIONS = 0x71;
    private static final int MESSAGE_ANNOTATIONS = 0x72;
    private static final int PROPERTIES = 0x73;
    private static final int APPLICATION_PROPERTIES = 0x74;
    private static final int DATA = 0x75;
    private static final int AMQP_SEQUENCE = 0x76;
    private static final int AMQP_VALUE = 0x77;
    private static final int FOOTER = 0x78;

    /** Sections whose places are noted, so that a walk need not find them again. */
    private static final int NOTED_MAX = 16;

    private static final int NO_BODY = 0;
    private static final int ABSENT = -1;
    private static final int NO_SECTION = -2;

    private final FieldReader fields;
    private final TypeReader types;
    private final MapReader maps;
    private final HeaderSection header;
    private final PropertiesSection properties;
    private final TypedValue deliveryAnnotationsValue = new TypedValue();
    private final TypedValue messageAnnotationsValue = new TypedValue();
    private final TypedValue applicationPropertiesValue = new TypedValue();
    private final TypedValue footerValue = new TypedValue();
    private final TypedValue bodyValue = new TypedValue();
    private final TypedValue contentValue = new TypedValue();
    private final Slice dataView = new Slice();

    // The first sections: where each begins, and what was parsed there.
    private final int[] starts = new int[NOTED_MAX];
    private final long[] noted = new long[NOTED_MAX];

    // Of the message.
    private DirectBuffer buffer;
    private int offset;
    private int limit;
    private boolean hasHeader;
    private boolean hasProperties;
    private int deliveryAnnotations;
    private int messageAnnotations;
    private int applicationProperties;
    private int footer;
    private int bodyCode;
    private int bodySections;
    private int bodyOffset;
    private int bodyEnd;
    private long dataRange;
    private int bareOffset;
    private int sections;
    private AmqpError fault = AmqpError.NONE;

    // Of the walk.
    private int index;
    private int sectionCode;
    private int sectionOffset;
    private int contentOffset;
    private int sectionEnd;

    public MessageCursor(final TypeLimits limits) {
        fields = new FieldReader(limits);
        types = fields.types();
        maps = fields.maps();
        header = new HeaderSection(fields);
        properties = new PropertiesSection(fields);
    }

    /**
     * Checks a whole message, whose message-format is 0, and goes before its first section.
     *
     * @return NONE; DECODE_ERROR for anything that is no message; or RESOURCE_LIMIT_EXCEEDED
     */
    public AmqpError wrap(final DirectBuffer buffer, final int offset, final int length) {
        if (this.buffer != buffer) {
            this.buffer = buffer; // stored only if it changes: the collector's barrier is dear
        }
        this.offset = offset;
        limit = offset + length;
        types.begin(buffer);
        forgetSections();
        int at = offset;
        int order = -1;
        while (at < limit) {
            final long parsed = Descriptor.parse(buffer, at, limit);
            if (parsed == Descriptor.NOT_DESCRIBED) {
                return AmqpError.DECODE_ERROR;
            }
            final int found = Descriptor.code(parsed);
            final int place = place(found);
            if (place < order || place == order && !mayRepeat(found)) {
                return AmqpError.DECODE_ERROR; // out of order, twice, of two kinds, or no section
            }
            order = place;
            if (sections < NOTED_MAX) {
                starts[sections] = at;
                noted[sections] = parsed;
            }
            sections++;
            at = check(found, at, Descriptor.valueOffset(parsed));
            if (at < 0) {
                return fault;
            }
            if (found != FOOTER) {
                bodyEnd = at;
            }
        }
        if (order < 0) {
            return AmqpError.DECODE_ERROR; // not one section
        }
        if (!hasBody()) {
            bodyOffset = bodyEnd;
            noteBare(bodyEnd);
        }
        rewind();
        return AmqpError.NONE;
    }

    /** Goes before the first section. */
    public void rewind() {
        index = -1;
        sectionEnd = offset;
    }

    /** Moves to the next section; false behind the last one. */
    public boolean next() {
        if (index + 1 >= sections) {
            return false;
        }
        index++;
        sectionOffset = sectionEnd;
        final long parsed =
                index < NOTED_MAX ? noted[index] : Descriptor.parse(buffer, sectionOffset, limit);
        sectionCode = Descriptor.code(parsed);
        contentOffset = Descriptor.valueOffset(parsed);
        if (index + 1 == sections) {
            sectionEnd = limit;
        } else if (index + 1 < NOTED_MAX) {
            sectionEnd = starts[index + 1];
        } else {
            sectionEnd = TypedValue.endOf(buffer, contentOffset);
        }
        return true;
    }

    /** The section that {@link #next} moved to: HEADER to FOOTER. */
    public Descriptor section() {
        return Descriptor.of(sectionCode);
    }

    /** Where the section begins, its descriptor included. */
    public int sectionOffset() {
        return sectionOffset;
    }

    /** Bytes of the section, its descriptor included. */
    public int sectionLength() {
        return sectionEnd - sectionOffset;
    }

    /** The list, map, binary or other value that the section is. */
    public TypedValue value() {
        return contentValue.wrap(buffer, contentOffset);
    }

    public boolean hasHeader() {
        return hasHeader;
    }

    /** The header; with the defaults if there is none. */
    public HeaderSection header() {
        return header;
    }

    public boolean hasProperties() {
        return hasProperties;
    }

    /** The properties; all absent if there is no such section. */
    public PropertiesSection properties() {
        return properties;
    }

    /**
     * The delivery-annotations: a map to walk with a {@link MapCursor}; of type NULL if there are
     * none.
     */
    public TypedValue deliveryAnnotations() {
        return map(deliveryAnnotationsValue, deliveryAnnotations);
    }

    /**
     * The message-annotations: a map to walk with a {@link MapCursor}; of type NULL if there are
     * none.
     */
    public TypedValue messageAnnotations() {
        return map(messageAnnotationsValue, messageAnnotations);
    }

    /**
     * The application-properties: a map to walk with a {@link MapCursor}; of type NULL if there are
     * none.
     */
    public TypedValue applicationProperties() {
        return map(applicationPropertiesValue, applicationProperties);
    }

    /** The footer: a map to walk with a {@link MapCursor}; of type NULL if there is none. */
    public TypedValue footer() {
        return map(footerValue, footer);
    }

    /**
     * Whether there is a body. The standard asks for one (section 3.2), but Proton writes none for
     * a body of None: such a message is let through, with no bytes.
     */
    public boolean hasBody() {
        return bodyCode != NO_BODY;
    }

    /** DATA, AMQP_SEQUENCE, AMQP_VALUE, or UNKNOWN for no body. */
    public Descriptor body() {
        return Descriptor.of(bodyCode);
    }

    /** How many sections the body has: none, one, or more of DATA or AMQP_SEQUENCE. */
    public int bodySections() {
        return bodySections;
    }

    /** Of DATA: the bytes of the first section; all of the payload if that is the only one. */
    public Slice data() {
        assert bodyCode == DATA;
        return Range.view(dataView, buffer, dataRange);
    }

    /** Of the others: the value of an AMQP_VALUE section, or the first list of an AMQP_SEQUENCE. */
    public TypedValue bodyValue() {
        assert hasBody() && bodyCode != DATA;
        return bodyValue.wrap(
                buffer, Descriptor.valueOffset(Descriptor.parse(buffer, bodyOffset, limit)));
    }

    /** Where the first body section begins, its descriptor included. */
    public int bodyOffset() {
        return bodyOffset;
    }

    /** Bytes of all body sections, descriptors included. */
    public int bodyLength() {
        return bodyEnd - bodyOffset;
    }

    /** Where the bare message begins, which nobody on the way may change (section 3.2). */
    public int bareOffset() {
        return bareOffset;
    }

    /** Bytes of the bare message: properties, application-properties and body. */
    public int bareLength() {
        return bodyEnd - bareOffset;
    }

    private TypedValue map(final TypedValue target, final int mapOffset) {
        return mapOffset == ABSENT ? target.clear() : target.wrap(buffer, mapOffset);
    }

    private void forgetSections() {
        if (hasHeader) {
            header.clear();
        }
        if (hasProperties) {
            properties.clear();
        }
        hasHeader = false;
        hasProperties = false;
        deliveryAnnotations = ABSENT;
        messageAnnotations = ABSENT;
        applicationProperties = ABSENT;
        footer = ABSENT;
        bodyCode = NO_BODY;
        bodySections = 0;
        sections = 0;
        bodyEnd = offset;
        bareOffset = ABSENT;
        dataRange = Range.NONE;
    }

    /** Where in a message a section stands; NO_SECTION for what is none. */
    static int place(final int descriptorCode) {
        if (descriptorCode < HEADER || descriptorCode > FOOTER) {
            return NO_SECTION;
        }
        if (descriptorCode < DATA) {
            return descriptorCode - HEADER;
        }
        return descriptorCode == FOOTER ? BODY + 1 : BODY;
    }

    /** Whether another section of this kind may follow those there are. */
    private boolean mayRepeat(final int found) {
        return found == bodyCode && found != AMQP_VALUE;
    }

    /** Checks the content of a section and notes where it lies: its end, or negative. */
    private int check(final int found, final int from, final int content) {
        switch (found) {
            case HEADER:
                hasHeader = true;
                final AmqpError error = header.wrap(buffer, content, limit);
                return error == AmqpError.NONE ? fields.end() : fault(error);
            case PROPERTIES:
                hasProperties = true;
                noteBare(from);
                final int end = properties.wrap(buffer, content, limit);
                return end >= 0 ? end : fault(AmqpError.DECODE_ERROR);
            case DELIVERY_ANNOTATIONS:
                deliveryAnnotations = content;
                return checkMap(MapRule.ANNOTATIONS, content);
            case MESSAGE_ANNOTATIONS:
                messageAnnotations = content;
                return checkMap(MapRule.ANNOTATIONS, content);
            case APPLICATION_PROPERTIES:
                applicationProperties = content;
                noteBare(from);
                return checkMap(MapRule.APPLICATION_PROPERTIES, content);
            case FOOTER:
                footer = content;
                return checkMap(MapRule.ANNOTATIONS, content);
            default:
                noteBare(from);
                return checkBody(found, from, content);
        }
    }

    private int checkBody(final int found, final int from, final int content) {
        if (bodyCode == NO_BODY) {
            bodyCode = found;
            bodyOffset = from;
        }
        bodySections++;
        return found == DATA ? checkData(content) : checkValue(found, content);
    }

    private int checkData(final int content) {
        final int code = content < limit ? buffer.getByte(content) & 0xFF : FormatCode.NULL;
        if (code != FormatCode.VBIN8 && code != FormatCode.VBIN32) {
            return fault(AmqpError.DECODE_ERROR);
        }
        final long range = Text.variable(buffer, code, content + 1, limit);
        if (range == Range.NONE) {
            return fault(AmqpError.DECODE_ERROR);
        }
        if (bodySections == 1) {
            dataRange = range;
        }
        return Range.end(range);
    }

    private int checkValue(final int found, final int content) {
        if (found == AMQP_SEQUENCE
                && (content >= limit
                        || !AmqpType.LIST.isEncodedAs(buffer.getByte(content) & 0xFF))) {
            return fault(AmqpError.DECODE_ERROR);
        }
        types.seek(content, limit);
        final AmqpError error = types.skip();
        return error == AmqpError.NONE ? types.position() : fault(error);
    }

    private int checkMap(final MapRule rule, final int content) {
        final int end = maps.endOf(rule, content, limit);
        return end >= 0 ? end : fault(types.fault());
    }

    private int fault(final AmqpError error) {
        fault = error;
        return TypeReader.INVALID;
    }

    /** The bare message begins with the first of its sections. */
    private void noteBare(final int at) {
        if (bareOffset == ABSENT) {
            bareOffset = at;
        }
    }
}
