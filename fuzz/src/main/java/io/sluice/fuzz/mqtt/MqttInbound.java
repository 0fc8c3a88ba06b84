package io.sluice.fuzz.mqtt;

import io.sluice.codec.mqtt.ConnectCaps;
import io.sluice.codec.mqtt.ConnectGuard;
import io.sluice.codec.mqtt.ControlPacketType;
import io.sluice.codec.mqtt.FilterCaps;
import io.sluice.codec.mqtt.FilterGuard;
import io.sluice.codec.mqtt.IngressCap;
import io.sluice.codec.mqtt.MqttFramer;
import io.sluice.codec.mqtt.MqttVersion;
import io.sluice.codec.mqtt.PacketSender;
import io.sluice.codec.mqtt.PublishCaps;
import io.sluice.codec.mqtt.PublishGuard;
import io.sluice.codec.mqtt.ReasonCode;
import io.sluice.fuzz.law.Finding;
import io.sluice.fuzz.law.Transcript;
import io.sluice.fuzz.packet.PacketReader;
import org.agrona.MutableDirectBuffer;

/**
 * What a connection does with the packets of its peer before a session sees them: framer, sender's
 * rights, guard, decoder. It tells of each packet, and speaks the version of the last CONNECT.
 */
final class MqttInbound {
    private static final int PACKET_MAX = 2_048;
    private static final int TYPES = 16;

    /** Section 2.1.2: a bit for each type that may flow from the client, and from the server. */
    private static final int FROM_CLIENT = 0b1101_0101_1111_1010;

    private static final int FROM_SERVER = 0b1110_1010_1111_1100;

    private static final PublishCaps CAPS = new PublishCaps(64, 8, 512, 2, 16, 1_024);
    private static final FilterCaps FILTER_CAPS = new FilterCaps(4, 64, 8, 512, 2);
    private static final ConnectCaps CONNECT_CAPS = new ConnectCaps(CAPS, 512, 2);

    private final PacketSender sender;
    private final MqttFramer framer = new MqttFramer(PACKET_MAX);
    private final PublishGuard publishGuard = new PublishGuard(CAPS);
    private final FilterGuard filterGuard = new FilterGuard(FILTER_CAPS);
    private final ConnectGuard connectGuard = new ConnectGuard(CONNECT_CAPS);
    private final PacketReader[][] readers = new PacketReader[MqttVersion.values().length][TYPES];
    private MqttVersion version = MqttVersion.V5;
    private int packetOffset;
    private int packetLength;

    MqttInbound(final PacketSender sender) {
        this.sender = sender;
        for (final MqttVersion each : MqttVersion.values()) {
            for (int type = ControlPacketType.CONNECT; type <= ControlPacketType.AUTH; type++) {
                readers[each.ordinal()][type] = PacketReader.of(type, each, sender);
            }
        }
    }

    /** The version that the next packet is read in. */
    MqttVersion version() {
        return version;
    }

    void speak(final MqttVersion version) {
        this.version = version;
    }

    /** Bytes of the packet that was last found, as it came. */
    int length() {
        return framer.packetLength();
    }

    /** The framer's answer. */
    int next(final MutableDirectBuffer buffer, final int offset, final int limit) {
        return framer.next(buffer, offset, limit);
    }

    /**
     * Judges the packet that the framer has just found, and cuts it where it lies.
     *
     * @return what the peer must get: {@link ReasonCode#SUCCESS} where the stream goes on
     */
    int judge(final MutableDirectBuffer buffer, final int offset, final Transcript transcript) {
        final int length = framer.packetLength();
        final int type = ControlPacketType.of(buffer.getByte(offset));
        transcript.number("type", type);
        transcript.number("length", length);
        final boolean may = ControlPacketType.maySend(sender, type);
        if (may != ((sender == PacketSender.CLIENT ? FROM_CLIENT : FROM_SERVER) >> type & 1) > 0) {
            throw new Finding("packets of type " + type + " from the " + sender + ": " + may);
        }
        if (!may) {
            return ReasonCode.PROTOCOL_ERROR;
        }
        final IngressCap cap = guard(type, buffer, offset, length);
        transcript.number("cap", cap.ordinal()); // also one that breaks a cap must be well-formed
        final PacketReader reader = readers[version.ordinal()][type];
        final int verdict = reader.read(buffer, packetOffset, packetLength);
        transcript.number("verdict", verdict);
        reader.tell(verdict, transcript);
        if (type == ControlPacketType.CONNECT && reader.accepts(verdict)) {
            version = reader.version();
        }
        return verdict;
    }

    private IngressCap guard(
            final int type, final MutableDirectBuffer buffer, final int offset, final int length) {
        packetOffset = offset;
        packetLength = length;
        return switch (type) {
            case ControlPacketType.PUBLISH -> {
                final IngressCap cap = publishGuard.inspect(buffer, offset, length, version);
                packetOffset = publishGuard.packetOffset();
                packetLength = publishGuard.packetLength();
                yield cap;
            }
            case ControlPacketType.CONNECT -> connectGuard.inspect(buffer, offset, length);
            case ControlPacketType.SUBSCRIBE, ControlPacketType.UNSUBSCRIBE ->
                    filterGuard.inspect(buffer, offset, length, version);
            default -> IngressCap.NONE;
        };
    }
}
