package io.sluice.engine.amqp;

import io.sluice.codec.amqp.DeliveryStateDecoder;
import io.sluice.codec.amqp.DeliveryStateEncoder;
import io.sluice.engine.link.Outcome;

/** The outcomes of part 3 section 3.4 and what they mean for a node. */
final class Outcomes {
    private Outcomes() {}

    /** What the consumer says of a delivery. */
    static Outcome of(final DeliveryStateDecoder state) {
        return switch (state.kind()) {
            case ACCEPTED -> Outcome.ACCEPTED;
            case REJECTED -> Outcome.REJECTED;
            // Undeliverable-here may not come back as if nothing had been: the attempt counts,
            // so that a message that nobody takes ends with the dead letters.
            case MODIFIED ->
                    state.deliveryFailed() || state.undeliverableHere()
                            ? Outcome.FAILED
                            : Outcome.RELEASED;
            default -> Outcome.RELEASED; // a state that we do not know is no acceptance
        };
    }

    /** Repeats an outcome; nothing of one that we do not know. */
    static void copy(final DeliveryStateDecoder state, final DeliveryStateEncoder target) {
        switch (state.kind()) {
            case ACCEPTED -> target.accepted();
            case REJECTED -> target.rejected();
            case RELEASED -> target.released();
            case MODIFIED -> target.modified(state.deliveryFailed(), state.undeliverableHere());
            default -> target.clear();
        }
    }

    /** Says what we do with a delivery of which the consumer says nothing. */
    static void write(final Outcome outcome, final DeliveryStateEncoder target) {
        switch (outcome) {
            case ACCEPTED -> target.accepted();
            case REJECTED -> target.rejected();
            case FAILED -> target.modified(true, false);
            default -> target.released();
        }
    }
}
