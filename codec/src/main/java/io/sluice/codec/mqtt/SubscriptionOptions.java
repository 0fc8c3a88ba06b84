package io.sluice.codec.mqtt;

/**
 * The options byte behind each filter of a SUBSCRIBE (MQTT 5.0 section 3.8.3.1), kept as the {@code
 * int} that travels.
 *
 * <pre>
 *   7 6        5 4               3                     2          1 0
 *  +----------+-----------------+---------------------+----------+-----+
 *  | reserved | retain handling | retain as published | no local | QoS |
 *  +----------+-----------------+---------------------+----------+-----+
 *    0 0        MQTT 5            MQTT 5                MQTT 5
 * </pre>
 */
public final class SubscriptionOptions {
    static final int QOS = 0x03;
    static final int NO_LOCAL = 0x04;
    static final int RETAIN_AS_PUBLISHED = 0x08;
    static final int RETAIN_HANDLING = 0x30;
    static final int RESERVED = 0xC0;

    private SubscriptionOptions() {}

    /** The options that ask for this; in 3.1.1 only the QoS travels. */
    public static int of(
            final int qos,
            final boolean noLocal,
            final boolean retainAsPublished,
            final int retainHandling) {
        assert qos >= 0 && qos <= 2 && retainHandling >= 0 && retainHandling <= 2;
        return qos
                | (noLocal ? NO_LOCAL : 0)
                | (retainAsPublished ? RETAIN_AS_PUBLISHED : 0)
                | retainHandling << 4;
    }

    public static int qos(final int options) {
        return options & QOS;
    }

    /** Whether the subscriber's own messages are not to come back to it. */
    public static boolean noLocal(final int options) {
        return (options & NO_LOCAL) != 0;
    }

    /** Whether messages keep the RETAIN flag they were published with. */
    public static boolean retainAsPublished(final int options) {
        return (options & RETAIN_AS_PUBLISHED) != 0;
    }

    /** Retained messages: 0 for always, 1 for a new subscription only, 2 for never. */
    public static int retainHandling(final int options) {
        return (options & RETAIN_HANDLING) >> 4;
    }

    /** {@link ReasonCode#SUCCESS}, or the reason code for the peer that sent this byte. */
    static int check(final int options, final MqttVersion version) {
        if (version == MqttVersion.V3_1_1) {
            return options <= 2
                    ? ReasonCode.SUCCESS
                    : ReasonCode.MALFORMED_PACKET; // MQTT 3.1.1 [MQTT-3.8.3-4]
        }
        if ((options & RESERVED) != 0) {
            return ReasonCode.MALFORMED_PACKET; // [MQTT-3.8.3-5]
        }
        return qos(options) == 3 || retainHandling(options) == 3
                ? ReasonCode.PROTOCOL_ERROR // section 3.8.3.1
                : ReasonCode.SUCCESS;
    }
}
