package io.sluice.fuzz.packet;

import io.sluice.codec.mqtt.ControlPacketType;
import io.sluice.codec.mqtt.MqttVersion;
import io.sluice.codec.mqtt.PacketEncoder;
import io.sluice.codec.mqtt.PingDecoder;
import io.sluice.codec.mqtt.PingEncoder;
import io.sluice.fuzz.law.Transcript;

/** PINGREQ and PINGRESP, read and written. */
final class PingReader extends PacketReader {
    private final PingDecoder decoder;
    private final PingEncoder request = new PingEncoder(ControlPacketType.PINGREQ);
    private final PingEncoder response = new PingEncoder(ControlPacketType.PINGRESP);

    PingReader(final MqttVersion version) {
        this(version, new PingDecoder());
    }

    private PingReader(final MqttVersion version, final PingDecoder decoder) {
        super(version, decoder);
        this.decoder = decoder;
    }

    @Override
    void tell(final Transcript transcript) {
        transcript.number("type", decoder.type());
    }

    @Override
    PacketEncoder filled() {
        return decoder.type() == ControlPacketType.PINGREQ ? request : response;
    }
}
