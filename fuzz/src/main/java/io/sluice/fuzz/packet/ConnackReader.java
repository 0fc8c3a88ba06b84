package io.sluice.fuzz.packet;

import io.sluice.codec.mqtt.ConnackDecoder;
import io.sluice.codec.mqtt.ConnackEncoder;
import io.sluice.codec.mqtt.MqttVersion;
import io.sluice.codec.mqtt.PacketEncoder;
import io.sluice.fuzz.law.Transcript;

/** CONNACK, read and written. */
final class ConnackReader extends PacketReader {
    private final ConnackDecoder decoder;
    private final ConnackEncoder encoder = new ConnackEncoder();

    ConnackReader(final MqttVersion version) {
        this(version, new ConnackDecoder());
    }

    private ConnackReader(final MqttVersion version, final ConnackDecoder decoder) {
        super(version, decoder);
        this.decoder = decoder;
    }

    @Override
    void tell(final Transcript transcript) {
        transcript.flag("session present", decoder.sessionPresent());
        transcript.number("reason code", decoder.reasonCode());
        tell(decoder.properties(), transcript);
    }

    @Override
    PacketEncoder filled() {
        return encoder.reset()
                .sessionPresent(decoder.sessionPresent())
                .reasonCode(decoder.reasonCode())
                .properties(again(decoder.properties()));
    }
}
