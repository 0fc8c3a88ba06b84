package io.sluice.fuzz.packet;

import io.sluice.codec.mqtt.MqttVersion;
import io.sluice.codec.mqtt.PacketEncoder;
import io.sluice.codec.mqtt.PacketSender;
import io.sluice.codec.mqtt.PublishDecoder;
import io.sluice.codec.mqtt.PublishEncoder;
import io.sluice.fuzz.law.Transcript;

/** PUBLISH, read and written. */
final class PublishReader extends PacketReader {
    private final PublishDecoder decoder;
    private final PublishEncoder encoder = new PublishEncoder();

    PublishReader(final MqttVersion version, final PacketSender sender) {
        this(version, new PublishDecoder(sender));
    }

    private PublishReader(final MqttVersion version, final PublishDecoder decoder) {
        super(version, decoder);
        this.decoder = decoder;
    }

    @Override
    void tell(final Transcript transcript) {
        transcript.flag("dup", decoder.dup());
        transcript.number("qos", decoder.qos());
        transcript.flag("retain", decoder.retain());
        transcript.slice("topic", decoder.topic());
        transcript.number("packet id", decoder.packetId());
        if (decoder.qos() > 0) {
            transcript.position("packet id offset", decoder.packetIdOffset());
        }
        transcript.number("topic alias", decoder.topicAlias());
        tell(decoder.properties(), transcript);
        transcript.slice("payload", decoder.payload());
    }

    @Override
    PacketEncoder filled() {
        return encoder.reset()
                .dup(decoder.dup())
                .qos(decoder.qos(), decoder.packetId())
                .retain(decoder.retain())
                .topic(decoder.topic())
                .properties(again(decoder.properties()))
                .payload(decoder.payload());
    }
}
