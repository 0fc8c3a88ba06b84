package io.sluice.codec.amqp;

import io.sluice.codec.wire.Slice;
import org.agrona.DirectBuffer;

/**
 * The immutable properties of a message (AMQP 1.0 part 3 section 3.2.4). All may be absent; text
 * that is absent reads as empty.
 */
public final class PropertiesSection {
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

    private DirectBuffer buffer;
    private long messageId;
    private long userId;
    private long to;
    private long subject;
    private long replyTo;
    private long correlationId;
    private long contentType;
    private long contentEncoding;
    private boolean hasAbsoluteExpiryTime;
    private long absoluteExpiryTime;
    private boolean hasCreationTime;
    private long creationTime;
    private long groupId;
    private long groupSequence;
    private long replyToGroupId;

    PropertiesSection(final FieldReader fields) {
        this.fields = fields;
        clear();
    }

    void clear() {
        messageId = Range.NONE;
        userId = Range.NONE;
        to = Range.NONE;
        subject = Range.NONE;
        replyTo = Range.NONE;
        correlationId = Range.NONE;
        contentType = Range.NONE;
        contentEncoding = Range.NONE;
        hasAbsoluteExpiryTime = false;
        hasCreationTime = false;
        groupId = Range.NONE;
        groupSequence = FieldReader.ABSENT;
        replyToGroupId = Range.NONE;
    }

    /** Checks the list that stands behind the section's descriptor. */
    AmqpError wrap(final DirectBuffer buffer, final int listOffset, final int limit) {
        final FieldReader fields = this.fields;
        this.buffer = buffer;
        fields.beginList(buffer, listOffset, limit);
        messageId = fields.messageId();
        userId = fields.binary();
        to = fields.string();
        subject = fields.string();
        replyTo = fields.string();
        correlationId = fields.messageId();
        contentType = fields.symbol();
        contentEncoding = fields.symbol();
        absoluteExpiryTime = fields.timestamp();
        hasAbsoluteExpiryTime = fields.wasPresent();
        creationTime = fields.timestamp();
        hasCreationTime = fields.wasPresent();
        groupId = fields.string();
        groupSequence = fields.uint();
        replyToGroupId = fields.string();
        return fields.finish();
    }

    public boolean hasMessageId() {
        return messageId != Range.NONE;
    }

    /** A ulong, uuid, binary or string; of type NULL if absent. */
    public TypedValue messageId() {
        return Range.value(messageIdValue, buffer, messageId);
    }

    public boolean hasUserId() {
        return userId != Range.NONE;
    }

    public Slice userId() {
        return Range.view(userIdView, buffer, userId);
    }

    public boolean hasTo() {
        return to != Range.NONE;
    }

    public Slice to() {
        return Range.view(toView, buffer, to);
    }

    public boolean hasSubject() {
        return subject != Range.NONE;
    }

    public Slice subject() {
        return Range.view(subjectView, buffer, subject);
    }

    public boolean hasReplyTo() {
        return replyTo != Range.NONE;
    }

    public Slice replyTo() {
        return Range.view(replyToView, buffer, replyTo);
    }

    public boolean hasCorrelationId() {
        return correlationId != Range.NONE;
    }

    /** A ulong, uuid, binary or string; of type NULL if absent. */
    public TypedValue correlationId() {
        return Range.value(correlationIdValue, buffer, correlationId);
    }

    public boolean hasContentType() {
        return contentType != Range.NONE;
    }

    public Slice contentType() {
        return Range.view(contentTypeView, buffer, contentType);
    }

    public boolean hasContentEncoding() {
        return contentEncoding != Range.NONE;
    }

    public Slice contentEncoding() {
        return Range.view(contentEncodingView, buffer, contentEncoding);
    }

    public boolean hasAbsoluteExpiryTime() {
        return hasAbsoluteExpiryTime;
    }

    /** Milliseconds since 1970, perhaps before it. */
    public long absoluteExpiryTime() {
        assert hasAbsoluteExpiryTime;
        return absoluteExpiryTime;
    }

    public boolean hasCreationTime() {
        return hasCreationTime;
    }

    /** Milliseconds since 1970, perhaps before it. */
    public long creationTime() {
        assert hasCreationTime;
        return creationTime;
    }

    public boolean hasGroupId() {
        return groupId != Range.NONE;
    }

    public Slice groupId() {
        return Range.view(groupIdView, buffer, groupId);
    }

    public boolean hasGroupSequence() {
        return groupSequence != FieldReader.ABSENT;
    }

    /** A serial number: see {@link io.sluice.codec.wire.SerialNumber}. */
    public int groupSequence() {
        assert hasGroupSequence();
        return (int) groupSequence;
    }

    public boolean hasReplyToGroupId() {
        return replyToGroupId != Range.NONE;
    }

    public Slice replyToGroupId() {
        return Range.view(replyToGroupIdView, buffer, replyToGroupId);
    }
}
