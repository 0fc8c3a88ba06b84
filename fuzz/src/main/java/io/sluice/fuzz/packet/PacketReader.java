package io.sluice.fuzz.packet;

import io.sluice.codec.mqtt.ControlPacketType;
import io.sluice.codec.mqtt.MqttVersion;
import io.sluice.codec.mqtt.PacketDecoder;
import io.sluice.codec.mqtt.PacketEncoder;
import io.sluice.codec.mqtt.PacketSender;
import io.sluice.codec.mqtt.PropertyList;
import io.sluice.codec.mqtt.PropertyWriter;
import io.sluice.codec.mqtt.VariableByteInteger;
import io.sluice.fuzz.law.Reader;
import io.sluice.fuzz.law.Transcript;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** A control packet as the laws see it: read, told, and written again from what was told. */
public abstract class PacketReader implements Reader {
    private final MqttVersion version;
    private final PacketDecoder decoder;
    private final PropertyTelling telling = new PropertyTelling();
    private final PropertyWriter writer = writer();
    private int length;

    PacketReader(final MqttVersion version, final PacketDecoder decoder) {
        this.version = version;
        this.decoder = decoder;
    }

    /** The reader of a type of packet. */
    public static PacketReader of(
            final int type, final MqttVersion version, final PacketSender sender) {
        return switch (type) {
            case ControlPacketType.CONNECT -> new ConnectReader();
            case ControlPacketType.CONNACK -> new ConnackReader(version);
            case ControlPacketType.PUBLISH -> new PublishReader(version, sender);
            case ControlPacketType.PUBACK,
                    ControlPacketType.PUBREC,
                    ControlPacketType.PUBREL,
                    ControlPacketType.PUBCOMP ->
                    new AckReader(version);
            case ControlPacketType.SUBSCRIBE, ControlPacketType.UNSUBSCRIBE ->
                    new SubscribeReader(version);
            case ControlPacketType.SUBACK, ControlPacketType.UNSUBACK -> new SubackReader(version);
            case ControlPacketType.PINGREQ, ControlPacketType.PINGRESP -> new PingReader(version);
            case ControlPacketType.DISCONNECT -> new DisconnectReader(version, sender);
            case ControlPacketType.AUTH -> new AuthReader(version, sender);
            default -> throw new IllegalArgumentException("no packet of type " + type);
        };
    }

    /** Tells what the accessors say of a packet that was accepted. */
    abstract void tell(Transcript transcript);

    /** The encoder, filled with what the accessors say. */
    abstract PacketEncoder filled();

    /** The version of the packet last read. */
    public MqttVersion version() {
        return version;
    }

    @Override
    public int read(final DirectBuffer buffer, final int offset, final int length) {
        this.length = length;
        return decoder.wrap(buffer, offset, length, version);
    }

    @Override
    public void tell(final int verdict, final Transcript transcript) {
        if (accepts(verdict)) {
            tell(transcript); // else the accessors promise nothing
        }
    }

    @Override
    public final int encodedLength() {
        return filled().encodedLength(version());
    }

    @Override
    public final int encode(final MutableDirectBuffer buffer, final int offset) {
        return filled().encode(buffer, offset, version());
    }

    void tell(final PropertyList list, final Transcript transcript) {
        telling.tell(list, transcript);
    }

    /** The list written anew, property by property. */
    PropertyWriter again(final PropertyList list) {
        return again(list, writer);
    }

    PropertyWriter again(final PropertyList list, final PropertyWriter writer) {
        return telling.write(list, writer.clear());
    }

    static PropertyWriter writer() {
        return new PropertyWriter(region());
    }

    /** Room for more than the largest input. */
    static UnsafeBuffer region() {
        return new UnsafeBuffer(new byte[1 << 17]);
    }

    /**
     * Whether the packet last read left out whatever it may leave out of a reason code and a
     * property list at its end.
     *
     * @param before bytes of the body in front of them
     */
    boolean isShortest(final int before, final int reasonCode, final PropertyList properties) {
        final int list = properties.length();
        final int tail =
                list > 0
                        ? 1 + VariableByteInteger.encodedLength(list) + list
                        : reasonCode == 0 ? 0 : 1;
        final int body = before + tail;
        return length == 1 + VariableByteInteger.encodedLength(body) + body;
    }
}
