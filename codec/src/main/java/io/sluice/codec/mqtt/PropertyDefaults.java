package io.sluice.codec.mqtt;

/**
 * What a property that is left out stands for, where MQTT 5.0 gives it a value of its own: to be
 * given to {@link PropertyList#number}. Those that are not here have none: without a Message Expiry
 * Interval nothing expires, without a Server Keep Alive the client's holds.
 */
public final class PropertyDefaults {
    /** No indicator: the payload is unspecified bytes (section 3.3.2.3.2). */
    public static final int PAYLOAD_FORMAT_INDICATOR = 0;

    /** In CONNECT: the session ends with the connection (section 3.1.2.11.2). */
    public static final int SESSION_EXPIRY_INTERVAL = 0;

    /** The will does not wait (section 3.1.3.2.2). */
    public static final int WILL_DELAY_INTERVAL = 0;

    /** Reason strings may be sent with any packet (section 3.1.2.11.7). */
    public static final int REQUEST_PROBLEM_INFORMATION = 1;

    /** No response information is wanted (section 3.1.2.11.6). */
    public static final int REQUEST_RESPONSE_INFORMATION = 0;

    /** As many as there are packet identifiers (sections 3.1.2.11.3, 3.2.2.3.3). */
    public static final int RECEIVE_MAXIMUM = PacketIds.MAX;

    /** No topic alias is taken (sections 3.1.2.11.5, 3.2.2.3.8). */
    public static final int TOPIC_ALIAS_MAXIMUM = 0;

    /** All of QoS 0, 1 and 2; never sent (section 3.2.2.3.4). */
    public static final int MAXIMUM_QOS = 2;

    /** Retained messages are taken (section 3.2.2.3.5). */
    public static final int RETAIN_AVAILABLE = 1;

    /** The largest packet there can be, its header included (sections 3.1.2.11.4, 3.2.2.3.6). */
    public static final int MAXIMUM_PACKET_SIZE = 1 + 4 + VariableByteInteger.MAX;

    /** Wildcards are taken (section 3.2.2.3.11). */
    public static final int WILDCARD_SUBSCRIPTION_AVAILABLE = 1;

    /** Subscription identifiers are taken (section 3.2.2.3.12). */
    public static final int SUBSCRIPTION_IDENTIFIER_AVAILABLE = 1;

    /** Shared subscriptions are taken (section 3.2.2.3.13). */
    public static final int SHARED_SUBSCRIPTION_AVAILABLE = 1;

    private PropertyDefaults() {}
}
