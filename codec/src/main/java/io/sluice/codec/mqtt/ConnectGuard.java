package io.sluice.codec.mqtt;

import org.agrona.DirectBuffer;

/**
 * Judges a whole CONNECT by its raw bytes before any decoder sees it: its own properties, and its
 * will, which is a PUBLISH to come that no {@link PublishGuard} will see; one per loop and set of
 * caps. Nothing is cut: a CONNECT that breaks a cap is to be refused.
 *
 * <pre>
 *  | 10 | length | name | level | flags | keep alive | properties | client id |
 *                                                      judged
 *         | will properties | will topic | will payload | user name | password |
 *           judged            judged       judged
 * </pre>
 */
public final class ConnectGuard {
    private final PublishCaps willCaps;
    private final PropertyGuard properties;
    private final PropertyGuard willProperties;

    public ConnectGuard(final ConnectCaps caps) {
        willCaps = caps.will();
        properties = new PropertyGuard(caps.propertyBytesMax(), caps.userPropertiesMax());
        willProperties = new PropertyGuard(willCaps);
    }

    /**
     * The first cap that the packet breaks, in the order of its bytes; {@link IngressCap#NONE} also
     * for what is malformed or of a version not spoken here, and the decoder's to refuse. The
     * packet names its version itself.
     */
    public IngressCap inspect(final DirectBuffer buffer, final int offset, final int length) {
        final int limit = offset + length;
        final int body = FieldReader.bodyOffset(buffer, offset, length);
        final int nameEnd = body == FieldReader.CUT ? body : FieldReader.end(buffer, body, limit);
        if (nameEnd == FieldReader.CUT || limit - nameEnd < 4) {
            return IngressCap.NONE;
        }
        assert ControlPacketType.of(buffer.getByte(offset)) == ControlPacketType.CONNECT;
        final MqttVersion version = MqttVersion.of(buffer.getByte(nameEnd) & 0xFF);
        if (version == null) {
            return IngressCap.NONE;
        }
        int clientId = nameEnd + 4;
        if (version == MqttVersion.V5) {
            final IngressCap broken = properties.inspect(buffer, clientId, limit);
            clientId = properties.limit();
            if (broken != IngressCap.NONE || clientId == FieldReader.CUT) {
                return broken;
            }
        }
        final int will = FieldReader.end(buffer, clientId, limit);
        final boolean hasWill = (buffer.getByte(nameEnd + 1) & ConnectDecoder.WILL) != 0;
        return will == FieldReader.CUT || !hasWill
                ? IngressCap.NONE
                : inspectWill(buffer, will, limit, version);
    }

    private IngressCap inspectWill(
            final DirectBuffer buffer,
            final int offset,
            final int limit,
            final MqttVersion version) {
        int topic = offset;
        if (version == MqttVersion.V5) {
            final IngressCap broken = willProperties.inspect(buffer, offset, limit);
            topic = willProperties.limit();
            if (broken != IngressCap.NONE || topic == FieldReader.CUT) {
                return broken;
            }
        }
        final int payload = FieldReader.end(buffer, topic, limit);
        if (payload == FieldReader.CUT) {
            return IngressCap.NONE;
        }
        final IngressCap broken = willCaps.judgeTopic(buffer, topic + 2, payload - topic - 2);
        if (broken != IngressCap.NONE) {
            return broken;
        }
        final int payloadEnd = FieldReader.end(buffer, payload, limit);
        return payloadEnd - payload - 2 > willCaps.payloadBytesMax() // never so if it is cut
                ? IngressCap.PAYLOAD_BYTES
                : IngressCap.NONE;
    }
}
