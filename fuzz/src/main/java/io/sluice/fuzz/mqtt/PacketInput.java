package io.sluice.fuzz.mqtt;

import io.sluice.codec.mqtt.MqttVersion;
import io.sluice.codec.mqtt.PacketSender;
import io.sluice.codec.mqtt.VariableByteInteger;
import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * How inputs about control packets are written. The first byte selects; the rest is a whole packet,
 * or the first byte and the body of one that gets the right length between them, so that mutations
 * reach the body.
 *
 * <pre>
 *   7 .. 3     2        1        0
 *  +------+--------+--------+---------+------------------
 *  |      | framed | server | version | packet, or: first byte, body
 *  +------+--------+--------+---------+------------------
 * </pre>
 */
public final class PacketInput {
    /** How many pairs of version and sender there are. */
    public static final int SELECTORS = 4;

    private static final int V5 = 1;
    private static final int FROM_SERVER = 2;
    private static final int FRAMED = 4;

    private PacketInput() {}

    /** The selector of one version and sender. */
    public static int selector(final MqttVersion version, final PacketSender sender) {
        return (version == MqttVersion.V5 ? V5 : 0)
                | (sender == PacketSender.SERVER ? FROM_SERVER : 0);
    }

    public static MqttVersion version(final int selector) {
        return (selector & V5) == 0 ? MqttVersion.V3_1_1 : MqttVersion.V5;
    }

    public static PacketSender sender(final int selector) {
        return (selector & FROM_SERVER) == 0 ? PacketSender.CLIENT : PacketSender.SERVER;
    }

    /** Whether the input holds a first byte and a body. */
    public static boolean isFramed(final int selector) {
        return (selector & FRAMED) != 0;
    }

    /** The input that makes this packet, as a whole one. */
    public static byte[] whole(final int selector, final byte[] packet) {
        return prepend(selector, packet);
    }

    /** The input that makes this packet out of its first byte and its body. */
    public static byte[] framed(final int selector, final byte[] packet) {
        return prepend(selector | FRAMED, firstAndBody(packet));
    }

    /** The first byte of a packet and its body, without the length between them. */
    static byte[] firstAndBody(final byte[] packet) {
        int lengthEnd = 1;
        while (packet[lengthEnd] < 0) {
            lengthEnd++;
        }
        final byte[] firstAndBody = tail(packet, lengthEnd);
        firstAndBody[0] = packet[0];
        return firstAndBody;
    }

    /** A packet with this first byte whose body is the rest of the input. */
    public static byte[] frame(final int first, final byte[] input, final int offset) {
        final int length = input.length - offset;
        final int lengthBytes = VariableByteInteger.encodedLength(length);
        final byte[] packet = new byte[1 + lengthBytes + length];
        packet[0] = (byte) first;
        VariableByteInteger.encode(new UnsafeBuffer(packet), 1, length);
        System.arraycopy(input, offset, packet, 1 + lengthBytes, length);
        return packet;
    }

    /** The first byte of a packet of this type with the flags of another first byte. */
    public static int first(final int type, final int flags) {
        return type << 4 | flags & 0x0F;
    }

    public static byte[] tail(final byte[] bytes, final int offset) {
        return Arrays.copyOfRange(bytes, offset, bytes.length);
    }

    static byte[] prepend(final int first, final byte[] rest) {
        final byte[] bytes = new byte[1 + rest.length];
        bytes[0] = (byte) first;
        System.arraycopy(rest, 0, bytes, 1, rest.length);
        return bytes;
    }
}
