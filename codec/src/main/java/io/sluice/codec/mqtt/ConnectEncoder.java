package io.sluice.codec.mqtt;

import static java.nio.ByteOrder.BIG_ENDIAN;

import io.sluice.codec.wire.Slice;
import org.agrona.MutableDirectBuffer;

/**
 * Writes CONNECT (MQTT 5.0 section 3.1); one per loop. Filled in, then encoded once or more; {@link
 * #reset} before the next packet.
 */
public final class ConnectEncoder implements PacketEncoder {
    private static final int PROTOCOL_NAME = 'M' << 24 | 'Q' << 16 | 'T' << 8 | 'T';

    private final Slice clientId = new Slice();
    private final Slice willTopic = new Slice();
    private final Slice willPayload = new Slice();
    private final Slice userName = new Slice();
    private final Slice password = new Slice();
    private PropertyWriter properties;
    private PropertyWriter willProperties;
    private int flags;
    private int keepAlive;

    /** An empty client id, no flag, no keep alive, no will, no user name, no properties. */
    public ConnectEncoder reset() {
        clientId.clear();
        willTopic.clear();
        willPayload.clear();
        userName.clear();
        password.clear();
        properties = null;
        willProperties = null;
        flags = 0;
        keepAlive = 0;
        return this;
    }

    public ConnectEncoder clientId(final Slice clientId) {
        this.clientId.wrap(clientId);
        return this;
    }

    /** Clean Start; Clean Session in 3.1.1. */
    public ConnectEncoder cleanStart(final boolean cleanStart) {
        flags = flags & ~ConnectDecoder.CLEAN_START | (cleanStart ? ConnectDecoder.CLEAN_START : 0);
        return this;
    }

    /** The Keep Alive in seconds, 0 for none. */
    public ConnectEncoder keepAlive(final int keepAlive) {
        assert keepAlive >= 0 && keepAlive <= 0xFFFF;
        this.keepAlive = keepAlive;
        return this;
    }

    /** The properties of the packet; null for none, and 3.1.1 leaves them out. */
    public ConnectEncoder properties(final PropertyWriter properties) {
        assert PropertyWriter.isAllowed(properties, PropertyId.IN_CONNECT);
        this.properties = properties;
        return this;
    }

    /** A will, with its QoS and retain flag. */
    public ConnectEncoder will(
            final Slice topic, final Slice payload, final int qos, final boolean retain) {
        assert qos >= 0 && qos <= 2; // [MQTT-3.1.2-12]
        assert TopicName.check(topic.buffer(), topic.offset(), topic.length())
                == ReasonCode.SUCCESS;
        willTopic.wrap(topic);
        willPayload.wrap(payload);
        flags &= ~(ConnectDecoder.WILL_QOS | ConnectDecoder.WILL_RETAIN);
        flags |= ConnectDecoder.WILL | qos << 3 | (retain ? ConnectDecoder.WILL_RETAIN : 0);
        return this;
    }

    /** The will's properties; null for none, and 3.1.1 leaves them out. */
    public ConnectEncoder willProperties(final PropertyWriter willProperties) {
        assert PropertyWriter.isAllowed(willProperties, PropertyId.IN_WILL);
        this.willProperties = willProperties;
        return this;
    }

    public ConnectEncoder userName(final Slice userName) {
        this.userName.wrap(userName);
        flags |= ConnectDecoder.USER_NAME;
        return this;
    }

    public ConnectEncoder password(final Slice password) {
        this.password.wrap(password);
        flags |= ConnectDecoder.PASSWORD;
        return this;
    }

    @Override
    public int encodedLength(final MqttVersion version) {
        return FieldWriter.packetLength(remainingLength(version));
    }

    @Override
    public int encode(
            final MutableDirectBuffer buffer, final int offset, final MqttVersion version) {
        assert isAllowed(version);
        final boolean v5 = version == MqttVersion.V5;
        final int first = ControlPacketType.firstByte(ControlPacketType.CONNECT);
        int at = FieldWriter.fixedHeader(buffer, offset, first, remainingLength(version));
        at = FieldWriter.unsignedShort(buffer, at, Integer.BYTES);
        buffer.putInt(at, PROTOCOL_NAME, BIG_ENDIAN);
        at += Integer.BYTES;
        buffer.putByte(at, (byte) version.level());
        buffer.putByte(at + 1, (byte) flags);
        at = FieldWriter.unsignedShort(buffer, at + 2, keepAlive);
        if (v5) {
            at = FieldWriter.properties(buffer, at, properties);
        }
        at = FieldWriter.field(buffer, at, clientId);
        if (has(ConnectDecoder.WILL)) {
            if (v5) {
                at = FieldWriter.properties(buffer, at, willProperties);
            }
            at = FieldWriter.field(buffer, at, willTopic);
            at = FieldWriter.field(buffer, at, willPayload);
        }
        if (has(ConnectDecoder.USER_NAME)) {
            at = FieldWriter.field(buffer, at, userName);
        }
        if (has(ConnectDecoder.PASSWORD)) {
            at = FieldWriter.field(buffer, at, password);
        }
        return at - offset;
    }

    /**
     * Whether 3.1.1 allows it: there a password needs a user name, no client id a clean session.
     */
    private boolean isAllowed(final MqttVersion version) {
        return version == MqttVersion.V5
                || (!has(ConnectDecoder.PASSWORD) || has(ConnectDecoder.USER_NAME))
                        && (!clientId.isEmpty() || has(ConnectDecoder.CLEAN_START));
    }

    private int remainingLength(final MqttVersion version) {
        final boolean v5 = version == MqttVersion.V5;
        int remaining = 10 + 2 + clientId.length();
        if (v5) {
            remaining += FieldWriter.propertiesLength(properties);
        }
        if (has(ConnectDecoder.WILL)) {
            remaining += 2 + willTopic.length() + 2 + willPayload.length();
            remaining += v5 ? FieldWriter.propertiesLength(willProperties) : 0;
        }
        if (has(ConnectDecoder.USER_NAME)) {
            remaining += 2 + userName.length();
        }
        if (has(ConnectDecoder.PASSWORD)) {
            remaining += 2 + password.length();
        }
        return remaining;
    }

    private boolean has(final int flag) {
        return (flags & flag) != 0;
    }
}
