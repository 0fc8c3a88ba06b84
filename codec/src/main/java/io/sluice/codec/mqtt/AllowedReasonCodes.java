package io.sluice.codec.mqtt;

/**
 * Which packet may carry which reason code, and from which end (MQTT 5.0 section 2.4 and the table
 * of each packet). Sets of codes are two bit masks: codes below 0x80, and those from 0x80 on.
 */
public final class AllowedReasonCodes {
    private static final int ERRORS = 0x80;
    private static final int TYPES = ControlPacketType.AUTH + 1;

    private static final long[] CLIENT_SUCCESSES = new long[TYPES];
    private static final long[] CLIENT_ERRORS = new long[TYPES];
    private static final long[] SERVER_SUCCESSES = new long[TYPES];
    private static final long[] SERVER_ERRORS = new long[TYPES];

    static {
        connack();
        acks();
        subscriptions();
        disconnect();
        final int auth = ControlPacketType.AUTH;
        server(auth, ReasonCode.SUCCESS);
        both(auth, ReasonCode.CONTINUE_AUTHENTICATION);
        client(auth, ReasonCode.RE_AUTHENTICATE);
    }

    private AllowedReasonCodes() {}

    /** Whether a packet of this type may carry the code, whoever sent it. */
    public static boolean mayCarry(final int packetType, final int reasonCode) {
        return contains(CLIENT_SUCCESSES[packetType], CLIENT_ERRORS[packetType], reasonCode)
                || contains(SERVER_SUCCESSES[packetType], SERVER_ERRORS[packetType], reasonCode);
    }

    /** Whether this end may send the code in a packet of this type. */
    public static boolean maySend(
            final PacketSender sender, final int packetType, final int reasonCode) {
        return sender == PacketSender.CLIENT
                ? contains(CLIENT_SUCCESSES[packetType], CLIENT_ERRORS[packetType], reasonCode)
                : contains(SERVER_SUCCESSES[packetType], SERVER_ERRORS[packetType], reasonCode);
    }

    private static boolean contains(final long successes, final long errors, final int reasonCode) {
        assert reasonCode >= 0 && reasonCode <= 0xFF;
        if ((reasonCode & 0x40) != 0) {
            return false; // no code between 0x40 and 0x7F, none above 0xBF
        }
        final long mask = ReasonCode.isError(reasonCode) ? errors : successes;
        return (mask & 1L << reasonCode) != 0; // a shift looks at the lowest six bits alone
    }

    private static void connack() {
        server(
                ControlPacketType.CONNACK,
                ReasonCode.SUCCESS,
                ReasonCode.UNSPECIFIED_ERROR,
                ReasonCode.MALFORMED_PACKET,
                ReasonCode.PROTOCOL_ERROR,
                ReasonCode.IMPLEMENTATION_SPECIFIC_ERROR,
                ReasonCode.UNSUPPORTED_PROTOCOL_VERSION,
                ReasonCode.CLIENT_IDENTIFIER_NOT_VALID,
                ReasonCode.BAD_USER_NAME_OR_PASSWORD,
                ReasonCode.NOT_AUTHORIZED,
                ReasonCode.SERVER_UNAVAILABLE,
                ReasonCode.SERVER_BUSY,
                ReasonCode.BANNED,
                ReasonCode.BAD_AUTHENTICATION_METHOD,
                ReasonCode.TOPIC_NAME_INVALID,
                ReasonCode.PACKET_TOO_LARGE,
                ReasonCode.QUOTA_EXCEEDED,
                ReasonCode.PAYLOAD_FORMAT_INVALID,
                ReasonCode.RETAIN_NOT_SUPPORTED,
                ReasonCode.QOS_NOT_SUPPORTED,
                ReasonCode.USE_ANOTHER_SERVER,
                ReasonCode.SERVER_MOVED,
                ReasonCode.CONNECTION_RATE_EXCEEDED);
    }

    private static void acks() {
        final int[] received = {
            ReasonCode.SUCCESS,
            ReasonCode.NO_MATCHING_SUBSCRIBERS,
            ReasonCode.UNSPECIFIED_ERROR,
            ReasonCode.IMPLEMENTATION_SPECIFIC_ERROR,
            ReasonCode.NOT_AUTHORIZED,
            ReasonCode.TOPIC_NAME_INVALID,
            ReasonCode.PACKET_IDENTIFIER_IN_USE,
            ReasonCode.QUOTA_EXCEEDED,
            ReasonCode.PAYLOAD_FORMAT_INVALID
        };
        both(ControlPacketType.PUBACK, received);
        both(ControlPacketType.PUBREC, received);
        final int[] released = {ReasonCode.SUCCESS, ReasonCode.PACKET_IDENTIFIER_NOT_FOUND};
        both(ControlPacketType.PUBREL, released);
        both(ControlPacketType.PUBCOMP, released);
    }

    private static void subscriptions() {
        final int[] failures = {
            ReasonCode.UNSPECIFIED_ERROR,
            ReasonCode.IMPLEMENTATION_SPECIFIC_ERROR,
            ReasonCode.NOT_AUTHORIZED,
            ReasonCode.TOPIC_FILTER_INVALID,
            ReasonCode.PACKET_IDENTIFIER_IN_USE
        };
        server(ControlPacketType.SUBACK, failures);
        server(
                ControlPacketType.SUBACK,
                ReasonCode.GRANTED_QOS_0,
                ReasonCode.GRANTED_QOS_1,
                ReasonCode.GRANTED_QOS_2,
                ReasonCode.QUOTA_EXCEEDED,
                ReasonCode.SHARED_SUBSCRIPTIONS_NOT_SUPPORTED,
                ReasonCode.SUBSCRIPTION_IDENTIFIERS_NOT_SUPPORTED,
                ReasonCode.WILDCARD_SUBSCRIPTIONS_NOT_SUPPORTED);
        server(ControlPacketType.UNSUBACK, failures);
        server(ControlPacketType.UNSUBACK, ReasonCode.SUCCESS, ReasonCode.NO_SUBSCRIPTION_EXISTED);
    }

    private static void disconnect() {
        final int disconnect = ControlPacketType.DISCONNECT;
        client(disconnect, ReasonCode.DISCONNECT_WITH_WILL);
        both(
                disconnect,
                ReasonCode.NORMAL_DISCONNECTION,
                ReasonCode.UNSPECIFIED_ERROR,
                ReasonCode.MALFORMED_PACKET,
                ReasonCode.PROTOCOL_ERROR,
                ReasonCode.IMPLEMENTATION_SPECIFIC_ERROR,
                ReasonCode.BAD_AUTHENTICATION_METHOD, // in section 2.4, not in 3.14.2.1
                ReasonCode.TOPIC_NAME_INVALID,
                ReasonCode.RECEIVE_MAXIMUM_EXCEEDED,
                ReasonCode.TOPIC_ALIAS_INVALID,
                ReasonCode.PACKET_TOO_LARGE,
                ReasonCode.MESSAGE_RATE_TOO_HIGH,
                ReasonCode.QUOTA_EXCEEDED,
                ReasonCode.ADMINISTRATIVE_ACTION,
                ReasonCode.PAYLOAD_FORMAT_INVALID);
        server(
                disconnect,
                ReasonCode.NOT_AUTHORIZED,
                ReasonCode.SERVER_BUSY,
                ReasonCode.SERVER_SHUTTING_DOWN,
                ReasonCode.KEEP_ALIVE_TIMEOUT,
                ReasonCode.SESSION_TAKEN_OVER,
                ReasonCode.TOPIC_FILTER_INVALID,
                ReasonCode.RETAIN_NOT_SUPPORTED,
                ReasonCode.QOS_NOT_SUPPORTED,
                ReasonCode.USE_ANOTHER_SERVER,
                ReasonCode.SERVER_MOVED,
                ReasonCode.SHARED_SUBSCRIPTIONS_NOT_SUPPORTED,
                ReasonCode.CONNECTION_RATE_EXCEEDED,
                ReasonCode.MAXIMUM_CONNECT_TIME,
                ReasonCode.SUBSCRIPTION_IDENTIFIERS_NOT_SUPPORTED,
                ReasonCode.WILDCARD_SUBSCRIPTIONS_NOT_SUPPORTED);
    }

    private static void both(final int packetType, final int... reasonCodes) {
        client(packetType, reasonCodes);
        server(packetType, reasonCodes);
    }

    private static void client(final int packetType, final int... reasonCodes) {
        allow(CLIENT_SUCCESSES, CLIENT_ERRORS, packetType, reasonCodes);
    }

    private static void server(final int packetType, final int... reasonCodes) {
        allow(SERVER_SUCCESSES, SERVER_ERRORS, packetType, reasonCodes);
    }

    private static void allow(
            final long[] successes,
            final long[] errors,
            final int packetType,
            final int... reasonCodes) {
        for (final int reasonCode : reasonCodes) {
            assert (reasonCode & ~(ERRORS | 0x3F)) == 0;
            final long[] masks = ReasonCode.isError(reasonCode) ? errors : successes;
            masks[packetType] |= 1L << reasonCode;
        }
    }
}
