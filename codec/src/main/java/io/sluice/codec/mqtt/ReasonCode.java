package io.sluice.codec.mqtt;

import org.agrona.collections.Int2ObjectHashMap;

/** The reason codes of MQTT 5.0 (section 2.4), as the {@code int}s that travel. */
public final class ReasonCode {
    public static final int SUCCESS = 0x00;
    public static final int NORMAL_DISCONNECTION = 0x00;
    public static final int GRANTED_QOS_0 = 0x00;
    public static final int GRANTED_QOS_1 = 0x01;
    public static final int GRANTED_QOS_2 = 0x02;
    public static final int DISCONNECT_WITH_WILL = 0x04;
    public static final int NO_MATCHING_SUBSCRIBERS = 0x10;
    public static final int NO_SUBSCRIPTION_EXISTED = 0x11;
    public static final int CONTINUE_AUTHENTICATION = 0x18;
    public static final int RE_AUTHENTICATE = 0x19;
    public static final int UNSPECIFIED_ERROR = 0x80;
    public static final int MALFORMED_PACKET = 0x81;
    public static final int PROTOCOL_ERROR = 0x82;
    public static final int IMPLEMENTATION_SPECIFIC_ERROR = 0x83;
    public static final int UNSUPPORTED_PROTOCOL_VERSION = 0x84;
    public static final int CLIENT_IDENTIFIER_NOT_VALID = 0x85;
    public static final int BAD_USER_NAME_OR_PASSWORD = 0x86;
    public static final int NOT_AUTHORIZED = 0x87;
    public static final int SERVER_UNAVAILABLE = 0x88;
    public static final int SERVER_BUSY = 0x89;
    public static final int BANNED = 0x8A;
    public static final int SERVER_SHUTTING_DOWN = 0x8B;
    public static final int BAD_AUTHENTICATION_METHOD = 0x8C;
    public static final int KEEP_ALIVE_TIMEOUT = 0x8D;
    public static final int SESSION_TAKEN_OVER = 0x8E;
    public static final int TOPIC_FILTER_INVALID = 0x8F;
    public static final int TOPIC_NAME_INVALID = 0x90;
    public static final int PACKET_IDENTIFIER_IN_USE = 0x91;
    public static final int PACKET_IDENTIFIER_NOT_FOUND = 0x92;
    public static final int RECEIVE_MAXIMUM_EXCEEDED = 0x93;
    public static final int TOPIC_ALIAS_INVALID = 0x94;
    public static final int PACKET_TOO_LARGE = 0x95;
    public static final int MESSAGE_RATE_TOO_HIGH = 0x96;
    public static final int QUOTA_EXCEEDED = 0x97;
    public static final int ADMINISTRATIVE_ACTION = 0x98;
    public static final int PAYLOAD_FORMAT_INVALID = 0x99;
    public static final int RETAIN_NOT_SUPPORTED = 0x9A;
    public static final int QOS_NOT_SUPPORTED = 0x9B;
    public static final int USE_ANOTHER_SERVER = 0x9C;
    public static final int SERVER_MOVED = 0x9D;
    public static final int SHARED_SUBSCRIPTIONS_NOT_SUPPORTED = 0x9E;
    public static final int CONNECTION_RATE_EXCEEDED = 0x9F;
    public static final int MAXIMUM_CONNECT_TIME = 0xA0;
    public static final int SUBSCRIPTION_IDENTIFIERS_NOT_SUPPORTED = 0xA1;
    public static final int WILDCARD_SUBSCRIPTIONS_NOT_SUPPORTED = 0xA2;

    private static final Int2ObjectHashMap<String> NAMES = names();

    private ReasonCode() {}

    /** Whether the code tells of a failure: 0x80 and above. */
    public static boolean isError(final int reasonCode) {
        return reasonCode >= UNSPECIFIED_ERROR;
    }

    /**
     * The code's name in the words of the specification, {@code 0xNN} for one that has none. The
     * code 0x00 has three names; this is its general one.
     */
    public static String name(final int reasonCode) {
        final String name = NAMES.get(reasonCode);
        return name != null ? name : "0x" + Integer.toHexString(0x100 | reasonCode).substring(1);
    }

    private static Int2ObjectHashMap<String> names() {
        final Int2ObjectHashMap<String> names = new Int2ObjectHashMap<>();
        names.put(SUCCESS, "Success");
        names.put(GRANTED_QOS_1, "Granted QoS 1");
        names.put(GRANTED_QOS_2, "Granted QoS 2");
        names.put(DISCONNECT_WITH_WILL, "Disconnect with Will Message");
        names.put(NO_MATCHING_SUBSCRIBERS, "No matching subscribers");
        names.put(NO_SUBSCRIPTION_EXISTED, "No subscription existed");
        names.put(CONTINUE_AUTHENTICATION, "Continue authentication");
        names.put(RE_AUTHENTICATE, "Re-authenticate");
        names.put(UNSPECIFIED_ERROR, "Unspecified error");
        names.put(MALFORMED_PACKET, "Malformed Packet");
        names.put(PROTOCOL_ERROR, "Protocol Error");
        names.put(IMPLEMENTATION_SPECIFIC_ERROR, "Implementation specific error");
        names.put(UNSUPPORTED_PROTOCOL_VERSION, "Unsupported Protocol Version");
        names.put(CLIENT_IDENTIFIER_NOT_VALID, "Client Identifier not valid");
        names.put(BAD_USER_NAME_OR_PASSWORD, "Bad User Name or Password");
        names.put(NOT_AUTHORIZED, "Not authorized");
        names.put(SERVER_UNAVAILABLE, "Server unavailable");
        names.put(SERVER_BUSY, "Server busy");
        names.put(BANNED, "Banned");
        names.put(SERVER_SHUTTING_DOWN, "Server shutting down");
        names.put(BAD_AUTHENTICATION_METHOD, "Bad authentication method");
        names.put(KEEP_ALIVE_TIMEOUT, "Keep Alive timeout");
        names.put(SESSION_TAKEN_OVER, "Session taken over");
        names.put(TOPIC_FILTER_INVALID, "Topic Filter invalid");
        names.put(TOPIC_NAME_INVALID, "Topic Name invalid");
        names.put(PACKET_IDENTIFIER_IN_USE, "Packet Identifier in use");
        names.put(PACKET_IDENTIFIER_NOT_FOUND, "Packet Identifier not found");
        names.put(RECEIVE_MAXIMUM_EXCEEDED, "Receive Maximum exceeded");
        names.put(TOPIC_ALIAS_INVALID, "Topic Alias invalid");
        names.put(PACKET_TOO_LARGE, "Packet too large");
        names.put(MESSAGE_RATE_TOO_HIGH, "Message rate too high");
        names.put(QUOTA_EXCEEDED, "Quota exceeded");
        names.put(ADMINISTRATIVE_ACTION, "Administrative action");
        names.put(PAYLOAD_FORMAT_INVALID, "Payload format invalid");
        names.put(RETAIN_NOT_SUPPORTED, "Retain not supported");
        names.put(QOS_NOT_SUPPORTED, "QoS not supported");
        names.put(USE_ANOTHER_SERVER, "Use another server");
        names.put(SERVER_MOVED, "Server moved");
        names.put(SHARED_SUBSCRIPTIONS_NOT_SUPPORTED, "Shared Subscriptions not supported");
        names.put(CONNECTION_RATE_EXCEEDED, "Connection rate exceeded");
        names.put(MAXIMUM_CONNECT_TIME, "Maximum connect time");
        names.put(SUBSCRIPTION_IDENTIFIERS_NOT_SUPPORTED, "Subscription Identifiers not supported");
        names.put(WILDCARD_SUBSCRIPTIONS_NOT_SUPPORTED, "Wildcard Subscriptions not supported");
        return names;
    }
}
