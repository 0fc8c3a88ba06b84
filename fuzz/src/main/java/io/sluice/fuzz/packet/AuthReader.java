package io.sluice.fuzz.packet;

import io.sluice.codec.mqtt.AuthDecoder;
import io.sluice.codec.mqtt.AuthEncoder;
import io.sluice.codec.mqtt.MqttVersion;
import io.sluice.codec.mqtt.PacketEncoder;
import io.sluice.codec.mqtt.PacketSender;
import io.sluice.fuzz.law.Transcript;

/** AUTH, read and written. */
final class AuthReader extends PacketReader {
    private final AuthDecoder decoder;
    private final AuthEncoder encoder;

    AuthReader(final MqttVersion version, final PacketSender sender) {
        this(version, new AuthDecoder(sender), new AuthEncoder(sender));
    }

    private AuthReader(
            final MqttVersion version, final AuthDecoder decoder, final AuthEncoder encoder) {
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
    PacketEncoder filled() {
        return encoder.reset(decoder.reasonCode()).properties(again(decoder.properties()));
    }
}
