package io.sluice.engine.mapping;

/** What of an AMQP message's body is the payload of a PUBLISH. */
enum PayloadForm {
    /** The bytes of the data sections, one behind the other; nothing of no body. */
    DATA,
    /** The bytes of the string that the value is. */
    TEXT,
    /** The bytes of the binary that the value is. */
    BINARY,
    /** The body sections as they are, descriptors included: any other value, and sequences. */
    SECTIONS
}
