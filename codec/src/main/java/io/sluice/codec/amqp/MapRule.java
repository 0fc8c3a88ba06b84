package io.sluice.codec.amqp;

/** Which keys and values the standard allows in a map that it defines. Keys always differ. */
enum MapRule {
    /** Keys are symbols: fields (AMQP 1.0 part 2 section 2.8.14) and filter sets (3.5.8). */
    FIELDS(FormatCode.SYM8),
    /** As FIELDS, but strings are let through: rhea writes an error's info so. */
    INFO(FormatCode.SYM8),
    /** Keys are symbols or ulongs: annotations (part 3 section 3.2.10). */
    ANNOTATIONS(FormatCode.SYM8),
    /** Keys are strings, values have simple types: application-properties (section 3.2.5). */
    APPLICATION_PROPERTIES(FormatCode.STR8),
    /** Keys are delivery-tags: the unsettled map of an attach (part 2 section 2.7.3). */
    UNSETTLED(FormatCode.VBIN8);

    /** The format code that nearly all keys have. */
    final int usualKeyCode;

    MapRule(final int usualKeyCode) {
        this.usualKeyCode = usualKeyCode;
    }
}
