package io.sluice.codec.mqtt;

/** The control packet types, by the high half of the first byte (MQTT 5.0 section 2.1.2). */
public final class ControlPacketType {
    public static final int RESERVED = 0;
    public static final int CONNECT = 1;
    public static final int CONNACK = 2;
    public static final int PUBLISH = 3;
    public static final int PUBACK = 4;
    public static final int PUBREC = 5;
    public static final int PUBREL = 6;
    public static final int PUBCOMP = 7;
    public static final int SUBSCRIBE = 8;
    public static final int SUBACK = 9;
    public static final int UNSUBSCRIBE = 10;
    public static final int UNSUBACK = 11;
    public static final int PINGREQ = 12;
    public static final int PINGRESP = 13;
    public static final int DISCONNECT = 14;
    public static final int AUTH = 15;

    private static final String[] NAMES = {
        "RESERVED", "CONNECT", "CONNACK", "PUBLISH", "PUBACK", "PUBREC", "PUBREL", "PUBCOMP",
        "SUBSCRIBE", "SUBACK", "UNSUBSCRIBE", "UNSUBACK", "PINGREQ", "PINGRESP", "DISCONNECT",
                "AUTH"
    };

    private ControlPacketType() {}

    /** The type that a packet's first byte names. */
    public static int of(final byte first) {
        return (first & 0xF0) >>> 4;
    }

    /** The first byte of a packet of this type: the flags are fixed for all but PUBLISH. */
    static int firstByte(final int type) {
        return type << 4 | (type == PUBREL || type == SUBSCRIBE || type == UNSUBSCRIBE ? 2 : 0);
    }

    /**
     * Whether this end may send packets of the type at all (MQTT 5.0 section 2.1.2); AUTH only in
     * MQTT 5, and there from both.
     */
    public static boolean maySend(final PacketSender sender, final int type) {
        return switch (type) {
            case RESERVED -> false;
            case CONNECT, SUBSCRIBE, UNSUBSCRIBE, PINGREQ -> sender == PacketSender.CLIENT;
            case CONNACK, SUBACK, UNSUBACK, PINGRESP -> sender == PacketSender.SERVER;
            default -> true;
        };
    }

    public static String name(final int type) {
        return NAMES[type];
    }
}
