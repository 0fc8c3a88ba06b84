package io.sluice.codec.mqtt;

import io.sluice.codec.wire.Slice;
import io.sluice.codec.wire.Utf8;
import org.agrona.DirectBuffer;

/**
 * Reads CONNECT (MQTT 5.0 section 3.1, MQTT 3.1.1 section 3.1); one per loop. The packet itself
 * names its version, so {@link #wrap} takes none.
 *
 * <pre>
 *  +----+--------+----------+-------+-------+------------+------------+-----------
 *  | 10 | length | 0 4 MQTT | level | flags | keep alive | properties | client id
 *  +----+--------+----------+-------+-------+------------+------------+-----------
 *                                                            MQTT 5
 *      -+-----------------+------------+--------------+-----------+----------+
 *       | will properties | will topic | will payload | user name | password |
 *      -+-----------------+------------+--------------+-----------+----------+
 *         MQTT 5             each there if its flag says so
 *
 *   7           6          5             4 3        2           1             0
 *  +-----------+----------+-------------+----------+-----------+-------------+----------+
 *  | user name | password | will retain | will QoS | will flag | clean start | reserved |
 *  +-----------+----------+-------------+----------+-----------+-------------+----------+
 * </pre>
 */
public final class ConnectDecoder {
    static final int CLEAN_START = 0x02;
    static final int WILL = 0x04;
    static final int WILL_QOS = 0x18;
    static final int WILL_RETAIN = 0x20;
    static final int PASSWORD = 0x40;
    static final int USER_NAME = 0x80;

    private static final int BRIDGE = 0x80; // a convention of mosquitto, not of the standard
    private static final byte[] PROTOCOL_NAME = {'M', 'Q', 'T', 'T'};

    private final PropertyList properties = new PropertyList();
    private final PropertyList willProperties = new PropertyList();
    private final Slice clientId = new Slice();
    private final Slice willTopic = new Slice();
    private final Slice willPayload = new Slice();
    private final Slice userName = new Slice();
    private final Slice password = new Slice();

    private DirectBuffer buffer;
    private int limit;
    private int protocolLevel;
    private int flags;
    private int keepAlive;

    // Each points at the two bytes of length in front of the field; read only if its flag is set.
    private int clientIdOffset;
    private int willTopicOffset;
    private int willPayloadOffset;
    private int userNameOffset;
    private int passwordOffset;

    /**
     * Checks everything that can be checked on this one packet.
     *
     * @return {@link ReasonCode#SUCCESS}, or the reason code that the peer must get; {@link
     *     #version()} is the one to answer in, whatever this says
     */
    public int wrap(final DirectBuffer buffer, final int offset, final int length) {
        protocolLevel = 0;
        final int first = ControlPacketType.firstByte(ControlPacketType.CONNECT);
        final int body = FieldReader.bodyOffset(buffer, offset, length, first);
        if (body == FieldReader.CUT) {
            return ReasonCode.MALFORMED_PACKET; // [MQTT-2.1.3-1]
        }
        this.buffer = buffer;
        limit = offset + length;
        final int nameEnd = FieldReader.end(buffer, body, limit);
        if (nameEnd == FieldReader.CUT) {
            return ReasonCode.MALFORMED_PACKET;
        }
        if (nameEnd < limit) {
            protocolLevel = buffer.getByte(nameEnd) & 0xFF;
        }
        if (!isProtocolName(body + 2, nameEnd)) {
            return ReasonCode.UNSUPPORTED_PROTOCOL_VERSION; // [MQTT-3.1.2-1]
        }
        if (limit - nameEnd < 4) {
            return ReasonCode.MALFORMED_PACKET; // no room for level, flags and keep alive
        }
        if (MqttVersion.of(protocolLevel) == null) {
            return ReasonCode.UNSUPPORTED_PROTOCOL_VERSION; // [MQTT-3.1.2-2]
        }
        flags = buffer.getByte(nameEnd + 1) & 0xFF;
        keepAlive = FieldReader.unsignedShort(buffer, nameEnd + 2);
        final int reason = checkFlags();
        return reason == ReasonCode.SUCCESS ? wrapProperties(nameEnd + 4) : reason;
    }

    private boolean isProtocolName(final int offset, final int end) {
        if (end - offset != PROTOCOL_NAME.length) {
            return false;
        }
        for (int i = 0; i < PROTOCOL_NAME.length; i++) {
            if (buffer.getByte(offset + i) != PROTOCOL_NAME[i]) {
                return false;
            }
        }
        return true;
    }

    private int checkFlags() {
        if ((flags & 1) != 0) {
            return ReasonCode.MALFORMED_PACKET; // [MQTT-3.1.2-3]
        }
        if (!hasWill() && (flags & (WILL_QOS | WILL_RETAIN)) != 0) {
            return ReasonCode.MALFORMED_PACKET; // [MQTT-3.1.2-11] [MQTT-3.1.2-13]
        }
        if (willQos() == 3) {
            return ReasonCode.MALFORMED_PACKET; // [MQTT-3.1.2-12]
        }
        if (version() == MqttVersion.V3_1_1 && hasPassword() && !hasUserName()) {
            return ReasonCode.MALFORMED_PACKET; // MQTT 3.1.1 [MQTT-3.1.2-22]
        }
        return ReasonCode.SUCCESS;
    }

    private int wrapProperties(final int offset) {
        if (version() == MqttVersion.V3_1_1) {
            properties.clear(buffer, offset);
            return wrapPayload(offset);
        }
        final int reason = properties.wrap(buffer, offset, limit, PropertyId.IN_CONNECT);
        if (reason != ReasonCode.SUCCESS) {
            return reason;
        }
        if (properties.hasAuthenticationDataAlone()) {
            return ReasonCode.PROTOCOL_ERROR; // section 3.1.2.11.10
        }
        return wrapPayload(properties.limit());
    }

    /** The fields of the payload, in the order that [MQTT-3.1.3-1] gives them. */
    private int wrapPayload(final int offset) {
        clientIdOffset = offset;
        int position = stringEnd(offset);
        if (position == FieldReader.CUT) {
            return ReasonCode.MALFORMED_PACKET; // [MQTT-3.1.3-3] [MQTT-3.1.3-4]
        }
        willProperties.clear(buffer, position);
        if (hasWill()) {
            final int reason = wrapWill(position);
            if (reason != ReasonCode.SUCCESS) {
                return reason;
            }
            position = FieldReader.end(buffer, willPayloadOffset, limit);
        }
        if (hasUserName()) {
            userNameOffset = position;
            position = stringEnd(position);
            if (position == FieldReader.CUT) {
                return ReasonCode.MALFORMED_PACKET; // [MQTT-3.1.2-17] [MQTT-3.1.3-12]
            }
        }
        if (hasPassword()) {
            passwordOffset = position;
            position = FieldReader.end(buffer, position, limit); // [MQTT-3.1.2-19]
        }
        if (position != limit) { // too long, or a password that is cut
            return ReasonCode.MALFORMED_PACKET; // [MQTT-3.1.2-16] [MQTT-3.1.2-18] [MQTT-3.1.4-1]
        }
        if (version() == MqttVersion.V3_1_1 && clientId().isEmpty() && !cleanStart()) {
            return ReasonCode.CLIENT_IDENTIFIER_NOT_VALID; // MQTT 3.1.1 [MQTT-3.1.3-8]
        }
        return ReasonCode.SUCCESS;
    }

    /** The will's properties, topic and payload. [MQTT-3.1.2-9] */
    private int wrapWill(final int offset) {
        willTopicOffset = offset;
        if (version() == MqttVersion.V5) {
            final int reason = willProperties.wrap(buffer, offset, limit, PropertyId.IN_WILL);
            if (reason != ReasonCode.SUCCESS) {
                return reason;
            }
            willTopicOffset = willProperties.limit();
        }
        willPayloadOffset = FieldReader.end(buffer, willTopicOffset, limit);
        if (willPayloadOffset == FieldReader.CUT
                || FieldReader.end(buffer, willPayloadOffset, limit) == FieldReader.CUT) {
            return ReasonCode.MALFORMED_PACKET;
        }
        final int topicOffset = willTopicOffset + 2;
        return TopicName.check(
                buffer, topicOffset, willPayloadOffset - topicOffset); // [MQTT-3.1.3-11]
    }

    /**
     * Where an MQTT string with its length in front ends, or {@link FieldReader#CUT}. A byte order
     * mark in it is a character like any other. [MQTT-1.5.4-3]
     */
    private int stringEnd(final int offset) {
        final int end = FieldReader.end(buffer, offset, limit);
        return end != FieldReader.CUT && Utf8.isMqttString(buffer, offset + 2, end - offset - 2)
                ? end
                : FieldReader.CUT;
    }

    /** The version byte as it was sent, 0 where the packet ends before it. */
    public int protocolLevel() {
        return protocolLevel;
    }

    /**
     * The packet's version; for a level that is not spoken here the one to refuse it in: 3.1.1 for
     * older ones, whose CONNACK has the same form, and 5 for later ones. A bridge of mosquitto sets
     * the highest bit and, refused in a form that it can read, comes back without it.
     */
    public MqttVersion version() {
        return (protocolLevel & ~BRIDGE) < MqttVersion.V5.level()
                ? MqttVersion.V3_1_1
                : MqttVersion.V5;
    }

    /** Clean Start; Clean Session in 3.1.1. */
    public boolean cleanStart() {
        return (flags & CLEAN_START) != 0;
    }

    public boolean hasWill() {
        return (flags & WILL) != 0;
    }

    public int willQos() {
        return (flags & WILL_QOS) >> 3;
    }

    public boolean willRetain() {
        return (flags & WILL_RETAIN) != 0;
    }

    public boolean hasUserName() {
        return (flags & USER_NAME) != 0;
    }

    public boolean hasPassword() {
        return (flags & PASSWORD) != 0;
    }

    /** The Keep Alive in seconds, 0 for none. */
    public int keepAlive() {
        return keepAlive;
    }

    public PropertyList properties() {
        return properties;
    }

    /** The Client Identifier; empty where the server is to assign one. */
    public Slice clientId() {
        return field(clientId, clientIdOffset);
    }

    /** The will's properties, empty where there is no will. */
    public PropertyList willProperties() {
        return willProperties;
    }

    /** The Will Topic, empty where there is no will. */
    public Slice willTopic() {
        return hasWill() ? field(willTopic, willTopicOffset) : willTopic.clear();
    }

    /** The Will Payload, empty where there is no will. */
    public Slice willPayload() {
        return hasWill() ? field(willPayload, willPayloadOffset) : willPayload.clear();
    }

    /** The User Name; {@link #hasUserName()} tells an empty one from none. */
    public Slice userName() {
        return hasUserName() ? field(userName, userNameOffset) : userName.clear();
    }

    /** The Password; {@link #hasPassword()} tells an empty one from none. */
    public Slice password() {
        return hasPassword() ? field(password, passwordOffset) : password.clear();
    }

    private Slice field(final Slice slice, final int offset) {
        return slice.wrap(buffer, offset + 2, FieldReader.unsignedShort(buffer, offset));
    }
}
