package io.sluice.engine.config;

/** How a record refuses what it cannot be, in the operator's words. */
final class Require {
    private Require() {}

    static void that(final boolean holds, final String rule) {
        if (!holds) {
            throw new IllegalArgumentException(rule);
        }
    }
}
