package io.sluice.codec.amqp;

import io.sluice.codec.wire.Slice;
import java.util.Arrays;
import org.agrona.DirectBuffer;

/**
 * The immutable properties of a message (AMQP 1.0 part 3 section 3.2.4), owned by a {@link
 * MessageCursor}. All may be absent.
 */
public final class PropertiesSection {
    private static final int MESSAGE_ID = 0;
    private static final int USER_ID = 1;
    private static final int TO = 2;
    private static final int SUBJECT = 3;
    private static final int REPLY_TO = 4;
    private static final int CORRELATION_ID = 5;
    private static final int CONTENT_TYPE = 6;
    private static final int CONTENT_ENCODING = 7;
    private static final int ABSOLUTE_EXPIRY_TIME = 8;
    private static final int CREATION_TIME = 9;
    private static final int GROUP_ID = 10;
    private static final int GROUP_SEQUENCE = 11;
    private static final int REPLY_TO_GROUP_ID = 12;

    private static final int ID =
            AmqpType.STRING.bit()
                    | AmqpType.BINARY.bit()
                    | AmqpType.UUID.bit()
                    | AmqpType.ULONG.bit();
    private static final int[] TYPES = {
        ID, // message-id
        AmqpType.BINARY.bit(), // user-id
        AmqpType.STRING.bit(), // to
        AmqpType.STRING.bit(), // subject
        AmqpType.STRING.bit(), // reply-to
        ID, // correlation-id
        AmqpType.SYMBOL.bit(), // content-type
        AmqpType.SYMBOL.bit(), // content-encoding
        AmqpType.TIMESTAMP.bit(), // absolute-expiry-time
        AmqpType.TIMESTAMP.bit(), // creation-time
        AmqpType.STRING.bit(), // group-id
        AmqpType.UINT.bit(), // group-sequence
        AmqpType.STRING.bit() // reply-to-group-id
    };
    private static final int ABSENT = FieldReader.ABSENT;

    private final FieldReader fields;
    private final TypedValue messageIdValue = new TypedValue();
    private final TypedValue correlationIdValue = new TypedValue();
    private final Slice userIdView = new Slice();
    private final Slice toView = new Slice();
    private final Slice subjectView = new Slice();
    private final Slice replyToView = new Slice();
    private final Slice contentTypeView = new Slice();
    private final Slice contentEncodingView = new Slice();
    private final Slice groupIdView = new Slice();
    private final Slice replyToGroupIdView = new Slice();

    private final int[] offsets = new int[TYPES.length];

    private DirectBuffer buffer;

    PropertiesSection(final FieldReader fields) {
        this.fields = fields;
        clear();
    }

    void clear() {
        Arrays.fill(offsets, ABSENT);
    }

    /** Checks the list behind the section's descriptor: its end, or negative. */
    int wrap(final DirectBuffer buffer, final int listOffset, final int limit) {
        if (this.buffer != buffer) {
            this.buffer = buffer; // stored only if it changes: the collector's barrier is dear
        }
        fields.beginList(buffer, listOffset, limit);
        return fields.hasFault() ? TypeReader.INVALID : index(buffer);
    }

    /**
     * Walks the fields in one loop, which is faster than one call each for a long row of fields
     * that may each be absent and contain no others: notes where each begins, constructor first.
     */
    private int index(final DirectBuffer buffer) {
        final int[] offsets = this.offsets;
        final int end = fields.end();
        final int count = fields.remaining();
        int at = fields.position();
        if (count > TYPES.length) {
            return TypeReader.INVALID;
        }
        for (int i = 0; i < count; i++) {
            final int code = at < end ? buffer.getByte(at) & 0xFF : FormatCode.DESCRIBED;
            if (code == FormatCode.NULL) {
                offsets[i] = ABSENT;
                at++;
            } else if ((AmqpType.bitOf(code) & TYPES[i]) != 0) {
                offsets[i] = at;
                at = endOfField(buffer, code, at + 1, end);
                if (at < 0) {
                    return TypeReader.INVALID;
                }
            } else {
                return TypeReader.INVALID;
            }
        }
        for (int i = count; i < TYPES.length; i++) {
            offsets[i] = ABSENT;
        }
        return at == end ? end : TypeReader.INVALID;
    }

    private static int endOfField(
            final DirectBuffer buffer, final int code, final int at, final int end) {
        if (!FormatCode.isSmallVariable(code) || at >= end) {
            return TypeReader.endOfSimple(buffer, code, at, end);
        }
        final int length = buffer.getByte(at) & 0xFF;
        final int from = at + 1;
        return length <= end - from && Text.isLegal(buffer, code, Range.of(from, length))
                ? from + length
                : TypeReader.INVALID;
    }

    public boolean hasMessageId() {
        return offsets[MESSAGE_ID] != ABSENT;
    }

    /** A ulong, uuid, binary or string; of type NULL if absent. */
    public TypedValue messageId() {
        return value(messageIdValue, MESSAGE_ID);
    }

    public boolean hasUserId() {
        return offsets[USER_ID] != ABSENT;
    }

    public Slice userId() {
        return text(userIdView, USER_ID);
    }

    public boolean hasTo() {
        return offsets[TO] != ABSENT;
    }

    public Slice to() {
        return text(toView, TO);
    }

    public boolean hasSubject() {
        return offsets[SUBJECT] != ABSENT;
    }

    public Slice subject() {
        return text(subjectView, SUBJECT);
    }

    public boolean hasReplyTo() {
        return offsets[REPLY_TO] != ABSENT;
    }

    public Slice replyTo() {
        return text(replyToView, REPLY_TO);
    }

    public boolean hasCorrelationId() {
        return offsets[CORRELATION_ID] != ABSENT;
    }

    /** A ulong, uuid, binary or string; of type NULL if absent. */
    public TypedValue correlationId() {
        return value(correlationIdValue, CORRELATION_ID);
    }

    public boolean hasContentType() {
        return offsets[CONTENT_TYPE] != ABSENT;
    }

    public Slice contentType() {
        return text(contentTypeView, CONTENT_TYPE);
    }

    public boolean hasContentEncoding() {
        return offsets[CONTENT_ENCODING] != ABSENT;
    }

    public Slice contentEncoding() {
        return text(contentEncodingView, CONTENT_ENCODING);
    }

    public boolean hasAbsoluteExpiryTime() {
        return offsets[ABSOLUTE_EXPIRY_TIME] != ABSENT;
    }

    /** Milliseconds since 1970, perhaps before it. */
    public long absoluteExpiryTime() {
        assert hasAbsoluteExpiryTime();
        return integer(ABSOLUTE_EXPIRY_TIME);
    }

    public boolean hasCreationTime() {
        return offsets[CREATION_TIME] != ABSENT;
    }

    /** Milliseconds since 1970, perhaps before it. */
    public long creationTime() {
        assert hasCreationTime();
        return integer(CREATION_TIME);
    }

    public boolean hasGroupId() {
        return offsets[GROUP_ID] != ABSENT;
    }

    public Slice groupId() {
        return text(groupIdView, GROUP_ID);
    }

    public boolean hasGroupSequence() {
        return offsets[GROUP_SEQUENCE] != ABSENT;
    }

    /** A serial number: see {@link io.sluice.codec.wire.SerialNumber}. */
    public int groupSequence() {
        assert hasGroupSequence();
        return (int) integer(GROUP_SEQUENCE);
    }

    public boolean hasReplyToGroupId() {
        return offsets[REPLY_TO_GROUP_ID] != ABSENT;
    }

    public Slice replyToGroupId() {
        return text(replyToGroupIdView, REPLY_TO_GROUP_ID);
    }

    private TypedValue value(final TypedValue target, final int field) {
        return offsets[field] == ABSENT ? target.clear() : target.wrap(buffer, offsets[field]);
    }

    private Slice text(final Slice target, final int field) {
        final int at = offsets[field];
        assert at != ABSENT;
        final int code = buffer.getByte(at) & 0xFF;
        final long range = Text.variable(buffer, code, at + 1, Integer.MAX_VALUE);
        return Range.view(target, buffer, range);
    }

    private long integer(final int field) {
        final int at = offsets[field];
        return TypedValue.integer(buffer, buffer.getByte(at) & 0xFF, at + 1);
    }
}
