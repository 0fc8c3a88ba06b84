package io.sluice.fuzz.packet;

import io.sluice.codec.mqtt.DisconnectDecoder;
import io.sluice.codec.mqtt.DisconnectEncoder;
import io.sluice.codec.mqtt.MqttVersion;
import io.sluice.codec.mqtt.PacketEncoder;
import io.sluice.codec.mqtt.PacketSender;
import io.sluice.fuzz.law.Transcript;

/** DISCONNECT, read and written. */
final class DisconnectReader extends PacketReader {
    private final DisconnectDecoder decoder;
    private final DisconnectEncoder encoder;

    DisconnectReader(final MqttVersion version, final PacketSender sender) {
        this(version, new DisconnectDecoder(sender), new DisconnectEncoder(sender));
    }

    private DisconnectReader(
            final MqttVersion version,
            final DisconnectDecoder decoder,
            final DisconnectEncoder encoder) {
        super(version, decoder);
        this.decoder = decoder;
        this.encoder = encoder;
    }

    @Override
    void tell(final Transcript transcript) {
        transcript.number("reason code", decoder.reasonCode());
        tell(decoder.properties(), transcript);
    }

    @Override
    public boolean isCanonical() {
        return isShortest(0, decoder.reasonCode(), decoder.properties());
    }

    @Override
    PacketEncoder filled() {
        return encoder.reset(decoder.reasonCode()).properties(again(decoder.properties()));
    }
}
