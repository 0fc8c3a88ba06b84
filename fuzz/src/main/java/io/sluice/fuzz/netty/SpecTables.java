package io.sluice.fuzz.netty;

import io.sluice.codec.mqtt.ControlPacketType;
import io.sluice.codec.mqtt.PacketSender;
import io.sluice.codec.mqtt.PropertyId;
import java.util.HexFormat;
import java.util.Set;

/** The tables of MQTT 5.0, copied from its text and not from the codec. */
final class SpecTables {
    /** Section 2.2.2.2: the properties that say yes or no. */
    private static final Set<Integer> BOOLEANS =
            Set.of(
                    PropertyId.PAYLOAD_FORMAT_INDICATOR,
                    PropertyId.REQUEST_PROBLEM_INFORMATION,
                    PropertyId.REQUEST_RESPONSE_INFORMATION,
                    PropertyId.MAXIMUM_QOS,
                    PropertyId.RETAIN_AVAILABLE,
                    PropertyId.WILDCARD_SUBSCRIPTION_AVAILABLE,
                    PropertyId.SUBSCRIPTION_IDENTIFIER_AVAILABLE,
                    PropertyId.SHARED_SUBSCRIPTION_AVAILABLE);

    /** Section 2.2.2.2: the properties of a will, by identifier. */
    static final String IN_WILL = "01 02 03 08 09 18 26";

    private SpecTables() {}

    /** Section 2.2.2.2: the properties that a packet of this type may carry, by identifier. */
    static String properties(final int type) {
        return switch (type) {
            case ControlPacketType.CONNECT -> "11 15 16 17 19 21 22 26 27";
            case ControlPacketType.CONNACK -> "11 12 13 15 16 1A 1C 1F 21 22 24 25 26 27 28 29 2A";
            case ControlPacketType.PUBLISH -> "01 02 03 08 09 0B 23 26";
            case ControlPacketType.SUBSCRIBE -> "0B 26";
            case ControlPacketType.UNSUBSCRIBE -> "26";
            case ControlPacketType.DISCONNECT -> "11 1C 1F 26";
            case ControlPacketType.AUTH -> "15 16 1F 26";
            default -> "1F 26";
        };
    }

    /**
     * Sections 3.2.2.2, 3.4.2.1, 3.5.2.1, 3.6.2.1, 3.7.2.1, 3.9.3, 3.11.3, 3.14.2.1 (with 2.4,
     * which lets DISCONNECT carry 0x8C) and 3.15.2.1: the reason codes that this end may send in a
     * packet of this type.
     */
    static String reasonCodes(final int type, final PacketSender sender) {
        final boolean client = sender == PacketSender.CLIENT;
        return switch (type) {
            case ControlPacketType.CONNACK ->
                    "00 80 81 82 83 84 85 86 87 88 89 8A 8C 90 95 97 99 9A 9B 9C 9D 9F";
            case ControlPacketType.PUBACK, ControlPacketType.PUBREC -> "00 10 80 83 87 90 91 97 99";
            case ControlPacketType.PUBREL, ControlPacketType.PUBCOMP -> "00 92";
            case ControlPacketType.SUBACK -> "00 01 02 80 83 87 8F 91 97 9E A1 A2";
            case ControlPacketType.UNSUBACK -> "00 11 80 83 87 8F 91";
            case ControlPacketType.DISCONNECT ->
                    client
                            ? "00 04 80 81 82 83 8C 90 93 94 95 96 97 98 99"
                            : "00 80 81 82 83 87 89 8B 8C 8D 8E 8F 90 93 94 95 96 97 98 99 9A 9B 9C"
                                    + " 9D 9E 9F A0 A1 A2";
            case ControlPacketType.AUTH -> client ? "18 19" : "00 18";
            default -> "";
        };
    }

    /** MQTT 3.1.1 sections 3.2.2.3 and 3.9.3: the return codes of CONNACK and SUBACK. */
    static String returnCodes(final int type) {
        return type == ControlPacketType.CONNACK ? "00 01 02 03 04 05" : "00 01 02 80";
    }

    /** Whether a table lists this byte. */
    static boolean lists(final String table, final int value) {
        return table.contains(HexFormat.of().withUpperCase().toHexDigits((byte) value));
    }

    static boolean isBoolean(final int propertyId) {
        return BOOLEANS.contains(propertyId);
    }

    /** Bytes of a property that is a number. */
    static int width(final int propertyId) {
        return switch (propertyId) {
            case PropertyId.MESSAGE_EXPIRY_INTERVAL,
                    PropertyId.SESSION_EXPIRY_INTERVAL,
                    PropertyId.WILL_DELAY_INTERVAL,
                    PropertyId.MAXIMUM_PACKET_SIZE ->
                    4;
            case PropertyId.SERVER_KEEP_ALIVE,
                    PropertyId.RECEIVE_MAXIMUM,
                    PropertyId.TOPIC_ALIAS_MAXIMUM,
                    PropertyId.TOPIC_ALIAS ->
                    2;
            default -> 1;
        };
    }
}
