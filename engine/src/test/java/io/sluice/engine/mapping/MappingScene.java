package io.sluice.engine.mapping;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.sluice.codec.amqp.AmqpError;
import io.sluice.codec.amqp.MapCursor;
import io.sluice.codec.amqp.MessageCursor;
import io.sluice.codec.amqp.MessageEncoder;
import io.sluice.codec.amqp.TypeLimits;
import io.sluice.codec.amqp.TypedValue;
import io.sluice.codec.mqtt.MqttVersion;
import io.sluice.codec.mqtt.PacketSender;
import io.sluice.codec.mqtt.PropertyCursor;
import io.sluice.codec.mqtt.PropertyId;
import io.sluice.codec.mqtt.PropertyWriter;
import io.sluice.codec.mqtt.PublishDecoder;
import io.sluice.codec.mqtt.ReasonCode;
import io.sluice.codec.mqtt.VariableByteInteger;
import io.sluice.codec.wire.Slice;
import io.sluice.engine.link.Mapping;
import io.sluice.engine.link.Record;
import io.sluice.engine.observe.Counter;
import io.sluice.engine.observe.Counters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Records of both protocols, a mapping with a clock that stands, and what came out, decoded. */
final class MappingScene {
    /** Nothing begins at 0 here, so that an offset that was forgotten is seen. */
    static final int RECORD = 24;

    static final int TARGET = 5;
    static final int QOS_1 = 1 << Record.FLAGS_QOS_SHIFT | Record.FLAG_DURABLE;

    final Counters counters = new Counters(new UnsafeBuffer(new byte[Counters.BLOCK_LENGTH]), 0);
    final MutableDirectBuffer target = new ExpandableArrayBuffer(16);
    final MqttAmqpMapping mapping;
    long nowMs = 1_000_000;

    final MessageCursor amqp = new MessageCursor(TypeLimits.DEFAULT);
    final PublishDecoder mqtt = new PublishDecoder(PacketSender.SERVER);

    MappingScene(final boolean trustsMarks) {
        mapping = new MqttAmqpMapping(() -> nowMs, counters, trustsMarks);
    }

    static MappingScene trusting() {
        return new MappingScene(true);
    }

    static MappingScene suspicious() {
        return new MappingScene(false);
    }

    /** A PUBLISH as a record. */
    static MutableDirectBuffer publish(
            final String topic, final byte[] payload, final Consumer<PropertyWriter> properties) {
        final MutableDirectBuffer list = new ExpandableArrayBuffer();
        final PropertyWriter writer = new PropertyWriter(list);
        properties.accept(writer);
        final MutableDirectBuffer body = new ExpandableArrayBuffer();
        final Slice name = Slice.ofUtf8(topic);
        body.putShort(0, (short) name.length(), BIG_ENDIAN);
        int at = 2 + name.copyTo(body, 2);
        at += VariableByteInteger.encode(body, at, writer.length());
        body.putBytes(at, list, 0, writer.length());
        at += writer.length();
        body.putBytes(at, payload);
        return record(Record.FORMAT_MQTT, QOS_1, bytes(body, 0, at + payload.length));
    }

    static MutableDirectBuffer record(final byte format, final int flags, final byte[] body) {
        final UnsafeBuffer record = new UnsafeBuffer(new byte[RECORD + 32 + body.length]);
        Record.begin(record, RECORD, format, flags, body.length);
        record.putBytes(Record.bodyOffset(RECORD), body);
        return record;
    }

    /** What is written as sections, as a record. */
    static MutableDirectBuffer message(
            final String address, final Consumer<MessageEncoder> sections) {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[1 << 18]);
        final MessageEncoder encoder = new MessageEncoder();
        sections.accept(encoder.wrap(buffer, 0, buffer.capacity()));
        return message(address, bytes(buffer, 0, encoder.end()));
    }

    static MutableDirectBuffer message(final String address, final byte[] sections) {
        final Slice name = Slice.ofUtf8(address);
        final UnsafeBuffer body = new UnsafeBuffer(new byte[2 + name.length() + sections.length]);
        body.putShort(0, (short) name.length(), BIG_ENDIAN);
        name.copyTo(body, 2);
        body.putBytes(2 + name.length(), sections);
        return record(Record.FORMAT_AMQP, 0, body.byteArray());
    }

    /** The AMQP message that the record becomes, in {@link #amqp}; its bytes. */
    byte[] toAmqp(final DirectBuffer record) {
        final int length = mapping.toAmqp(record, RECORD, target, TARGET);
        assertNotEquals(Mapping.NONE, length);
        final byte[] bytes = bytes(target, TARGET, length);
        assertEquals(AmqpError.NONE, amqp.wrap(new UnsafeBuffer(bytes), 0, length));
        return bytes;
    }

    /** The PUBLISH that the record becomes, in {@link #mqtt}; its body. */
    byte[] toMqtt(final DirectBuffer record) {
        final int length = mapping.toMqtt(record, RECORD, target, TARGET);
        assertNotEquals(Mapping.NONE, length);
        final byte[] body = bytes(target, TARGET, length);
        decode(body);
        return body;
    }

    /** Reads the body of a PUBLISH. */
    void decode(final byte[] body) {
        final UnsafeBuffer packet = new UnsafeBuffer(new byte[5 + body.length]);
        packet.putByte(0, (byte) 0x30);
        final int at = 1 + VariableByteInteger.encode(packet, 1, body.length);
        packet.putBytes(at, body);
        final int reason = mqtt.wrap(packet, 0, at + body.length, MqttVersion.V5);
        assertEquals(ReasonCode.SUCCESS, reason);
    }

    /** Names and values as {@code name=value}. */
    List<String> userProperties() {
        final List<String> found = new ArrayList<>();
        final PropertyCursor cursor = new PropertyCursor().wrap(mqtt.properties());
        while (cursor.next(PropertyId.USER_PROPERTY)) {
            found.add(cursor.name() + "=" + cursor.value());
        }
        return found;
    }

    /** The same without marks. */
    List<String> plainUserProperties() {
        return userProperties().stream().filter(it -> !it.startsWith("x-sluice-")).toList();
    }

    boolean hasMark() {
        return userProperties().stream().anyMatch(it -> it.startsWith("x-sluice-amqp="));
    }

    /** Keys and strings as {@code key=value}. */
    List<String> applicationProperties() {
        final List<String> found = new ArrayList<>();
        final MapCursor cursor = new MapCursor().wrap(amqp.applicationProperties());
        while (cursor.next()) {
            found.add(cursor.key().bytes() + "=" + cursor.value().bytes());
        }
        return found;
    }

    /** A message-annotation of the AMQP message, or one of type NULL. */
    TypedValue annotation(final String key) {
        final MapCursor cursor = new MapCursor().wrap(amqp.messageAnnotations());
        return cursor.find(Slice.ofUtf8(key)) ? cursor.value() : new TypedValue();
    }

    long count(final Counter counter) {
        return counters.get(counter);
    }

    static byte[] bytes(final DirectBuffer buffer, final int offset, final int length) {
        final byte[] bytes = new byte[length];
        buffer.getBytes(offset, bytes);
        return bytes;
    }

    static byte[] utf8(final String text) {
        return Slice.ofUtf8(text).toByteArray();
    }

    /** The bare message of whole sections. */
    static byte[] bare(final byte[] sections) {
        final MessageCursor cursor = new MessageCursor(TypeLimits.DEFAULT);
        assertEquals(AmqpError.NONE, cursor.wrap(new UnsafeBuffer(sections), 0, sections.length));
        return Arrays.copyOfRange(
                sections, cursor.bareOffset(), cursor.bareOffset() + cursor.bareLength());
    }

    /** The message-annotations of whole sections that have some. */
    static byte[] annotations(final byte[] sections) {
        final MessageCursor cursor = new MessageCursor(TypeLimits.DEFAULT);
        assertEquals(AmqpError.NONE, cursor.wrap(new UnsafeBuffer(sections), 0, sections.length));
        return cursor.messageAnnotations().encoded().toByteArray();
    }
}
