package io.sluice.fuzz.mqtt;

import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttPublishMessage;
import io.sluice.codec.mqtt.PropertyCursor;
import io.sluice.codec.mqtt.PropertyId;
import io.sluice.codec.mqtt.PropertyList;
import io.sluice.codec.mqtt.PublishDecoder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** Puts what two decoders read into the same words. */
final class PublishComparison {
    private PublishComparison() {}

    /** What Sluice read. */
    static List<String> words(final PublishDecoder decoder) {
        final List<String> words = new ArrayList<>();
        words.add("dup " + decoder.dup());
        words.add("qos " + decoder.qos());
        words.add("retain " + decoder.retain());
        words.add("topic " + decoder.topic());
        words.add("packet id " + decoder.packetId());
        words.add("payload " + hex(decoder.payload().toByteArray()));
        words.addAll(properties(decoder.properties()));
        return words;
    }

    /** What Netty read. */
    static List<String> words(final MqttMessage message) {
        final MqttPublishMessage publish = (MqttPublishMessage) message;
        final List<String> words = new ArrayList<>();
        words.add("dup " + publish.fixedHeader().isDup());
        words.add("qos " + publish.fixedHeader().qosLevel().value());
        words.add("retain " + publish.fixedHeader().isRetain());
        words.add("topic " + publish.variableHeader().topicName());
        words.add("packet id " + Math.max(0, publish.variableHeader().packetId()));
        words.add("payload " + hex(ByteBufUtil.getBytes(publish.payload())));
        words.addAll(properties(publish.variableHeader().properties()));
        return words;
    }

    /** The properties in the order of their identifiers, the repeated ones as they were sent. */
    static List<String> properties(final PropertyList list) {
        final List<String> words = new ArrayList<>();
        final PropertyCursor cursor = new PropertyCursor();
        for (int id = 1; id <= PropertyId.SHARED_SUBSCRIPTION_AVAILABLE; id++) {
            cursor.wrap(list);
            while (cursor.next(id)) {
                words.add(id + ": " + value(cursor));
            }
        }
        return words;
    }

    private static String value(final PropertyCursor cursor) {
        return switch (PropertyTelling.form(cursor.id())) {
            case NUMBER, VARIABLE -> Long.toString(cursor.number());
            case BYTES ->
                    isBinary(cursor.id())
                            ? hex(cursor.value().toByteArray())
                            : cursor.value().toString();
            case PAIR -> cursor.name() + " = " + cursor.value();
            case ABSENT -> throw new AssertionError("unknown property " + cursor.id());
        };
    }

    static List<String> properties(final MqttProperties properties) {
        final List<String> words = new ArrayList<>();
        for (int id = 1; id <= PropertyId.SHARED_SUBSCRIPTION_AVAILABLE; id++) {
            for (final MqttProperties.MqttProperty<?> property : properties.getProperties(id)) {
                words.add(id + ": " + value(property));
            }
        }
        return words;
    }

    private static String value(final MqttProperties.MqttProperty<?> property) {
        final Object value = property.value();
        if (value instanceof MqttProperties.StringPair pair) {
            return pair.key + " = " + pair.value;
        }
        if (value instanceof byte[] bytes) {
            return hex(bytes);
        }
        // Netty keeps four byte integers in a signed one.
        return value instanceof Integer number
                ? Long.toString(number & 0xFFFF_FFFFL)
                : value.toString();
    }

    private static boolean isBinary(final int id) {
        return id == PropertyId.CORRELATION_DATA || id == PropertyId.AUTHENTICATION_DATA;
    }

    private static String hex(final byte[] bytes) {
        return bytes.length > 100
                ? bytes.length + " bytes " + Arrays.hashCode(bytes)
                : HexFormat.of().formatHex(bytes);
    }
}
