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
    static final int MESSAGE_BYTES = 364;
    static final TypeLimits LIMITS = TypeLimits.DEFAULT;
    static final Slice DELIVERY_TAG = Slice.of((byte) 0, (byte) 0, (byte) 18, (byte) 103);

    private static final Slice SENSOR = Slice.ofUtf8("sensor");
    private static final Slice SENSOR_ID = Slice.ofUtf8("pt100-0417");
    private static final Slice LINE = Slice.ofUtf8("line");

    private AmqpSamples() {}

    /** A message of 364 bytes: header, properties, two application properties, one data section. */
    static byte[] message() {
        for (int payload = 1; payload < MESSAGE_BYTES; payload++) {
            final byte[] message = message(payload);
            if (message.length == MESSAGE_BYTES) {
                return message;
            }
        }
        throw new AssertionError("no payload makes a message of 364 bytes");
    }

    private static byte[] message(final int payloadBytes) {
        final byte[] payload = new byte[payloadBytes];
        Arrays.fill(payload, (byte) 'x');
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[1024]);
        final int length = encode(new MessageEncoder(), buffer, Slice.of(payload));
        return Arrays.copyOf(buffer.byteArray(), length);
    }

    static HeaderEncoder header() {
        return new HeaderEncoder().clear().durable(true).ttl(60_000);
    }

    static PropertiesEncoder properties() {
        final PropertiesEncoder properties = new PropertiesEncoder().clear();
        properties.messageId().uuid(0x0123_4567_89AB_CDEFL, 0x0123_4567_89AB_CDEFL);
        properties
                .to(Slice.ofUtf8("queues/orders"))
                .subject(Slice.ofUtf8("temperature"))
                .contentType(Slice.ofUtf8("application/json"))
                .creationTime(1_700_000_000_000L);
        return properties;
    }

    /** Writes the message with the encoders that it makes. */
    static int encode(
            final MessageEncoder message, final UnsafeBuffer buffer, final Slice payload) {
        message.wrap(buffer, 0, buffer.capacity()).header(header()).properties(properties());
        applicationProperties(message);
        return message.data(payload).end();
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
