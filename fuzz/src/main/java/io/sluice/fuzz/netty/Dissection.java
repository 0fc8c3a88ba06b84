package io.sluice.fuzz.netty;

import io.sluice.codec.mqtt.PropertyId;
import io.sluice.fuzz.packet.PropertyForm;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Reads the fields of one packet in the plainest way, and notes all that is wrong with them. Slow,
 * allocates. Owned by an {@link Anatomy}.
 */
final class Dissection {
    /** Ends the walk where nothing that follows can be told apart. */
    static final class Cut extends Exception {
        private static final long serialVersionUID = 1L;

        Cut() {
            super(null, null, false, false);
        }
    }

    private final EnumSet<Condition> found = EnumSet.noneOf(Condition.class);
    private final Map<Integer, Integer> seen = new HashMap<>();
    private final byte[] packet;
    private int position = 1;
    private int limit;

    Dissection(final byte[] packet) {
        this.packet = packet;
        limit = packet.length;
    }

    Set<Condition> found() {
        return found;
    }

    void note(final boolean holds, final Condition condition) {
        if (holds) {
            found.add(condition);
        }
    }

    Cut cut(final Condition condition) {
        found.add(condition);
        return new Cut();
    }

    boolean isAtEnd() {
        return position == limit;
    }

    /** How often the last property list has this property. */
    int count(final int propertyId) {
        return seen.getOrDefault(propertyId, 0);
    }

    boolean has(final int propertyId) {
        return count(propertyId) > 0;
    }

    /** A field of the packet. */
    int number(final int width) throws Cut {
        return (int) number(width, Condition.FIELD_PAST_PACKET);
    }

    String string() throws Cut {
        return string(Condition.FIELD_PAST_PACKET);
    }

    byte[] field() throws Cut {
        return field(Condition.FIELD_PAST_PACKET);
    }

    void remainingLength() throws Cut {
        integer(
                Condition.FIELD_PAST_PACKET,
                Condition.REMAINING_LENGTH_TOO_LONG,
                Condition.REMAINING_LENGTH_NOT_SHORTEST);
    }

    /**
     * A property list.
     *
     * @param allowed the identifiers that it may have
     */
    void properties(final String allowed) throws Cut {
        final int lengthOffset = position;
        final long length =
                integer(
                        Condition.FIELD_PAST_PACKET,
                        Condition.PROPERTY_LENGTH_TOO_LONG,
                        Condition.PROPERTY_LENGTH_NOT_SHORTEST);
        final int lengthBytes = position - lengthOffset;
        if (length > limit - position) {
            throw cut(Condition.PROPERTIES_PAST_PACKET);
        }
        final int packetLimit = limit;
        limit = position + (int) length;
        seen.clear();
        while (position < limit) {
            note(limit - position <= lengthBytes, Condition.PROPERTIES_AS_SHORT_AS_THEIR_LENGTH);
            property(allowed);
        }
        limit = packetLimit;
    }

    private void property(final String allowed) throws Cut {
        final int id =
                (int)
                        integer(
                                Condition.PROPERTY_PAST_LIST,
                                Condition.PROPERTY_ID_TOO_LONG,
                                Condition.PROPERTY_ID_NOT_SHORTEST);
        final PropertyForm form = PropertyForm.of(id);
        if (form == PropertyForm.ABSENT) {
            throw cut(Condition.PROPERTY_UNKNOWN);
        }
        note(!SpecTables.lists(allowed, id), Condition.PROPERTY_NOT_ALLOWED);
        final boolean repeated = seen.merge(id, 1, Integer::sum) > 1;
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
        final long value = number(SpecTables.width(id), Condition.PROPERTY_PAST_LIST);
        note(SpecTables.isBoolean(id) && value > 1, Condition.PROPERTY_NOT_BOOLEAN);
        if (value == 0) {
            note(id == PropertyId.TOPIC_ALIAS, Condition.TOPIC_ALIAS_ZERO);
            note(id == PropertyId.RECEIVE_MAXIMUM, Condition.RECEIVE_MAXIMUM_ZERO);
            note(id == PropertyId.MAXIMUM_PACKET_SIZE, Condition.MAXIMUM_PACKET_SIZE_ZERO);
        }
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

    static boolean hasWildcard(final String topic) {
        return topic.contains("+") || topic.contains("#");
    }

    private long number(final int width, final Condition past) throws Cut {
        if (limit - position < width) {
            throw cut(past);
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
        throw cut(tooLong);
    }

    private byte[] field(final Condition past) throws Cut {
        final int length = (int) number(2, past);
        if (length > limit - position) {
            throw cut(past);
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
