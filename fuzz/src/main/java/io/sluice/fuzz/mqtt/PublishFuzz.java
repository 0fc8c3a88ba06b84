package io.sluice.fuzz.mqtt;

import io.sluice.codec.mqtt.ControlPacketType;
import io.sluice.fuzz.law.Laws;
import java.util.List;

/** PUBLISH: the decoder and the encoder. */
public final class PublishFuzz extends PacketFuzz {
    public PublishFuzz(final Laws laws) {
        super(laws, ControlPacketType.PUBLISH, PublishReader::new);
    }

    @Override
    List<byte[]> samples() {
        return MqttSamples.publishes();
    }
}
