package io.sluice.fuzz.mqtt;

import io.netty.handler.codec.mqtt.MqttMessage;
import io.sluice.codec.mqtt.MqttVersion;
import io.sluice.codec.mqtt.PacketSender;
import io.sluice.fuzz.law.Reader;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * One type of packet in the differential.
 *
 * @param reader ours
 * @param ours what our reader last read, in words
 * @param theirs what Netty read, in the same words
 */
record PacketPair(
        Reader reader, Supplier<List<String>> ours, Function<MqttMessage, List<String>> theirs) {
    /** Makes the pair of a packet type for one version and one sender. */
    interface Factory {
        PacketPair pair(MqttVersion version, PacketSender sender);
    }

    static PacketPair publish(final MqttVersion version, final PacketSender sender) {
        final PublishReader reader = new PublishReader(version, sender);
        return new PacketPair(
                reader, () -> PublishComparison.words(reader.decoder()), PublishComparison::words);
    }
}
