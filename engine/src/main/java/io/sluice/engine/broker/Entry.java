package io.sluice.engine.broker;

/** One record of a queue that waits for a consumer: its place and how it was tried before. */
final class Entry implements Comparable<Entry> {
    int priorityClass;
    long sequence;
    int length;
    int deliveryCount;
    boolean redelivered;

    Entry() {}

    /** Makes it this record. */
    Entry set(
            final int newClass,
            final long newSequence,
            final int newLength,
            final int newDeliveryCount,
            final boolean newRedelivered) {
        priorityClass = newClass;
        sequence = newSequence;
        length = newLength;
        deliveryCount = newDeliveryCount;
        redelivered = newRedelivered;
        return this;
    }

    @Override
    public int compareTo(final Entry other) {
        final int byClass = Integer.compare(priorityClass, other.priorityClass);
        return byClass != 0 ? byClass : Long.compare(sequence, other.sequence);
    }

    @Override
    public boolean equals(final Object other) {
        return other instanceof Entry && compareTo((Entry) other) == 0;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(sequence) * 31 + priorityClass;
    }
}
