package io.sluice.fuzz.mqtt;

import io.sluice.codec.mqtt.ControlPacketType;
import io.sluice.codec.mqtt.MqttFramer;
import io.sluice.codec.mqtt.MqttVersion;
import io.sluice.codec.mqtt.PacketSender;
import io.sluice.codec.mqtt.ReasonCode;
import io.sluice.fuzz.differential.Disagreement;
import io.sluice.fuzz.differential.Disagreements;
import io.sluice.fuzz.differential.Outcome;
import io.sluice.fuzz.law.Finding;
import io.sluice.fuzz.law.Reader;
import io.sluice.fuzz.law.Seeds;
import io.sluice.fuzz.law.Target;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Three opinions on any packet: Sluice, the plain {@link Anatomy}, and Netty. The first two must be
 * one; where the third differs, the list of disagreements must say why. What both accept must say
 * the same.
 *
 * <p>The first byte of an input selects as in {@link PacketFuzz}; the rest is a stream of packets,
 * or the first byte and the body of one.
 */
public final class MqttDifferentialFuzz implements Target {
    private static final int FRAMED = 4;
    private static final int SELECTORS = 4;
    private static final int TYPES = 16;
    private static final int PACKETS_MAX = 8;
    private static final int WHOLE_MAX = 8_192;
    private static final int LENGTH_BYTES_MAX = 4;

    private final MqttFramer framer = new MqttFramer(Integer.MAX_VALUE);
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[0]);
    private final NettyMqtt netty = new NettyMqtt();
    private final PacketPair[][] pairs = new PacketPair[TYPES][];
    private final Disagreements disagreements =
            Disagreements.read(
                    MqttDifferentialFuzz.class, "netty-disagreements.tsv", Condition.allIds());

    public MqttDifferentialFuzz() {
        pairs[ControlPacketType.RESERVED] = new PacketPair[SELECTORS]; // the framer refuses it
        add(ControlPacketType.PUBLISH, PacketPair::publish);
    }

    private void add(final int packetType, final PacketPair.Factory factory) {
        pairs[packetType] = new PacketPair[SELECTORS];
        for (int i = 0; i < SELECTORS; i++) {
            pairs[packetType][i] = factory.pair(PacketFuzz.version(i), PacketFuzz.sender(i));
        }
    }

    @Override
    public void check(final byte[] input) {
        if (input.length < 2) {
            return;
        }
        final int selector = input[0];
        if ((selector & FRAMED) != 0) {
            final int type = ControlPacketType.of(input[1]);
            compare(selector & 3, PacketFuzz.frame(type, input[1], input, 2));
            return;
        }
        int at = 1;
        for (int i = 0; i < PACKETS_MAX && at < input.length; i++) {
            final byte[] packet = packet(input, at);
            if (packet.length == 0) {
                return;
            }
            compare(selector & 3, packet);
            at += packet.length;
        }
    }

    /** The packet that begins here, made whole; empty where its end is not known or too far. */
    private static byte[] packet(final byte[] input, final int at) {
        int length = 0;
        for (int i = 0; i < LENGTH_BYTES_MAX; i++) {
            if (at + 1 + i >= input.length) {
                return new byte[0];
            }
            final byte digit = input[at + 1 + i];
            length |= (digit & 0x7F) << 7 * i;
            if (digit >= 0) {
                final int whole = 2 + i + length;
                return whole <= WHOLE_MAX ? Arrays.copyOfRange(input, at, at + whole) : new byte[0];
            }
        }
        return PacketFuzz.tail(input, at); // refused for its length
    }

    /**
     * Holds the opinions on one packet against each other.
     *
     * @return the entry that explains where Netty differs, nothing where it does not
     */
    Optional<Disagreement> compare(final int selector, final byte[] packet) {
        final int type = ControlPacketType.of(packet[0]);
        if (pairs[type] == null) {
            return Optional.empty();
        }
        final MqttVersion version = PacketFuzz.version(selector);
        final PacketSender sender = PacketFuzz.sender(selector);
        final Set<Condition> conditions = Anatomy.of(packet, version, sender);
        final boolean valid = isValid(selector, packet);
        if (valid == conditions.stream().anyMatch(Condition::isFault)) {
            throw new Finding(
                    "valid for Sluice: " + valid + ", conditions " + conditions + hex(packet));
        }
        final NettyMqtt.Verdict theirs = netty.judge(packet, version);
        final Outcome outcome = outcome(valid, theirs, pair(selector, packet));
        netty.release();
        return outcome == null
                ? Optional.empty()
                : Optional.of(
                        disagreements.explain(
                                outcome,
                                Condition.ids(conditions),
                                version + " from " + sender + hex(packet)));
    }

    private boolean isValid(final int selector, final byte[] packet) {
        buffer.wrap(packet);
        return framer.next(buffer, 0, packet.length) == ReasonCode.SUCCESS
                && framer.packetLength() == packet.length
                && read(pair(selector, packet).reader(), packet.length);
    }

    private boolean read(final Reader reader, final int length) {
        return reader.accepts(reader.read(buffer, 0, length));
    }

    private PacketPair pair(final int selector, final byte[] packet) {
        return pairs[ControlPacketType.of(packet[0])][selector];
    }

    private Outcome outcome(
            final boolean valid, final NettyMqtt.Verdict theirs, final PacketPair pair) {
        return switch (theirs) {
            case VALID -> valid ? fields(pair) : Outcome.PEER_ONLY;
            case INVALID -> valid ? Outcome.SLUICE_ONLY : null;
            case WAITS -> Outcome.PEER_WAITS;
            case LEAVES_BYTES -> Outcome.PEER_LEAVES_BYTES;
        };
    }

    private Outcome fields(final PacketPair pair) {
        return pair.ours().get().equals(pair.theirs().apply(netty.message()))
                ? null
                : Outcome.FIELDS;
    }

    private static String hex(final byte[] packet) {
        return ", packet " + HexFormat.of().formatHex(packet);
    }

    @Override
    public void seeds(final Seeds seeds) {
        for (final byte[] packet : MqttSamples.publishes()) {
            for (int selector = 0; selector < SELECTORS; selector++) {
                seeds.add(PacketFuzz.prepend(selector, packet));
            }
        }
    }
}
