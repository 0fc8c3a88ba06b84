package io.sluice.codec.mqtt;

/**
 * The properties of MQTT 5.0 (section 2.2.2.2): identifier, type, and the packets that may carry
 * them. Sets of properties are bit masks: bit n stands for identifier n.
 */
public final class PropertyId {
    public static final int PAYLOAD_FORMAT_INDICATOR = 0x01;
    public static final int MESSAGE_EXPIRY_INTERVAL = 0x02;
    public static final int CONTENT_TYPE = 0x03;
    public static final int RESPONSE_TOPIC = 0x08;
    public static final int CORRELATION_DATA = 0x09;
    public static final int SUBSCRIPTION_IDENTIFIER = 0x0B;
    public static final int SESSION_EXPIRY_INTERVAL = 0x11;
    public static final int ASSIGNED_CLIENT_IDENTIFIER = 0x12;
    public static final int SERVER_KEEP_ALIVE = 0x13;
    public static final int AUTHENTICATION_METHOD = 0x15;
    public static final int AUTHENTICATION_DATA = 0x16;
    public static final int REQUEST_PROBLEM_INFORMATION = 0x17;
    public static final int WILL_DELAY_INTERVAL = 0x18;
    public static final int REQUEST_RESPONSE_INFORMATION = 0x19;
    public static final int RESPONSE_INFORMATION = 0x1A;
    public static final int SERVER_REFERENCE = 0x1C;
    public static final int REASON_STRING = 0x1F;
    public static final int RECEIVE_MAXIMUM = 0x21;
    public static final int TOPIC_ALIAS_MAXIMUM = 0x22;
    public static final int TOPIC_ALIAS = 0x23;
    public static final int MAXIMUM_QOS = 0x24;
    public static final int RETAIN_AVAILABLE = 0x25;
    public static final int USER_PROPERTY = 0x26;
    public static final int MAXIMUM_PACKET_SIZE = 0x27;
    public static final int WILDCARD_SUBSCRIPTION_AVAILABLE = 0x28;
    public static final int SUBSCRIPTION_IDENTIFIER_AVAILABLE = 0x29;
    public static final int SHARED_SUBSCRIPTION_AVAILABLE = 0x2A;

    /** The largest identifier in use. */
    static final int MAX = SHARED_SUBSCRIPTION_AVAILABLE;

    static final int UNKNOWN = 0;
    static final int ONE_BYTE = 1;
    static final int TWO_BYTE = 2;
    static final int FOUR_BYTE = 3;
    static final int VARIABLE = 4;
    static final int STRING = 5;
    static final int BINARY = 6;
    static final int STRING_PAIR = 7;

    static final long IN_CONNECT =
            mask(
                    SESSION_EXPIRY_INTERVAL,
                    RECEIVE_MAXIMUM,
                    MAXIMUM_PACKET_SIZE,
                    TOPIC_ALIAS_MAXIMUM,
                    REQUEST_RESPONSE_INFORMATION,
                    REQUEST_PROBLEM_INFORMATION,
                    USER_PROPERTY,
                    AUTHENTICATION_METHOD,
                    AUTHENTICATION_DATA);

    static final long IN_WILL =
            mask(
                    WILL_DELAY_INTERVAL,
                    PAYLOAD_FORMAT_INDICATOR,
                    MESSAGE_EXPIRY_INTERVAL,
                    CONTENT_TYPE,
                    RESPONSE_TOPIC,
                    CORRELATION_DATA,
                    USER_PROPERTY);

    static final long IN_CONNACK =
            mask(
                    SESSION_EXPIRY_INTERVAL,
                    RECEIVE_MAXIMUM,
                    MAXIMUM_QOS,
                    RETAIN_AVAILABLE,
                    MAXIMUM_PACKET_SIZE,
                    ASSIGNED_CLIENT_IDENTIFIER,
                    TOPIC_ALIAS_MAXIMUM,
                    REASON_STRING,
                    USER_PROPERTY,
                    WILDCARD_SUBSCRIPTION_AVAILABLE,
                    SUBSCRIPTION_IDENTIFIER_AVAILABLE,
                    SHARED_SUBSCRIPTION_AVAILABLE,
                    SERVER_KEEP_ALIVE,
                    RESPONSE_INFORMATION,
                    SERVER_REFERENCE,
                    AUTHENTICATION_METHOD,
                    AUTHENTICATION_DATA);

    static final long IN_PUBLISH =
            mask(
                    PAYLOAD_FORMAT_INDICATOR,
                    MESSAGE_EXPIRY_INTERVAL,
                    TOPIC_ALIAS,
                    RESPONSE_TOPIC,
                    CORRELATION_DATA,
                    USER_PROPERTY,
                    SUBSCRIPTION_IDENTIFIER,
                    CONTENT_TYPE);

    static final long IN_ACK = mask(REASON_STRING, USER_PROPERTY);
    static final long IN_SUBSCRIBE = mask(SUBSCRIPTION_IDENTIFIER, USER_PROPERTY);
    static final long IN_UNSUBSCRIBE = mask(USER_PROPERTY);

    static final long IN_DISCONNECT =
            mask(SESSION_EXPIRY_INTERVAL, REASON_STRING, USER_PROPERTY, SERVER_REFERENCE);

    static final long IN_AUTH =
            mask(AUTHENTICATION_METHOD, AUTHENTICATION_DATA, REASON_STRING, USER_PROPERTY);

    /** What a server must not put into DISCONNECT. [MQTT-3.14.2-2] */
    private static final long CLIENTS_IN_DISCONNECT = mask(SESSION_EXPIRY_INTERVAL);

    private static final byte[] TYPES = types();

    private PropertyId() {}

    /** The bit mask of these identifiers. */
    static long mask(final int... ids) {
        long mask = 0;
        for (final int id : ids) {
            mask |= 1L << id;
        }
        return mask;
    }

    /** The mask of what this end may put into DISCONNECT. */
    static long inDisconnect(final PacketSender sender) {
        return sender == PacketSender.CLIENT
                ? IN_DISCONNECT
                : IN_DISCONNECT & ~CLIENTS_IN_DISCONNECT;
    }

    /** The type of this property's value, {@link #UNKNOWN} where there is no such property. */
    static int type(final int id) {
        return id <= MAX ? TYPES[id] : UNKNOWN;
    }

    /** Whether this property's value is a string or binary. */
    static boolean isBytes(final int id) {
        return type(id) == STRING || type(id) == BINARY;
    }

    private static byte[] types() {
        final byte[] types = new byte[MAX + 1];
        set(
                types,
                ONE_BYTE,
                PAYLOAD_FORMAT_INDICATOR,
                REQUEST_PROBLEM_INFORMATION,
                REQUEST_RESPONSE_INFORMATION,
                MAXIMUM_QOS,
                RETAIN_AVAILABLE,
                WILDCARD_SUBSCRIPTION_AVAILABLE,
                SUBSCRIPTION_IDENTIFIER_AVAILABLE,
                SHARED_SUBSCRIPTION_AVAILABLE);
        set(types, TWO_BYTE, SERVER_KEEP_ALIVE, RECEIVE_MAXIMUM, TOPIC_ALIAS_MAXIMUM, TOPIC_ALIAS);
        set(
                types,
                FOUR_BYTE,
                MESSAGE_EXPIRY_INTERVAL,
                SESSION_EXPIRY_INTERVAL,
                WILL_DELAY_INTERVAL,
                MAXIMUM_PACKET_SIZE);
        set(types, VARIABLE, SUBSCRIPTION_IDENTIFIER);
        set(
                types,
                STRING,
                CONTENT_TYPE,
                RESPONSE_TOPIC,
                ASSIGNED_CLIENT_IDENTIFIER,
                AUTHENTICATION_METHOD,
                RESPONSE_INFORMATION,
                SERVER_REFERENCE,
                REASON_STRING);
        set(types, BINARY, CORRELATION_DATA, AUTHENTICATION_DATA);
        set(types, STRING_PAIR, USER_PROPERTY);
        return types;
    }

    private static void set(final byte[] types, final int type, final int... ids) {
        for (final int id : ids) {
            types[id] = (byte) type;
        }
    }
}
