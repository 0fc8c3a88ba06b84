package io.sluice.fuzz.mqtt;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What can be said of the bytes of a control packet, found by {@link Anatomy} without the codec.
 * The lists of disagreements name them in lower case, with hyphens.
 */
enum Condition {
    REMAINING_LENGTH_NOT_SHORTEST,
    REMAINING_LENGTH_TOO_LONG,
    RESERVED_TYPE,
    QOS_3,
    DUP_AT_QOS_0,
    FIELD_PAST_PACKET,
    STRING_NOT_UTF8,
    STRING_WITH_NUL,
    TOPIC_WITH_WILDCARD,
    TOPIC_EMPTY,
    TOPIC_EMPTY_WITHOUT_ALIAS,
    PACKET_ID_ZERO,
    PROPERTY_LENGTH_NOT_SHORTEST,
    PROPERTY_LENGTH_TOO_LONG,
    PROPERTIES_PAST_PACKET,
    PROPERTY_PAST_LIST,
    PROPERTY_ID_NOT_SHORTEST,
    PROPERTY_ID_TOO_LONG,
    PROPERTY_UNKNOWN,
    PROPERTY_NOT_ALLOWED,
    PROPERTY_REPEATED,
    PROPERTY_NOT_BOOLEAN,
    PROPERTY_INTEGER_NOT_SHORTEST,
    PROPERTY_INTEGER_TOO_LONG,
    TOPIC_ALIAS_ZERO,
    SUBSCRIPTION_IDENTIFIER_ZERO,
    SUBSCRIPTION_IDENTIFIER_FROM_CLIENT,
    RESPONSE_TOPIC_WITH_WILDCARD,
    RESPONSE_TOPIC_EMPTY,

    /**
     * No fault: a whole number of properties fits in the last bytes of a list, in so many as its
     * length takes in front.
     */
    PROPERTIES_AS_SHORT_AS_THEIR_LENGTH(false);

    private final boolean fault;

    Condition() {
        this(true);
    }

    Condition(final boolean fault) {
        this.fault = fault;
    }

    /** Whether a packet of which this holds is not valid. */
    boolean isFault() {
        return fault;
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
