package io.sluice.fuzz.packet;

import io.sluice.codec.mqtt.MqttVersion;
import io.sluice.codec.mqtt.PacketEncoder;
import io.sluice.codec.mqtt.ReasonCode;
import io.sluice.codec.mqtt.SubackDecoder;
import io.sluice.codec.mqtt.SubackEncoder;
import io.sluice.fuzz.law.Transcript;

/** SUBACK and UNSUBACK, read and written. */
final class SubackReader extends PacketReader {
    private final SubackDecoder decoder;
    private final SubackEncoder encoder = new SubackEncoder(region());

    SubackReader(final MqttVersion version) {
        this(version, new SubackDecoder());
    }

    private SubackReader(final MqttVersion version, final SubackDecoder decoder) {
        super(version, decoder);
        this.decoder = decoder;
    }

    @Override
    void tell(final Transcript transcript) {
        transcript.number("type", decoder.type());
        transcript.number("packet id", decoder.packetId());
        transcript.position("packet id offset", decoder.packetIdOffset());
        tell(decoder.properties(), transcript);
        transcript.number("codes", decoder.count());
        for (int i = 0; i < decoder.count(); i++) {
            transcript.number("code", decoder.reasonCode(i));
        }
    }

    @Override
    PacketEncoder filled() {
        encoder.reset(decoder.type(), decoder.packetId()).properties(again(decoder.properties()));
        for (int i = 0; i < decoder.count(); i++) {
            encoder.add(decoder.reasonCode(i));
        }
        // The encoder wants a code, and leaves it out of the UNSUBACK of 3.1.1.
        return decoder.count() == 0 ? encoder.add(ReasonCode.SUCCESS) : encoder;
    }
}
