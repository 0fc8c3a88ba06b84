package io.sluice.fuzz.mqtt;

import io.sluice.codec.mqtt.ControlPacketType;
import io.sluice.fuzz.law.Finding;
import io.sluice.fuzz.law.Laws;
import io.sluice.fuzz.law.Seeds;
import io.sluice.fuzz.law.Target;
import io.sluice.fuzz.packet.PacketReader;
import java.util.Arrays;

/**
 * The decoder and the encoder of packets of one shape, in both versions and from both senders; an
 * input is a {@link PacketInput}.
 */
public final class PacketFuzz implements Target {
    private final Laws laws;
    private final int[] types;
    private final PacketReader[] readers = new PacketReader[PacketInput.SELECTORS];

    /**
     * @param types the control packet types that one decoder reads
     */
    public PacketFuzz(final Laws laws, final int... types) {
        this.laws = laws;
        this.types = types.clone();
        Arrays.setAll(
                readers,
                i -> PacketReader.of(types[0], PacketInput.version(i), PacketInput.sender(i)));
    }

    @Override
    public void check(final byte[] input) {
        if (input.length < 2) {
            return;
        }
        final int selector = input[0];
        final byte[] packet =
                PacketInput.isFramed(selector)
                        ? PacketInput.frame(first(input[1]), input, 2)
                        : PacketInput.tail(input, 1);
        final PacketReader reader = readers[selector & PacketInput.SELECTORS - 1];
        final int verdict = laws.obey(reader, packet);
        if (reader.accepts(verdict) && !isOurs(packet[0])) {
            throw new Finding("took a packet of another type");
        }
    }

    /** The byte, if it begins a packet of ours, or one that does and has its flags. */
    private int first(final byte first) {
        final int other = types[Math.floorMod(ControlPacketType.of(first), types.length)];
        return isOurs(first) ? first : PacketInput.first(other, first);
    }

    private boolean isOurs(final byte first) {
        for (final int type : types) {
            if (ControlPacketType.of(first) == type) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void seeds(final Seeds seeds) {
        for (final MqttSamples.Sample sample : MqttSamples.ofTypes(types)) {
            seeds.add(PacketInput.whole(sample.selector(), sample.packet()));
            seeds.add(PacketInput.framed(sample.selector(), sample.packet()));
        }
    }
}
