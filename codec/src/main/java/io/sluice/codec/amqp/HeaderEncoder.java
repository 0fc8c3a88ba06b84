package io.sluice.codec.amqp;

/**
 * The header of a message to write (AMQP 1.0 part 3 section 3.2.1); one encoder per loop. Fields
 * that have their default are left out.
 */
public final class HeaderEncoder {
    private boolean durable;
    private int priority;
    private long ttl;
    private boolean firstAcquirer;
    private long deliveryCount;

    public HeaderEncoder() {
        clear();
    }

    /** Gives every field its default. */
    public HeaderEncoder clear() {
        durable = false;
        priority = HeaderSection.DEFAULT_PRIORITY;
        ttl = FieldReader.ABSENT;
        firstAcquirer = false;
        deliveryCount = 0;
        return this;
    }

    /** Takes over what a message that was read has, to change some of it. */
    public HeaderEncoder set(final HeaderSection header) {
        durable = header.durable();
        priority = header.priority();
        ttl = header.hasTtl() ? header.ttl() : FieldReader.ABSENT;
        firstAcquirer = header.firstAcquirer();
        deliveryCount = header.deliveryCount();
        return this;
    }

    public HeaderEncoder durable(final boolean value) {
        durable = value;
        return this;
    }

    /** 0 to 255. */
    public HeaderEncoder priority(final int value) {
        priority = value;
        return this;
    }

    /** Milliseconds to live from arrival, 0 to 2^32 - 1. */
    public HeaderEncoder ttl(final long milliseconds) {
        ttl = milliseconds;
        return this;
    }

    public HeaderEncoder firstAcquirer(final boolean value) {
        firstAcquirer = value;
        return this;
    }

    /** Unsuccessful attempts before, 0 to 2^32 - 1. */
    public HeaderEncoder deliveryCount(final long value) {
        deliveryCount = value;
        return this;
    }

    void write(final FieldWriter fields) {
        final boolean hasPriority = priority != HeaderSection.DEFAULT_PRIORITY;
        fields.begin(Descriptor.HEADER)
                .flag(durable)
                .ubyte(hasPriority ? priority : FieldReader.ABSENT)
                .uint(ttl)
                .flag(firstAcquirer)
                .uint(deliveryCount, 0)
                .endPerformative();
    }
}
