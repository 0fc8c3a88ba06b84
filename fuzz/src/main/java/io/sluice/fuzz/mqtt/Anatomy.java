package io.sluice.fuzz.mqtt;

import io.sluice.codec.mqtt.ControlPacketType;
import io.sluice.codec.mqtt.MqttVersion;
import io.sluice.codec.mqtt.PacketSender;
import io.sluice.codec.mqtt.PropertyId;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;

/**
 * Takes a whole packet apart in the plainest way and notes all that is wrong with it: a reference
 * for the codec, of which it uses nothing but names. Slow, allocates, used by the differential
 * only.
 */
final class Anatomy {
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

    private static final Set<Integer> IN_PUBLISH =
            Set.of(
                    PropertyId.PAYLOAD_FORMAT_INDICATOR,
                    PropertyId.MESSAGE_EXPIRY_INTERVAL,
                    PropertyId.TOPIC_ALIAS,
                    PropertyId.RESPONSE_TOPIC,
                    PropertyId.CORRELATION_DATA,
                    PropertyId.USER_PROPERTY,
                    PropertyId.SUBSCRIPTION_IDENTIFIER,
                    PropertyId.CONTENT_TYPE);

    /** Ends the walk where nothing that follows can be told apart. */
    private static final class Cut extends Exception {
        private static final long serialVersionUID = 1L;

        Cut() {
            super(null, null, false, false);
        }
    }

    private final EnumSet<Condition> found = EnumSet.noneOf(Condition.class);
    private final byte[] packet;
    private final MqttVersion version;
    private final PacketSender sender;
    private final Set<Integer> seen = new HashSet<>();
    private int position;
    private int limit;

    private Anatomy(final byte[] packet, final MqttVersion version, final PacketSender sender) {
        this.packet = packet;
        this.version = version;
        this.sender = sender;
        limit = packet.length;
    }

    /** Everything that holds for a packet. */
    static Set<Condition> of(
            final byte[] packet, final MqttVersion version, final PacketSender sender) {
        final Anatomy anatomy = new Anatomy(packet, version, sender);
        try {
            anatomy.walk();
        } catch (final Cut e) {
            assert anatomy.isFaulty() : "cut without a fault";
        }
        return anatomy.found;
    }

    private boolean isFaulty() {
        return found.stream().anyMatch(Condition::isFault);
    }

    private void walk() throws Cut {
        position = 1;
        integer(
                Condition.FIELD_PAST_PACKET,
                Condition.REMAINING_LENGTH_TOO_LONG,
                Condition.REMAINING_LENGTH_NOT_SHORTEST);
        switch (ControlPacketType.of(packet[0])) {
            case ControlPacketType.RESERVED -> found.add(Condition.RESERVED_TYPE);
            case ControlPacketType.PUBLISH -> publish();
            default -> throw new AssertionError("no anatomy of this type");
        }
    }

    private void publish() throws Cut {
        final int qos = packet[0] >> 1 & 3;
        note(qos == 3, Condition.QOS_3);
        note(qos == 0 && (packet[0] & 8) != 0, Condition.DUP_AT_QOS_0);
        final String topic = string(Condition.FIELD_PAST_PACKET);
        note(hasWildcard(topic), Condition.TOPIC_WITH_WILDCARD);
        if (qos > 0) {
            note(number(2, Condition.FIELD_PAST_PACKET) == 0, Condition.PACKET_ID_ZERO);
        }
        if (version == MqttVersion.V3_1_1) {
            note(topic.isEmpty(), Condition.TOPIC_EMPTY);
            return;
        }
        properties(IN_PUBLISH);
        note(
                topic.isEmpty() && !seen.contains(PropertyId.TOPIC_ALIAS),
                Condition.TOPIC_EMPTY_WITHOUT_ALIAS);
        note(
                sender == PacketSender.CLIENT && seen.contains(PropertyId.SUBSCRIPTION_IDENTIFIER),
                Condition.SUBSCRIPTION_IDENTIFIER_FROM_CLIENT);
    }

    private void properties(final Set<Integer> allowed) throws Cut {
        final int lengthOffset = position;
        final long length =
                integer(
                        Condition.FIELD_PAST_PACKET,
                        Condition.PROPERTY_LENGTH_TOO_LONG,
                        Condition.PROPERTY_LENGTH_NOT_SHORTEST);
        final int lengthBytes = position - lengthOffset;
        if (length > limit - position) {
            found.add(Condition.PROPERTIES_PAST_PACKET);
            throw new Cut();
        }
        final int packetLimit = limit;
        limit = position + (int) length;
        while (position < limit) {
            note(limit - position <= lengthBytes, Condition.PROPERTIES_AS_SHORT_AS_THEIR_LENGTH);
            property(allowed);
        }
        limit = packetLimit;
    }

    private void property(final Set<Integer> allowed) throws Cut {
        final int id =
                (int)
                        integer(
                                Condition.PROPERTY_PAST_LIST,
                                Condition.PROPERTY_ID_TOO_LONG,
                                Condition.PROPERTY_ID_NOT_SHORTEST);
        final PropertyTelling.Form form = PropertyTelling.form(id);
        if (form == PropertyTelling.Form.ABSENT) {
            found.add(Condition.PROPERTY_UNKNOWN);
            throw new Cut();
        }
        note(!allowed.contains(id), Condition.PROPERTY_NOT_ALLOWED);
        final boolean repeated = !seen.add(id);
        switch (form) {
            case NUMBER -> numeric(id, repeated);
            case VARIABLE -> {
                final long value =
                        integer(
                                Condition.PROPERTY_PAST_LIST,
                                Condition.PROPERTY_INTEGER_TOO_LONG,
                                Condition.PROPERTY_INTEGER_NOT_SHORTEST);
                note(value == 0, Condition.SUBSCRIPTION_IDENTIFIER_ZERO);
            }
            case BYTES -> bytes(id, repeated);
            case PAIR -> {
                string(Condition.PROPERTY_PAST_LIST);
                string(Condition.PROPERTY_PAST_LIST);
            }
            case ABSENT -> throw new AssertionError("seen above");
        }
    }

    private void numeric(final int id, final boolean repeated) throws Cut {
        note(repeated, Condition.PROPERTY_REPEATED);
        final long value = number(width(id), Condition.PROPERTY_PAST_LIST);
        note(BOOLEANS.contains(id) && value > 1, Condition.PROPERTY_NOT_BOOLEAN);
        note(id == PropertyId.TOPIC_ALIAS && value == 0, Condition.TOPIC_ALIAS_ZERO);
    }

    private void bytes(final int id, final boolean repeated) throws Cut {
        note(repeated, Condition.PROPERTY_REPEATED);
        if (id == PropertyId.CORRELATION_DATA || id == PropertyId.AUTHENTICATION_DATA) {
            field(Condition.PROPERTY_PAST_LIST);
            return;
        }
        final String value = string(Condition.PROPERTY_PAST_LIST);
        if (id == PropertyId.RESPONSE_TOPIC) {
            note(hasWildcard(value), Condition.RESPONSE_TOPIC_WITH_WILDCARD);
            note(value.isEmpty(), Condition.RESPONSE_TOPIC_EMPTY);
        }
    }

    private static int width(final int id) {
        return switch (id) {
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

    private static boolean hasWildcard(final String topic) {
        return topic.contains("+") || topic.contains("#");
    }

    private void note(final boolean holds, final Condition condition) {
        if (holds) {
            found.add(condition);
        }
    }

    private long number(final int width, final Condition past) throws Cut {
        if (limit - position < width) {
            found.add(past);
            throw new Cut();
        }
        long value = 0;
        for (int i = 0; i < width; i++) {
            value = value << 8 | packet[position++] & 0xFF;
        }
        return value;
    }

    private long integer(final Condition past, final Condition tooLong, final Condition notShortest)
            throws Cut {
        long value = 0;
        for (int i = 0; i < 4; i++) {
            final long digit = number(1, past);
            value += (digit & 0x7F) << 7 * i;
            if (digit < 0x80) {
                note(i > 0 && digit == 0, notShortest);
                return value;
            }
        }
        found.add(tooLong);
        throw new Cut();
    }

    private byte[] field(final Condition past) throws Cut {
        final int length = (int) number(2, past);
        if (length > limit - position) {
            found.add(past);
            throw new Cut();
        }
        final byte[] field = new byte[length];
        System.arraycopy(packet, position, field, 0, length);
        position += length;
        return field;
    }

    private String string(final Condition past) throws Cut {
        final byte[] field = field(past);
        try {
            final String text =
                    StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(field)).toString();
            note(text.indexOf('\0') >= 0, Condition.STRING_WITH_NUL);
            return text;
        } catch (final CharacterCodingException e) {
            found.add(Condition.STRING_NOT_UTF8);
            return new String(field, StandardCharsets.UTF_8);
        }
    }
}
