package io.sluice.fuzz.proton;

import java.util.Set;

/**
 * A place for a described value: which of the standard's types stand there, by their descriptors
 * (the columns "requires" and "provides" of AMQP 1.0 parts 2 to 4).
 */
enum Slot {
    SOURCE(0x28),
    TARGET(0x29, 0x30),
    STATE(0x23, 0x24, 0x25, 0x26, 0x27, 0x33, 0x34),
    OUTCOME(0x24, 0x25, 0x26, 0x27, 0x33),
    FILTER,
    ERROR(0x1D);

    private final Set<Integer> codes;

    Slot(final Integer... codes) {
        this.codes = Set.of(codes);
    }

    /** Whether a type may stand there: someone else's may anywhere, but is no error. */
    boolean takes(final FoundDescriptor found) {
        return codes.contains(found.code()) || this != ERROR && !found.isStandard();
    }
}
