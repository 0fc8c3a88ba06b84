package io.sluice.fuzz.netty;

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
    AUTH_IN_3_1_1,
    FLAGS_RESERVED,
    QOS_3,
    DUP_AT_QOS_0,
    FIELD_PAST_PACKET,
    BYTES_LEFT_OVER,
    VERSION_5_FORM_IN_3_1_1,
    REASON_CODE_NOT_ALLOWED,
    REASON_CODE_NOT_OF_SENDER,
    VERSION_3_1,
    PROTOCOL_NAME_UNKNOWN,
    PROTOCOL_LEVEL_UNKNOWN,
    CONNECT_FLAG_RESERVED,
    CLIENT_ID_EMPTY_WITHOUT_CLEAN_SESSION,
    PASSWORD_WITHOUT_USER_NAME,
    WILL_FLAGS_WITHOUT_WILL,
    WILL_QOS_3,
    WILL_TOPIC_EMPTY,
    WILL_TOPIC_WITH_WILDCARD,
    CONNACK_FLAG_RESERVED,
    SESSION_PRESENT_WITH_ERROR,
    NO_FILTER,
    OPTIONS_RESERVED,
    OPTIONS_QOS_3,
    OPTIONS_RETAIN_HANDLING_3,
    NO_LOCAL_SHARED,
    NO_REASON_CODE,
    DISCONNECT_FROM_SERVER_IN_3_1_1,
    AUTHENTICATION_DATA_ALONE,
    AUTHENTICATION_METHOD_MISSING,
    SESSION_EXPIRY_FROM_SERVER,
    STRING_NOT_UTF8,
    STRING_WITH_NUL,
    TOPIC_WITH_WILDCARD,
    TOPIC_EMPTY,
    TOPIC_EMPTY_WITHOUT_ALIAS,
    PACKET_ID_ZERO,
    PROPERTY_LENGTH_MISSING,
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
    RECEIVE_MAXIMUM_ZERO,
    MAXIMUM_PACKET_SIZE_ZERO,
    SUBSCRIPTION_IDENTIFIER_ZERO,
    SUBSCRIPTION_IDENTIFIER_FROM_CLIENT,
    RESPONSE_TOPIC_WITH_WILDCARD,
    RESPONSE_TOPIC_EMPTY,

    /**
     * No fault: a whole number of properties fits in the last bytes of a list, in so many as its
     * length takes in front.
     */
    PROPERTIES_AS_SHORT_AS_THEIR_LENGTH(false),

    /** No fault: a Will Topic of more than 32,767 bytes. */
    WILL_TOPIC_LONG(false);

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
