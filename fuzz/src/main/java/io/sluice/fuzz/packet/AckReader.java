package io.sluice.fuzz.packet;

import io.sluice.codec.mqtt.AckDecoder;
import io.sluice.codec.mqtt.AckEncoder;
import io.sluice.codec.mqtt.MqttVersion;
import io.sluice.codec.mqtt.PacketEncoder;
import io.sluice.fuzz.law.Transcript;

/** PUBACK, PUBREC, PUBREL and PUBCOMP, read and written. */
final class AckReader extends PacketReader {
    private final AckDecoder decoder;
    private final AckEncoder encoder = new AckEncoder();

    AckReader(final MqttVersion version) {
        this(version, new AckDecoder());
    }

    private AckReader(final MqttVersion version, final AckDecoder decoder) {
        super(version, decoder);
        this.decoder = decoder;
    }

    @Override
    void tell(final Transcript transcript) {
        transcript.number("type", decoder.type());
        transcript.number("packet id", decoder.packetId());
        transcript.position("packet id offset", decoder.packetIdOffset());
        transcript.number("reason code", decoder.reasonCode());
        tell(decoder.properties(), transcript);
    }

    @Override
    public boolean isCanonical() {
        return isShortest(2, decoder.reasonCode(), decoder.properties());
    }

    @Override
    PacketEncoder filled() {
        return encoder.reset(decoder.type(), decoder.packetId())
                .reasonCode(decoder.reasonCode())
                .properties(again(decoder.properties()));
    }
}
