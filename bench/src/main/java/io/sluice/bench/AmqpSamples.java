package io.sluice.bench;

import io.sluice.codec.amqp.Descriptor;
import io.sluice.codec.amqp.HeaderEncoder;
import io.sluice.codec.amqp.MessageEncoder;
import io.sluice.codec.amqp.PropertiesEncoder;
import io.sluice.codec.amqp.TransferEncoder;
import io.sluice.codec.amqp.TypeLimits;
import io.sluice.codec.amqp.TypeWriter;
import io.sluice.codec.wire.Slice;
import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;

/** The AMQP frames and messages that are measured. */
final class AmqpSamples {
    private static final int MESSAGE_BYTES = 364;
    private static final int PAYLOAD_BYTES = 64;
    static final TypeLimits LIMITS = TypeLimits.DEFAULT;
    static final Slice DELIVERY_TAG = Slice.of((byte) 0, (byte) 0, (byte) 18, (byte) 103);

    private static final Slice SENSOR = Slice.ofUtf8("sensor");
    private static final Slice SENSOR_ID = Slice.ofUtf8("pt100-0417");
    private static final Slice LINE = Slice.ofUtf8("line");

    private AmqpSamples() {}

    /**
     * A message of 364 bytes: header, properties as a device's reading has them, two application
     * properties, 64 bytes of data.
     */
    static byte[] message() {
        final byte[] payload = new byte[PAYLOAD_BYTES];
        Arrays.fill(payload, (byte) 'x');
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[1024]);
        final MessageEncoder message = new MessageEncoder().wrap(buffer, 0, buffer.capacity());
        message.header(header()).properties(properties());
        applicationProperties(message);
        final int length = message.data(Slice.of(payload)).end();
        if (length != MESSAGE_BYTES) {
            throw new AssertionError("the message has " + length + " bytes");
        }
        return Arrays.copyOf(buffer.byteArray(), length);
    }

    static HeaderEncoder header() {
        return new HeaderEncoder().clear().durable(true).ttl(60_000);
    }

    static PropertiesEncoder properties() {
        final PropertiesEncoder properties = new PropertiesEncoder().clear();
        properties.messageId().string(Slice.ofUtf8("0f8fad5b-d9cb-469f-a165-70867728950e"));
        properties.correlationId().string(Slice.ofUtf8("7c9e6679-7425-40de-944b-e07fc1f90ae7"));
        properties
                .userId(Slice.ofUtf8("press-12"))
                .to(Slice.ofUtf8("queues/plant/line-4/press-12/temperature"))
                .subject(Slice.ofUtf8("temperature-c2"))
                .replyTo(Slice.ofUtf8("replies/plant/line-4/press-12"))
                .contentType(Slice.ofUtf8("application/json; charset=utf-8"))
                .creationTime(1_700_000_000_000L)
                .groupId(Slice.ofUtf8("plant/line-4/press-12"));
        return properties;
    }

    static void applicationProperties(final MessageEncoder message) {
        final TypeWriter map = message.beginMap(Descriptor.APPLICATION_PROPERTIES);
        map.putString(SENSOR).putString(SENSOR_ID).putString(LINE).putInt(4);
        message.endMap();
    }

    /** A transfer performative as a sender writes it: handle, id, tag, format, settled. */
    static TransferEncoder transfer() {
        return new TransferEncoder()
                .clear()
                .channel(1)
                .handle(3)
                .deliveryId(4711)
                .deliveryTag(DELIVERY_TAG)
                .messageFormat(0)
                .settled(false);
    }

    /** A whole transfer frame without a payload. */
    static byte[] transferFrame() {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[512]);
        return Arrays.copyOf(buffer.byteArray(), transfer().encode(buffer, 0, 512));
    }
}
