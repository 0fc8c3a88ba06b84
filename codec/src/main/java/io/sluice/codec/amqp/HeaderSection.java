package io.sluice.codec.amqp;

import org.agrona.DirectBuffer;

/**
 * The header of a message (AMQP 1.0 part 3 section 3.2.1), owned by a {@link MessageCursor}. One
 * that a message lacks reads as one whose fields all are: with the defaults.
 */
public final class HeaderSection {
    public static final int DEFAULT_PRIORITY = 4;

    private final FieldReader fields;

    private boolean durable;
    private int priority;
    private long ttl;
    private boolean firstAcquirer;
    private long deliveryCount;

    HeaderSection(final FieldReader fields) {
        this.fields = fields;
        clear();
    }

    void clear() {
        durable = false;
        priority = DEFAULT_PRIORITY;
        ttl = FieldReader.ABSENT;
        firstAcquirer = false;
        deliveryCount = 0;
    }

    /** Checks the list that stands behind the section's descriptor. */
    AmqpError wrap(final DirectBuffer buffer, final int listOffset, final int limit) {
        final FieldReader fields = this.fields;
        fields.beginList(buffer, listOffset, limit);
        durable = fields.bool(false);
        final int level = fields.ubyte();
        priority = level == FieldReader.ABSENT ? DEFAULT_PRIORITY : level;
        ttl = fields.uint();
        firstAcquirer = fields.bool(false);
        final long count = fields.uint();
        deliveryCount = count == FieldReader.ABSENT ? 0 : count;
        return fields.finish();
    }

    public boolean durable() {
        return durable;
    }

    /** 0 to 255; the standard names ten levels, of which 4 is the default. */
    public int priority() {
        return priority;
    }

    public boolean hasTtl() {
        return ttl != FieldReader.ABSENT;
    }

    /** Milliseconds to live, counted from arrival. */
    public long ttl() {
        assert hasTtl();
        return ttl;
    }

    public boolean firstAcquirer() {
        return firstAcquirer;
    }

    /** Unsuccessful attempts before, 0 to 2^32 - 1. */
    public long deliveryCount() {
        return deliveryCount;
    }
}
