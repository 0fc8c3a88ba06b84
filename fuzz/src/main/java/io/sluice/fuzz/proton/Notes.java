package io.sluice.fuzz.proton;

import java.util.EnumSet;
import java.util.Set;

/** What has been found in some bytes; what cannot be read on from stops the reading. */
final class Notes {
    /** Thrown where nothing tells how to go on. */
    static final class StopException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        StopException() {
            super(null, null, false, false);
        }
    }

    private final Set<Condition> found = EnumSet.noneOf(Condition.class);

    Set<Condition> found() {
        return found;
    }

    boolean hasFault() {
        return found.stream().anyMatch(Condition::isFault);
    }

    void note(final Condition condition) {
        found.add(condition);
    }

    void noteIf(final boolean holds, final Condition condition) {
        if (holds) {
            found.add(condition);
        }
    }

    StopException stop(final Condition condition) {
        found.add(condition);
        return new StopException();
    }

    void stopIf(final boolean holds, final Condition condition) {
        if (holds) {
            throw stop(condition);
        }
    }
}
