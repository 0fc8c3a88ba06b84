package io.sluice.bench;

import io.sluice.codec.mqtt.MqttVersion;
import io.sluice.codec.mqtt.PropertyWriter;
import io.sluice.codec.mqtt.PublishEncoder;
import io.sluice.codec.wire.Slice;
import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;

/** The PUBLISH packets that are measured. */
final class PublishSamples {
    static final int PAYLOAD_BYTES = 64;
    static final Slice TOPIC = Slice.ofUtf8("plant/line-4/press-12/temperature");
    private static final Slice NAME = Slice.ofUtf8("sensor");
    private static final Slice VALUE = Slice.ofUtf8("pt100-0417");

    private PublishSamples() {}

    /** QoS 1, 64 bytes of payload, so many User Properties of 21 bytes each. */
    static byte[] publish(final MqttVersion version, final int userProperties) {
        return publish(version, userProperties, PAYLOAD_BYTES);
    }

    /** The same with a payload of another size. */
    static byte[] publish(
            final MqttVersion version, final int userProperties, final int payloadBytes) {
        final PublishEncoder encoder = encoder(userProperties, payloadBytes);
        final byte[] packet = new byte[encoder.encodedLength(version)];
        encoder.encode(new UnsafeBuffer(packet), 0, version);
        return packet;
    }

    /** The packet's encoder, filled in. */
    static PublishEncoder encoder(final int userProperties) {
        return encoder(userProperties, PAYLOAD_BYTES);
    }

    private static PublishEncoder encoder(final int userProperties, final int payloadBytes) {
        final UnsafeBuffer region = new UnsafeBuffer(new byte[userProperties * 32 + 16]);
        final PropertyWriter properties = new PropertyWriter(region);
        for (int i = 0; i < userProperties; i++) {
            properties.addUserProperty(NAME, VALUE);
        }
        final byte[] payload = new byte[payloadBytes];
        Arrays.fill(payload, (byte) 'x');
        return new PublishEncoder()
                .reset()
                .topic(TOPIC)
                .qos(1, 4711)
                .properties(properties)
                .payload(Slice.of(payload));
    }
}
