package io.sluice.engine.store;

/**
 * What is kept of a node beside its records, in the row that each commit rewrites. Mutable, one
 * owner.
 */
public final class NodeState {
    /** The last sequence that was given out; the next is one more, also when no record is left. */
    public long lastSequence;

    /** Records that are there. */
    public long messages;

    /** Bytes of the records that are there, headers included. */
    public long bytes;

    /** Records up to here may have been handed to a consumer before a crash. */
    public long transferredHigh;

    /** Takes over another's numbers. */
    public void copy(final NodeState other) {
        lastSequence = other.lastSequence;
        messages = other.messages;
        bytes = other.bytes;
        transferredHigh = other.transferredHigh;
    }
}
