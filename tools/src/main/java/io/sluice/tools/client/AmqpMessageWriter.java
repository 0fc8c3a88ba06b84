package io.sluice.tools.client;

import io.sluice.codec.amqp.Descriptor;
import io.sluice.codec.amqp.HeaderEncoder;
import io.sluice.codec.amqp.MessageEncoder;
import io.sluice.codec.amqp.PropertiesEncoder;
import io.sluice.codec.amqp.TypeWriter;
import io.sluice.codec.wire.Slice;
import org.agrona.concurrent.UnsafeBuffer;

/** A message as the bytes that travel. */
final class AmqpMessageWriter {
    private static final int ROOM = 4 << 10;

    private AmqpMessageWriter() {}

    static byte[] encode(final AmqpMessage message) {
        int room = message.payload().length + ROOM;
        while (true) {
            final byte[] bytes = new byte[room];
            final int length = encode(message, new UnsafeBuffer(bytes));
            if (length != TypeWriter.NO_ROOM) {
                return java.util.Arrays.copyOf(bytes, length);
            }
            room *= 2;
        }
    }

    private static int encode(final AmqpMessage message, final UnsafeBuffer buffer) {
        final MessageEncoder encoder = new MessageEncoder().wrap(buffer, 0, buffer.capacity());
        if (message.durable() || message.ttlMs().isPresent()) {
            final HeaderEncoder header = new HeaderEncoder().clear().durable(message.durable());
            message.ttlMs().ifPresent(header::ttl);
            encoder.header(header);
        }
        if (!message.properties().isEmpty()) {
            encoder.properties(properties(message.properties()));
        }
        if (!message.applicationProperties().isEmpty()) {
            final TypeWriter map = encoder.beginMap(Descriptor.APPLICATION_PROPERTIES);
            message.applicationProperties()
                    .forEach(
                            (name, value) ->
                                    map.putString(Slice.ofUtf8(name))
                                            .putString(Slice.ofUtf8(value)));
            encoder.endMap();
        }
        if (message.isText()) {
            encoder.beginValue().putString(Slice.of(message.payload()));
        } else {
            encoder.data(Slice.of(message.payload()));
        }
        return encoder.end();
    }

    private static PropertiesEncoder properties(final AmqpMessage.Properties said) {
        final PropertiesEncoder properties = new PropertiesEncoder().clear();
        said.messageId().ifPresent(text -> properties.messageId().string(Slice.ofUtf8(text)));
        said.subject().ifPresent(text -> properties.subject(Slice.ofUtf8(text)));
        said.replyTo().ifPresent(text -> properties.replyTo(Slice.ofUtf8(text)));
        said.correlationId()
                .ifPresent(text -> properties.correlationId().string(Slice.ofUtf8(text)));
        said.contentType().ifPresent(text -> properties.contentType(Slice.ofUtf8(text)));
        return properties;
    }
}
