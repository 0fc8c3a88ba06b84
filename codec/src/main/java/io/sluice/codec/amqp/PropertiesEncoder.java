package io.sluice.codec.amqp;

import io.sluice.codec.wire.Slice;

/** The properties of a message to write (AMQP 1.0 part 3 section 3.2.4); one encoder per loop. */
public final class PropertiesEncoder {
    private final MessageIdEncoder messageId = new MessageIdEncoder();
    private final MessageIdEncoder correlationId = new MessageIdEncoder();
    private final BytesField userId = new BytesField();
    private final BytesField to = new BytesField();
    private final BytesField subject = new BytesField();
    private final BytesField replyTo = new BytesField();
    private final BytesField contentType = new BytesField();
    private final BytesField contentEncoding = new BytesField();
    private final BytesField groupId = new BytesField();
    private final BytesField replyToGroupId = new BytesField();

    private boolean hasAbsoluteExpiryTime;
    private long absoluteExpiryTime;
    private boolean hasCreationTime;
    private long creationTime;
    private long groupSequence;

    public PropertiesEncoder() {
        clear();
    }

    /** Forgets every field. */
    public PropertiesEncoder clear() {
        messageId.clear();
        correlationId.clear();
        userId.clear();
        to.clear();
        subject.clear();
        replyTo.clear();
        contentType.clear();
        contentEncoding.clear();
        groupId.clear();
        replyToGroupId.clear();
        hasAbsoluteExpiryTime = false;
        hasCreationTime = false;
        groupSequence = FieldReader.ABSENT;
        return this;
    }

    public MessageIdEncoder messageId() {
        return messageId;
    }

    public MessageIdEncoder correlationId() {
        return correlationId;
    }

    /** Bytes. */
    public PropertiesEncoder userId(final Slice value) {
        userId.set(value);
        return this;
    }

    public PropertiesEncoder to(final Slice value) {
        to.set(value);
        return this;
    }

    public PropertiesEncoder subject(final Slice value) {
        subject.set(value);
        return this;
    }

    public PropertiesEncoder replyTo(final Slice value) {
        replyTo.set(value);
        return this;
    }

    /** ASCII. */
    public PropertiesEncoder contentType(final Slice value) {
        contentType.set(value);
        return this;
    }

    /** ASCII. */
    public PropertiesEncoder contentEncoding(final Slice value) {
        contentEncoding.set(value);
        return this;
    }

    public PropertiesEncoder groupId(final Slice value) {
        groupId.set(value);
        return this;
    }

    public PropertiesEncoder replyToGroupId(final Slice value) {
        replyToGroupId.set(value);
        return this;
    }

    /** Milliseconds since 1970. */
    public PropertiesEncoder absoluteExpiryTime(final long epochMs) {
        hasAbsoluteExpiryTime = true;
        absoluteExpiryTime = epochMs;
        return this;
    }

    /** Milliseconds since 1970. */
    public PropertiesEncoder creationTime(final long epochMs) {
        hasCreationTime = true;
        creationTime = epochMs;
        return this;
    }

    /** A serial number. */
    public PropertiesEncoder groupSequence(final int value) {
        groupSequence = Integer.toUnsignedLong(value);
        return this;
    }

    void write(final FieldWriter fields) {
        fields.begin(Descriptor.PROPERTIES);
        messageId.write(fields);
        fields.binary(userId).string(to).string(subject).string(replyTo);
        correlationId.write(fields);
        fields.symbol(contentType)
                .symbol(contentEncoding)
                .timestamp(hasAbsoluteExpiryTime, absoluteExpiryTime)
                .timestamp(hasCreationTime, creationTime)
                .string(groupId)
                .uint(groupSequence)
                .string(replyToGroupId)
                .endPerformative();
    }
}
