package io.sluice.fuzz.mqtt;

import io.sluice.codec.mqtt.ControlPacketType;
import io.sluice.codec.mqtt.MqttVersion;
import io.sluice.codec.mqtt.PacketSender;
import io.sluice.codec.mqtt.VariableByteInteger;
import io.sluice.fuzz.law.Finding;
import io.sluice.fuzz.law.Laws;
import io.sluice.fuzz.law.Reader;
import io.sluice.fuzz.law.Seeds;
import io.sluice.fuzz.law.Target;
import java.util.Arrays;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * One type of control packet, in both versions and from both senders. The first byte of an input
 * selects; the rest is a whole packet, or the flags and the body of one that gets a fixed header
 * with the right length, so that mutations reach the body.
 *
 * <pre>
 *   7 .. 3     2        1        0
 *  +------+--------+--------+---------+------------------
 *  |      | framed | server | version | packet, or: flags body
 *  +------+--------+--------+---------+------------------
 * </pre>
 */
abstract class PacketFuzz implements Target {
    private static final int V5 = 1;
    private static final int FROM_SERVER = 2;
    private static final int FRAMED = 4;

    /** Makes the reader of a packet type for one version and one sender. */
    interface ReaderFactory {
        Reader reader(MqttVersion version, PacketSender sender);
    }

    private final Laws laws;
    private final int packetType;
    private final Reader[] readers = new Reader[4];

    PacketFuzz(final Laws laws, final int packetType, final ReaderFactory factory) {
        this.laws = laws;
        this.packetType = packetType;
        for (int i = 0; i < readers.length; i++) {
            readers[i] = factory.reader(version(i), sender(i));
        }
    }

    /** Whole packets, valid or nearly so, that this target starts from. */
    abstract List<byte[]> samples();

    @Override
    public final void check(final byte[] input) {
        if (input.length < 2) {
            return;
        }
        final int selector = input[0];
        final byte[] packet =
                (selector & FRAMED) == 0 ? tail(input, 1) : frame(packetType, input[1], input, 2);
        final Reader reader = readers[selector & (V5 | FROM_SERVER)];
        final int verdict = laws.obey(reader, packet);
        if (reader.accepts(verdict) && ControlPacketType.of(packet[0]) != packetType) {
            throw new Finding("took a packet of another type");
        }
    }

    @Override
    public final void seeds(final Seeds seeds) {
        for (final byte[] packet : samples()) {
            for (int selector = 0; selector < readers.length; selector++) {
                seeds.add(prepend(selector, packet));
                seeds.add(prepend(selector | FRAMED, flagsAndBody(packet)));
            }
        }
    }

    static MqttVersion version(final int selector) {
        return (selector & V5) == 0 ? MqttVersion.V3_1_1 : MqttVersion.V5;
    }

    static PacketSender sender(final int selector) {
        return (selector & FROM_SERVER) == 0 ? PacketSender.CLIENT : PacketSender.SERVER;
    }

    /** A packet with these flags whose body is the rest of the input. */
    static byte[] frame(final int type, final int flags, final byte[] input, final int offset) {
        final int length = input.length - offset;
        final int lengthBytes = VariableByteInteger.encodedLength(length);
        final byte[] packet = new byte[1 + lengthBytes + length];
        packet[0] = (byte) (type << 4 | flags & 0x0F);
        VariableByteInteger.encode(new UnsafeBuffer(packet), 1, length);
        System.arraycopy(input, offset, packet, 1 + lengthBytes, length);
        return packet;
    }

    static byte[] tail(final byte[] bytes, final int offset) {
        return Arrays.copyOfRange(bytes, offset, bytes.length);
    }

    static byte[] prepend(final int first, final byte[] rest) {
        final byte[] bytes = new byte[1 + rest.length];
        bytes[0] = (byte) first;
        System.arraycopy(rest, 0, bytes, 1, rest.length);
        return bytes;
    }

    /** The first byte of a packet and its body, without the length between them. */
    static byte[] flagsAndBody(final byte[] packet) {
        int lengthEnd = 1;
        while (packet[lengthEnd] < 0) {
            lengthEnd++;
        }
        final byte[] bytes = tail(packet, lengthEnd);
        bytes[0] = packet[0];
        return bytes;
    }
}
