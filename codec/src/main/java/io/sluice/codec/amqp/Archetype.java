package io.sluice.codec.amqp;

/**
 * What a field asks of the described type in it: what the standard's column "requires" says (AMQP
 * 1.0 part 1 section 1.4), and its types provide or not. A type of someone else's may provide
 * anything.
 */
enum Archetype {
    /** Where messages come from (part 3 section 3.5.3). */
    SOURCE,
    /** Where messages go: a node (part 3 section 3.5.4) or transactions (part 4 section 4.5.1). */
    TARGET,
    /** How far a delivery is (part 3 section 3.4, part 4 sections 4.5.5 and 4.5.8). */
    DELIVERY_STATE,
    /** A delivery state that is an end (part 3 section 3.4): "received" is none. */
    OUTCOME,
    /** What a source lets through (part 3 section 3.5.8): the standard has no filter itself. */
    FILTER;

    /** Whether a described value with this descriptor, UNKNOWN for someone else's, may stand. */
    boolean takes(final Descriptor descriptor) {
        return switch (descriptor) {
            case UNKNOWN -> true;
            case SOURCE -> this == SOURCE;
            case TARGET, COORDINATOR -> this == TARGET;
            case RECEIVED, TRANSACTIONAL_STATE -> this == DELIVERY_STATE;
            case ACCEPTED, REJECTED, RELEASED, MODIFIED, DECLARED ->
                    this == DELIVERY_STATE || this == OUTCOME;
            default -> false;
        };
    }
}
