package io.sluice.fuzz.proton;

import io.sluice.codec.amqp.AmqpError;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What can be said of the bytes of a frame body or a message, found by {@link Anatomy} without the
 * codec: faults, each with what a peer is answered, and peculiarities of what is valid. The list of
 * disagreements names them in lower case, with hyphens.
 */
enum Condition {
    // Of any value.
    FORMAT_CODE_UNKNOWN,
    VALUE_PAST_END,
    BOOLEAN_NOT_0_OR_1,
    CHAR_NOT_SCALAR,
    STRING_NOT_UTF8,
    SYMBOL_NOT_ASCII,
    SIZE_PAST_END,
    SIZE_BELOW_COUNT,
    COUNT_PAST_SIZE,
    COUNT_BELOW_SIZE,
    MAP_COUNT_ODD,
    ARRAY_WITHOUT_CONSTRUCTOR,
    ARRAY_SIZE_NOT_OF_COUNT,
    TOO_DEEP(AmqpError.RESOURCE_LIMIT_EXCEEDED),
    TOO_MANY_ELEMENTS(AmqpError.RESOURCE_LIMIT_EXCEEDED),

    // Of maps that the standard defines.
    KEY_MISTYPED,
    KEY_REPEATED,
    TOO_MANY_KEYS(AmqpError.RESOURCE_LIMIT_EXCEEDED),
    PROPERTY_NOT_SIMPLE,
    FILTER_MISTYPED,
    UNSETTLED_MISTYPED,

    // Of composite types.
    NO_PERFORMATIVE,
    NOT_A_LIST,
    TOO_MANY_FIELDS,
    FIELD_MISTYPED,
    FIELD_ABSENT(AmqpError.INVALID_FIELD),
    SYMBOLS_MISTYPED,
    DESCRIPTOR_NOT_OF_ERROR,
    TYPE_OF_ANOTHER_SLOT,
    BYTES_BEHIND_PERFORMATIVE,
    MAX_FRAME_SIZE_TOO_SMALL(AmqpError.INVALID_FIELD),
    CHOICE_UNDEFINED(AmqpError.INVALID_FIELD),
    DURABILITY_UNDEFINED(AmqpError.INVALID_FIELD),
    EXPIRY_POLICY_UNDEFINED(AmqpError.INVALID_FIELD),
    DELIVERY_TAG_TOO_LONG(AmqpError.INVALID_FIELD),
    INITIAL_DELIVERY_COUNT_ABSENT(AmqpError.INVALID_FIELD),
    HANDLE_ABSENT(AmqpError.INVALID_FIELD),
    DYNAMIC_WITH_ADDRESS(AmqpError.INVALID_FIELD),
    NODE_PROPERTIES_WITHOUT_DYNAMIC(AmqpError.INVALID_FIELD),
    MECHANISMS_EMPTY(AmqpError.INVALID_FIELD),

    // Of messages.
    NOT_A_SECTION,
    NO_SECTION,
    SECTION_MISTYPED,
    SECTION_OUT_OF_ORDER,
    SECTION_REPEATED,
    BODIES_OF_TWO_KINDS,

    // No faults.
    ARRAY_OF_DESCRIBED(null),
    ARRAY_OF_NULL(null),
    ARRAY_OF_ARRAYS(null),
    ANNOTATION_KEY_ULONG(null),
    SYMBOLS_AS_LIST(null),
    NULL_IN_LIST(null),
    STANDARD_TYPE_IN_VALUE(null),
    TIMESTAMP_IN_VALUE(null),
    NAN_WITH_PAYLOAD(null),
    STATE_OF_ANOTHER_TYPE(null),
    SOURCE_OF_ANOTHER_TYPE(null),
    TARGET_OF_ANOTHER_TYPE(null),
    CHAR_BEYOND_16_BITS(null);

    private final AmqpError error;

    Condition() {
        this(AmqpError.DECODE_ERROR);
    }

    Condition(final AmqpError error) {
        this.error = error;
    }

    /** Whether what this holds of is not valid. */
    boolean isFault() {
        return error != null;
    }

    /** What a peer is answered that has made this fault and no other. */
    AmqpError error() {
        return error;
    }

    String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static Set<String> ids(final Set<Condition> conditions) {
        return conditions.stream().map(Condition::id).collect(Collectors.toUnmodifiableSet());
    }

    static Set<String> allIds() {
        return ids(EnumSet.allOf(Condition.class));
    }
}
