package io.sluice.fuzz.mqtt;

import io.sluice.codec.mqtt.MqttVersion;
import io.sluice.codec.mqtt.PacketSender;
import io.sluice.codec.mqtt.PropertyWriter;
import io.sluice.codec.mqtt.PublishDecoder;
import io.sluice.codec.mqtt.PublishEncoder;
import io.sluice.fuzz.law.Reader;
import io.sluice.fuzz.law.Transcript;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** PUBLISH, read and written. */
final class PublishReader implements Reader {
    private static final int REGION = 1 << 18;

    private final MqttVersion version;
    private final PublishDecoder decoder;
    private final PublishEncoder encoder = new PublishEncoder();
    private final PropertyTelling telling = new PropertyTelling();
    private final PropertyWriter writer = new PropertyWriter(new UnsafeBuffer(new byte[REGION]));

    PublishReader(final MqttVersion version, final PacketSender sender) {
        this.version = version;
        decoder = new PublishDecoder(sender);
    }

    PublishDecoder decoder() {
        return decoder;
    }

    @Override
    public int read(final DirectBuffer buffer, final int offset, final int length) {
        return decoder.wrap(buffer, offset, length, version);
    }

    @Override
    public void tell(final int verdict, final Transcript transcript) {
        if (!accepts(verdict)) {
            return; // the accessors promise nothing
        }
        transcript.flag("dup", decoder.dup());
        transcript.number("qos", decoder.qos());
        transcript.flag("retain", decoder.retain());
        transcript.slice("topic", decoder.topic());
        transcript.number("packet id", decoder.packetId());
        if (decoder.qos() > 0) {
            transcript.position("packet id offset", decoder.packetIdOffset());
        }
        transcript.number("topic alias", decoder.topicAlias());
        telling.tell(decoder.properties(), transcript);
        transcript.slice("payload", decoder.payload());
    }

    @Override
    public int encodedLength() {
        return fill().encodedLength(version);
    }

    @Override
    public int encode(final MutableDirectBuffer buffer, final int offset) {
        return fill().encode(buffer, offset, version);
    }

    private PublishEncoder fill() {
        return encoder.reset()
                .dup(decoder.dup())
                .qos(decoder.qos(), decoder.packetId())
                .retain(decoder.retain())
                .topic(decoder.topic())
                .properties(telling.write(decoder.properties(), writer.clear()))
                .payload(decoder.payload());
    }
}
