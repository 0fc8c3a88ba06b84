package io.sluice.fuzz.netty;

import io.sluice.codec.mqtt.ControlPacketType;
import io.sluice.codec.mqtt.MqttFramer;
import io.sluice.codec.mqtt.MqttVersion;
import io.sluice.codec.mqtt.PacketSender;
import io.sluice.codec.mqtt.ReasonCode;
import io.sluice.fuzz.differential.Disagreement;
import io.sluice.fuzz.differential.Disagreements;
import io.sluice.fuzz.differential.Outcome;
import io.sluice.fuzz.law.Finding;
import io.sluice.fuzz.law.Seeds;
import io.sluice.fuzz.law.Target;
import io.sluice.fuzz.mqtt.MqttSamples;
import io.sluice.fuzz.mqtt.PacketInput;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Three opinions on any packet: Sluice, the plain {@link Anatomy}, and Netty. The first two must be
 * one; where the third differs, the list of disagreements must say why. What both accept must say
 * the same.
 *
 * <p>The first byte of an input selects as in {@link PacketInput}; the rest is a stream of packets,
 * or the first byte and the body of one.
 */
public final class MqttDifferentialFuzz implements Target {
    private static final int TYPES = 16;
    private static final int PACKETS_MAX = 8;
    private static final int WHOLE_MAX = 8_192;
    private static final int LENGTH_BYTES_MAX = 4;

    private final MqttFramer framer = new MqttFramer(Integer.MAX_VALUE);
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[0]);
    private final NettyMqtt netty = new NettyMqtt();
    private final PacketPair[][] pairs = new PacketPair[TYPES][PacketSender.values().length];
    private final Disagreements disagreements =
            Disagreements.read(
                    MqttDifferentialFuzz.class, "netty-disagreements.tsv", Condition.allIds());

    public MqttDifferentialFuzz() {
        for (int type = ControlPacketType.CONNECT; type < TYPES; type++) {
            for (final PacketSender sender : PacketSender.values()) {
                pairs[type][sender.ordinal()] = PacketPair.of(type, sender);
            }
        }
    }

    @Override
    public void check(final byte[] input) {
        if (input.length < 2) {
            return;
        }
        final int selector = input[0];
        if (PacketInput.isFramed(selector)) {
            compare(selector, PacketInput.frame(input[1], input, 2));
            return;
        }
        int at = 1;
        for (int i = 0; i < PACKETS_MAX && at < input.length; i++) {
            final byte[] packet = packet(input, at);
            if (packet.length == 0) {
                return;
            }
            compare(selector, packet);
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
        return PacketInput.tail(input, at); // refused for its length
    }

    /**
     * Holds the opinions on one packet against each other.
     *
     * @return the entry that explains where Netty differs, nothing where it does not
     */
    Optional<Disagreement> compare(final int selector, final byte[] packet) {
        final MqttVersion version = PacketInput.version(selector);
        final PacketSender sender = sender(selector, packet);
        final PacketPair pair = pairs[ControlPacketType.of(packet[0])][sender.ordinal()];
        final Set<Condition> conditions = Anatomy.of(packet, version, sender);
        final boolean valid = isValid(pair, packet, version);
        if (valid == conditions.stream().anyMatch(Condition::isFault)) {
            throw new Finding(
                    "valid for Sluice: " + valid + ", conditions " + conditions + hex(packet));
        }
        final NettyMqtt.Verdict theirs = netty.judge(packet, version);
        final Outcome outcome = outcome(valid, theirs, pair);
        netty.release();
        return outcome == null
                ? Optional.empty()
                : Optional.of(explain(outcome, conditions, version + " from " + sender, packet));
    }

    /** What Netty accepts must be explained for each fault that it has, if Netty has seen it. */
    private Disagreement explain(
            final Outcome outcome,
            final Set<Condition> conditions,
            final String connection,
            final byte[] packet) {
        final String details = conditions + ", " + connection + hex(packet);
        if (outcome == Outcome.PEER_ONLY
                && !conditions.contains(Condition.PROPERTIES_AS_SHORT_AS_THEIR_LENGTH)) {
            for (final Condition condition : conditions) {
                if (condition.isFault()) {
                    disagreements.explain(outcome, Condition.ids(Set.of(condition)), details);
                }
            }
        }
        return disagreements.explain(outcome, Condition.ids(conditions), details);
    }

    /** The selected sender, or the other one where only that may send such a packet. */
    private static PacketSender sender(final int selector, final byte[] packet) {
        final PacketSender selected = PacketInput.sender(selector);
        final PacketSender other =
                selected == PacketSender.CLIENT ? PacketSender.SERVER : PacketSender.CLIENT;
        return ControlPacketType.maySend(other, ControlPacketType.of(packet[0]))
                        && !ControlPacketType.maySend(selected, ControlPacketType.of(packet[0]))
                ? other
                : selected;
    }

    private boolean isValid(final PacketPair pair, final byte[] packet, final MqttVersion version) {
        buffer.wrap(packet);
        return framer.next(buffer, 0, packet.length) == ReasonCode.SUCCESS
                && framer.packetLength() == packet.length
                && pair.decoder().wrap(buffer, 0, packet.length, version) == ReasonCode.SUCCESS;
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
        final int[] types = IntStream.range(ControlPacketType.RESERVED, TYPES).toArray();
        for (final MqttSamples.Sample sample : MqttSamples.ofTypes(types)) {
            seeds.add(PacketInput.whole(sample.selector(), sample.packet()));
            seeds.add(PacketInput.framed(sample.selector(), sample.packet()));
        }
    }
}
