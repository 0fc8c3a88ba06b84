package io.sluice.engine.mapping;

import io.sluice.codec.wire.Slice;

/** The names that a mapped message carries what its protocol has no place for under. */
final class Marks {
    /** A user property: the producer's identity of the message, in AMQP the message-id. */
    static final Slice MESSAGE_ID = Slice.ofUtf8("mqtt.message-id");

    /** Of user properties that are ours. */
    static final Slice USER_PREFIX = Slice.ofUtf8("x-sluice-");

    /** A user property: all of an AMQP message but its payload, see {@link AmqpMark}. */
    static final Slice AMQP = Slice.ofUtf8("x-sluice-amqp");

    /** A user property: which type the correlation-id had that is no binary. */
    static final Slice CORRELATION_TYPE = Slice.ofUtf8("x-sluice-correlation-type");

    static final Slice TYPE_STRING = Slice.ofUtf8("string");
    static final Slice TYPE_ULONG = Slice.ofUtf8("ulong");
    static final Slice TYPE_UUID = Slice.ofUtf8("uuid");

    /** Of message-annotations that are ours. */
    static final Slice ANNOTATION_PREFIX = Slice.ofUtf8("x-opt-mqtt-");

    /** A ubyte. */
    static final Slice QOS = Slice.ofUtf8("x-opt-mqtt-qos");

    /** A boolean, there if it is true. */
    static final Slice RETAIN = Slice.ofUtf8("x-opt-mqtt-retain");

    /** A ubyte, 0 or 1. */
    static final Slice PAYLOAD_FORMAT = Slice.ofUtf8("x-opt-mqtt-payload-format");

    /** A string: a content type that is no symbol. */
    static final Slice CONTENT_TYPE = Slice.ofUtf8("x-opt-mqtt-content-type");

    /** A list of strings, name and value by turns. */
    static final Slice USER_PROPERTIES = Slice.ofUtf8("x-opt-mqtt-user-properties");

    private Marks() {}

    static boolean startsWith(final Slice text, final Slice prefix) {
        return text.length() >= prefix.length()
                && prefix.contentEquals(text.buffer(), text.offset(), prefix.length());
    }
}
