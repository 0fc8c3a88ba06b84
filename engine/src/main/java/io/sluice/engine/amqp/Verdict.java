package io.sluice.engine.amqp;

import io.sluice.codec.amqp.DeliveryStateDecoder;
import io.sluice.codec.amqp.DeliveryStateEncoder;
import io.sluice.engine.link.Outcome;

/** The outcomes of part 3 section 3.4 as a consumer says them, and what they mean for a node. */
enum Verdict {
    ACCEPTED(Outcome.ACCEPTED),
    REJECTED(Outcome.REJECTED),
    RELEASED(Outcome.RELEASED),
    MODIFIED(Outcome.RELEASED),
    NOT_HERE(Outcome.RELEASED),
    FAILED(Outcome.FAILED),
    FAILED_NOT_HERE(Outcome.FAILED),
    /** A state that we do not know is no acceptance. */
    UNKNOWN(Outcome.RELEASED);

    private static final Verdict[] ALL = values();
    private static final long TAG = 1L << 40;

    private final Outcome outcome;

    Verdict(final Outcome outcome) {
        this.outcome = outcome;
    }

    /** What the consumer says of a delivery. */
    static Verdict of(final DeliveryStateDecoder state) {
        return switch (state.kind()) {
            case ACCEPTED -> ACCEPTED;
            case REJECTED -> REJECTED;
            case RELEASED -> RELEASED;
            case MODIFIED ->
                    state.deliveryFailed()
                            ? state.undeliverableHere() ? FAILED_NOT_HERE : FAILED
                            : state.undeliverableHere() ? NOT_HERE : MODIFIED;
            default -> UNKNOWN;
        };
    }

    Outcome outcome() {
        return outcome;
    }

    /** Whether the consumer is not to have the message again. */
    boolean isNotHere() {
        return this == NOT_HERE || this == FAILED_NOT_HERE;
    }

    /** Repeats it; nothing of one that we do not know. */
    void write(final DeliveryStateEncoder state) {
        switch (this) {
            case ACCEPTED -> state.accepted();
            case REJECTED -> state.rejected();
            case RELEASED -> state.released();
            case MODIFIED -> state.modified(false, false);
            case NOT_HERE -> state.modified(false, true);
            case FAILED -> state.modified(true, false);
            case FAILED_NOT_HERE -> state.modified(true, true);
            case UNKNOWN -> state.clear();
        }
    }

    /** This verdict on this delivery, as a number that is not 0. */
    long tag(final int deliveryId) {
        return TAG | (long) ordinal() << Integer.SIZE | Integer.toUnsignedLong(deliveryId);
    }

    static Verdict ofTag(final long tag) {
        return ALL[(int) ((tag ^ TAG) >>> Integer.SIZE)];
    }

    static int deliveryId(final long tag) {
        return (int) tag;
    }
}
