package io.sluice.fuzz.netty;

import io.sluice.codec.mqtt.ControlPacketType;
import io.sluice.codec.mqtt.MqttVersion;
import io.sluice.codec.mqtt.PacketSender;
import io.sluice.codec.mqtt.PropertyId;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/**
 * Takes a whole packet apart in the plainest way and finds all that is wrong with it: a reference
 * for the codec, of which it uses nothing but names. Used by the differential only.
 */
final class Anatomy {
    /** Netty reads no Will Topic that is longer. */
    private static final int WILL_TOPIC_BYTES = 32_767;

    private final Dissection packet;
    private final int first;
    private final int type;
    private final boolean v5;
    private final PacketSender sender;

    private Anatomy(final byte[] packet, final MqttVersion version, final PacketSender sender) {
        this.packet = new Dissection(packet);
        this.sender = sender;
        first = packet[0] & 0xFF;
        type = first >> 4;
        v5 = version == MqttVersion.V5;
    }

    /** Everything that holds for a packet. */
    static Set<Condition> of(
            final byte[] packet, final MqttVersion version, final PacketSender sender) {
        final Anatomy anatomy = new Anatomy(packet, version, sender);
        final Set<Condition> found = anatomy.packet.found();
        try {
            anatomy.walk();
        } catch (final Dissection.Cut e) {
            assert found.stream().anyMatch(Condition::isFault) : "cut without a fault";
        }
        return found;
    }

    private void walk() throws Dissection.Cut {
        packet.remainingLength();
        if (type == ControlPacketType.RESERVED) {
            throw packet.cut(Condition.RESERVED_TYPE);
        }
        final boolean one =
                type == ControlPacketType.PUBREL
                        || type == ControlPacketType.SUBSCRIBE
                        || type == ControlPacketType.UNSUBSCRIBE;
        if (type != ControlPacketType.PUBLISH && (first & 0x0F) != (one ? 2 : 0)) {
            throw packet.cut(Condition.FLAGS_RESERVED);
        }
        switch (type) {
            case ControlPacketType.CONNECT -> connect();
            case ControlPacketType.CONNACK -> connack();
            case ControlPacketType.PUBLISH -> publish();
            case ControlPacketType.SUBSCRIBE, ControlPacketType.UNSUBSCRIBE -> subscribe();
            case ControlPacketType.SUBACK, ControlPacketType.UNSUBACK -> suback();
            case ControlPacketType.PINGREQ, ControlPacketType.PINGRESP -> end();
            case ControlPacketType.DISCONNECT -> disconnect();
            case ControlPacketType.AUTH -> auth();
            default -> ack();
        }
    }

    private void end() {
        packet.note(!packet.isAtEnd(), Condition.BYTES_LEFT_OVER);
    }

    private void properties() throws Dissection.Cut {
        packet.properties(SpecTables.properties(type));
    }

    private void packetId() throws Dissection.Cut {
        packet.note(packet.number(2) == 0, Condition.PACKET_ID_ZERO);
    }

    private void reasonCode(final int code) {
        final boolean ofSender = SpecTables.lists(SpecTables.reasonCodes(type, sender), code);
        boolean allowed = false;
        for (final PacketSender each : PacketSender.values()) {
            allowed |= SpecTables.lists(SpecTables.reasonCodes(type, each), code);
        }
        packet.note(!allowed, Condition.REASON_CODE_NOT_ALLOWED);
        packet.note(allowed && !ofSender, Condition.REASON_CODE_NOT_OF_SENDER);
    }

    private void returnCode(final int code) {
        packet.note(
                !SpecTables.lists(SpecTables.returnCodes(type), code),
                Condition.REASON_CODE_NOT_ALLOWED);
    }

    private void connect() throws Dissection.Cut {
        final String name = new String(packet.field(), StandardCharsets.ISO_8859_1);
        final int level = packet.number(1);
        final boolean old = name.equals("MQIsdp") && level == 3;
        packet.note(old, Condition.VERSION_3_1);
        if (!old && !name.equals("MQTT")) {
            throw packet.cut(Condition.PROTOCOL_NAME_UNKNOWN);
        }
        if (!old && level != 4 && level != 5) {
            throw packet.cut(Condition.PROTOCOL_LEVEL_UNKNOWN);
        }
        final int flags = packet.number(1);
        packet.number(2); // any keep alive
        final boolean hasWill = (flags & 0x04) != 0;
        final boolean hasUserName = (flags & 0x80) != 0;
        final boolean hasPassword = (flags & 0x40) != 0;
        packet.note(!old && (flags & 0x01) != 0, Condition.CONNECT_FLAG_RESERVED);
        packet.note(!hasWill && (flags & 0x38) != 0, Condition.WILL_FLAGS_WITHOUT_WILL);
        packet.note((flags & 0x18) == 0x18, Condition.WILL_QOS_3);
        packet.note(
                level != 5 && hasPassword && !hasUserName, Condition.PASSWORD_WITHOUT_USER_NAME);
        if (level == 5) {
            properties();
            packet.note(
                    packet.has(PropertyId.AUTHENTICATION_DATA)
                            && !packet.has(PropertyId.AUTHENTICATION_METHOD),
                    Condition.AUTHENTICATION_DATA_ALONE);
        }
        final boolean anonymous = packet.string().isEmpty();
        if (hasWill) {
            will(level);
        }
        if (hasUserName) {
            packet.string();
        }
        if (hasPassword) {
            packet.field();
        }
        end();
        packet.note(
                level != 5 && anonymous && (flags & 0x02) == 0,
                Condition.CLIENT_ID_EMPTY_WITHOUT_CLEAN_SESSION);
    }

    private void will(final int level) throws Dissection.Cut {
        if (level == 5) {
            packet.properties(SpecTables.IN_WILL);
        }
        final String topic = packet.string();
        packet.note(topic.isEmpty(), Condition.WILL_TOPIC_EMPTY);
        packet.note(Dissection.hasWildcard(topic), Condition.WILL_TOPIC_WITH_WILDCARD);
        packet.note(
                topic.getBytes(StandardCharsets.UTF_8).length > WILL_TOPIC_BYTES,
                Condition.WILL_TOPIC_LONG);
        packet.field();
    }

    private void connack() throws Dissection.Cut {
        final int flags = packet.number(1);
        packet.note((flags & ~1) != 0, Condition.CONNACK_FLAG_RESERVED);
        final int code = packet.number(1);
        packet.note((flags & 1) != 0 && code != 0, Condition.SESSION_PRESENT_WITH_ERROR);
        if (v5) {
            reasonCode(code);
            properties();
        } else {
            returnCode(code);
        }
        end();
    }

    private void publish() throws Dissection.Cut {
        final int qos = first >> 1 & 3;
        packet.note(qos == 3, Condition.QOS_3);
        packet.note(qos == 0 && (first & 8) != 0, Condition.DUP_AT_QOS_0);
        final String topic = packet.string();
        packet.note(Dissection.hasWildcard(topic), Condition.TOPIC_WITH_WILDCARD);
        if (qos > 0) {
            packetId();
        }
        if (!v5) {
            packet.note(topic.isEmpty(), Condition.TOPIC_EMPTY);
            return;
        }
        properties();
        packet.note(
                topic.isEmpty() && !packet.has(PropertyId.TOPIC_ALIAS),
                Condition.TOPIC_EMPTY_WITHOUT_ALIAS);
        packet.note(
                sender == PacketSender.CLIENT && packet.has(PropertyId.SUBSCRIPTION_IDENTIFIER),
                Condition.SUBSCRIPTION_IDENTIFIER_FROM_CLIENT);
    }

    private void ack() throws Dissection.Cut {
        packetId();
        if (!v5) {
            packet.note(!packet.isAtEnd(), Condition.VERSION_5_FORM_IN_3_1_1);
            return;
        }
        if (!packet.isAtEnd()) {
            reasonCode(packet.number(1));
            if (!packet.isAtEnd()) {
                properties();
            }
        }
        end();
    }

    private void subscribe() throws Dissection.Cut {
        packetId();
        if (v5) {
            properties();
            packet.note(
                    packet.count(PropertyId.SUBSCRIPTION_IDENTIFIER) > 1,
                    Condition.PROPERTY_REPEATED);
        }
        packet.note(packet.isAtEnd(), Condition.NO_FILTER);
        while (!packet.isAtEnd()) {
            final String filter = packet.string();
            if (type == ControlPacketType.SUBSCRIBE) {
                options(packet.number(1), filter.startsWith("$share/"));
            }
        }
    }

    private void options(final int options, final boolean shared) {
        packet.note((options & (v5 ? 0xC0 : 0xFC)) != 0, Condition.OPTIONS_RESERVED);
        packet.note((options & 0x03) == 3, Condition.OPTIONS_QOS_3);
        packet.note(v5 && (options & 0x30) == 0x30, Condition.OPTIONS_RETAIN_HANDLING_3);
        packet.note(v5 && shared && (options & 0x04) != 0, Condition.NO_LOCAL_SHARED);
    }

    private void suback() throws Dissection.Cut {
        packetId();
        if (v5) {
            properties();
        } else if (type == ControlPacketType.UNSUBACK) {
            packet.note(!packet.isAtEnd(), Condition.VERSION_5_FORM_IN_3_1_1);
            return;
        }
        packet.note(packet.isAtEnd(), Condition.NO_REASON_CODE);
        while (!packet.isAtEnd()) {
            final int code = packet.number(1);
            if (v5) {
                reasonCode(code);
            } else {
                returnCode(code);
            }
        }
    }

    private void disconnect() throws Dissection.Cut {
        if (!v5) {
            packet.note(sender == PacketSender.SERVER, Condition.DISCONNECT_FROM_SERVER_IN_3_1_1);
            packet.note(!packet.isAtEnd(), Condition.VERSION_5_FORM_IN_3_1_1);
            return;
        }
        if (!packet.isAtEnd()) {
            reasonCode(packet.number(1));
            if (!packet.isAtEnd()) {
                properties();
                packet.note(
                        sender == PacketSender.SERVER
                                && packet.has(PropertyId.SESSION_EXPIRY_INTERVAL),
                        Condition.SESSION_EXPIRY_FROM_SERVER);
            }
        }
        end();
    }

    private void auth() throws Dissection.Cut {
        if (!v5) {
            throw packet.cut(Condition.AUTH_IN_3_1_1);
        }
        if (packet.isAtEnd()) {
            reasonCode(0);
            return;
        }
        reasonCode(packet.number(1));
        if (packet.isAtEnd()) {
            throw packet.cut(Condition.PROPERTY_LENGTH_MISSING);
        }
        properties();
        packet.note(
                !packet.has(PropertyId.AUTHENTICATION_METHOD),
                Condition.AUTHENTICATION_METHOD_MISSING);
        end();
    }
}
