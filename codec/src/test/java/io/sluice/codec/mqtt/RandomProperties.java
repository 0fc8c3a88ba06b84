package io.sluice.codec.mqtt;

import io.sluice.codec.wire.Slice;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;

/** Makes valid property lists up, in any order. */
final class RandomProperties {
    private final Random random;
    private final PropertyWriter writer = new PropertyWriter(new UnsafeBuffer(new byte[1 << 13]));

    RandomProperties(final Random random) {
        this.random = random;
    }

    /**
     * A list that this sender may send; null at times if it is empty.
     *
     * @param spoken whether the version has properties, so that the text is to tell of them
     */
    PropertyWriter write(
            final boolean spoken,
            final PacketText text,
            final long allowed,
            final PacketSender sender) {
        int userProperties = 0;
        int subscriptionIdentifiers = 0;
        for (final int id : ids(allowed, sender)) {
            final String line = add(id);
            if (spoken) {
                text.add(line);
            }
            userProperties += id == PropertyId.USER_PROPERTY ? 1 : 0;
            subscriptionIdentifiers += id == PropertyId.SUBSCRIPTION_IDENTIFIER ? 1 : 0;
        }
        text.add("user properties", spoken ? userProperties : 0);
        text.add("subscription identifiers", spoken ? subscriptionIdentifiers : 0);
        return writer.length() == 0 && random.nextBoolean() ? null : writer;
    }

    private List<Integer> ids(final long allowed, final PacketSender sender) {
        final List<Integer> ids = new ArrayList<>();
        final int density = random.nextInt(4);
        for (int id = 1; id <= PropertyId.MAX; id++) {
            if ((allowed & 1L << id) != 0 && random.nextInt(4) < density) {
                ids.add(id);
            }
        }
        if (ids.contains(PropertyId.USER_PROPERTY)) {
            ids.addAll(Collections.nCopies(random.nextInt(4), PropertyId.USER_PROPERTY));
        }
        final boolean publish = allowed == PropertyId.IN_PUBLISH;
        if (publish && sender == PacketSender.CLIENT) {
            ids.remove((Integer) PropertyId.SUBSCRIPTION_IDENTIFIER); // [MQTT-3.3.4-6]
        } else if (publish && ids.contains(PropertyId.SUBSCRIPTION_IDENTIFIER)) {
            ids.add(PropertyId.SUBSCRIPTION_IDENTIFIER);
        }
        final boolean auth = allowed == PropertyId.IN_AUTH;
        if ((auth || ids.contains(PropertyId.AUTHENTICATION_DATA))
                && !ids.contains(PropertyId.AUTHENTICATION_METHOD)) {
            ids.add(PropertyId.AUTHENTICATION_METHOD);
        }
        Collections.shuffle(ids, random);
        return ids;
    }

    /** Adds a property with a value made up, and returns the line that tells of it. */
    private String add(final int id) {
        if (id == PropertyId.USER_PROPERTY) {
            final Slice name = RandomPackets.string(random, 0, 20);
            final Slice value = RandomPackets.string(random, 0, 20);
            writer.addUserProperty(name, value);
            return PacketText.userProperty(name, value);
        }
        final int type = PropertyId.type(id);
        if (PropertyId.isBytes(id)) {
            final Slice value =
                    type == PropertyId.STRING
                            ? RandomPackets.string(random, 1, 40)
                            : RandomPackets.bytes(random, 40);
            writer.add(id, value);
            return PacketText.property(id, value);
        }
        final long value = number(type);
        writer.add(id, value);
        return PacketText.property(id, value);
    }

    private long number(final int type) {
        return switch (type) {
            case PropertyId.ONE_BYTE -> random.nextInt(2);
            case PropertyId.TWO_BYTE -> 1 + random.nextInt(0xFFFF);
            case PropertyId.FOUR_BYTE -> 1 + (random.nextInt() & 0x7FFF_FFFFL) * 2;
            default -> 1 + random.nextInt(VariableByteInteger.MAX);
        };
    }
}
