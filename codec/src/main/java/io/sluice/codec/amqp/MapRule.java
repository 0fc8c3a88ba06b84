package io.sluice.codec.amqp;

/** Which keys and values the standard allows in a map that it defines. Keys always differ. */
enum MapRule {
    /** Keys are symbols: fields (AMQP 1.0 part 2 section 2.8.14). */
    FIELDS(FormatCode.SYM8, null),
    /** As FIELDS, but strings are let through: rhea writes an error's info so. */
    INFO(FormatCode.SYM8, null),
    /** Keys are symbols, values are filters or null: filter sets (part 3 section 3.5.8). */
    FILTERS(FormatCode.SYM8, Archetype.FILTER),
    /** Keys are symbols or ulongs: annotations (part 3 section 3.2.10). */
    ANNOTATIONS(FormatCode.SYM8, null),
    /** Keys are strings, values have simple types: application-properties (section 3.2.5). */
    APPLICATION_PROPERTIES(FormatCode.STR8, null),
    /**
     * Keys are delivery-tags, values are delivery states or null: the unsettled map of an attach
     * (part 2 section 2.7.3).
     */
    UNSETTLED(-1, Archetype.DELIVERY_STATE);

    /** The format code that nearly all keys have; none where each is looked into. */
    final int usualKeyCode;

    /** What each value is unless it is null; null where values are not described by rule. */
    final Archetype values;

    MapRule(final int usualKeyCode, final Archetype values) {
        this.usualKeyCode = usualKeyCode;
        this.values = values;
    }
}
