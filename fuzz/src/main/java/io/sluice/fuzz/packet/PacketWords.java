package io.sluice.fuzz.packet;

import io.sluice.codec.mqtt.AckDecoder;
import io.sluice.codec.mqtt.ConnackDecoder;
import io.sluice.codec.mqtt.ConnectDecoder;
import io.sluice.codec.mqtt.ControlPacketType;
import io.sluice.codec.mqtt.PropertyCursor;
import io.sluice.codec.mqtt.PropertyId;
import io.sluice.codec.mqtt.PropertyList;
import io.sluice.codec.mqtt.PublishDecoder;
import io.sluice.codec.mqtt.SubackDecoder;
import io.sluice.codec.mqtt.SubscribeDecoder;
import io.sluice.codec.mqtt.SubscriptionOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** What the decoders read, in words that another implementation can be asked for too. */
public final class PacketWords {
    private static final String NONE = "none";

    private PacketWords() {}

    public static List<String> of(final PublishDecoder decoder) {
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

    public static List<String> of(final ConnectDecoder decoder) {
        final List<String> words = new ArrayList<>();
        words.add("level " + decoder.protocolLevel());
        words.add("clean start " + decoder.cleanStart());
        words.add("keep alive " + decoder.keepAlive());
        words.add("client id " + decoder.clientId());
        words.addAll(properties(decoder.properties()));
        words.add("will " + decoder.hasWill());
        if (decoder.hasWill()) {
            words.add("qos " + decoder.willQos());
            words.add("retain " + decoder.willRetain());
            words.add("topic " + decoder.willTopic());
            words.add("payload " + hex(decoder.willPayload().toByteArray()));
            words.addAll(properties(decoder.willProperties()));
        }
        words.add("user name " + (decoder.hasUserName() ? decoder.userName() : NONE));
        words.add(
                "password "
                        + (decoder.hasPassword() ? hex(decoder.password().toByteArray()) : NONE));
        return words;
    }

    public static List<String> of(final ConnackDecoder decoder) {
        final List<String> words = reason(decoder.reasonCode(), decoder.properties());
        words.add("session present " + decoder.sessionPresent());
        return words;
    }

    public static List<String> of(final AckDecoder decoder) {
        final List<String> words = reason(decoder.reasonCode(), decoder.properties());
        words.add("packet id " + decoder.packetId());
        return words;
    }

    /** A reason code and properties, which is all that there is of some packets. */
    public static List<String> reason(final int reasonCode, final PropertyList properties) {
        final List<String> words = new ArrayList<>();
        words.add("reason code " + reasonCode);
        words.addAll(properties(properties));
        return words;
    }

    public static List<String> of(final SubscribeDecoder decoder) {
        final List<String> words = new ArrayList<>();
        words.add("packet id " + decoder.packetId());
        words.addAll(properties(decoder.properties()));
        decoder.rewind();
        while (decoder.next()) {
            words.add("filter " + decoder.topicFilter());
            if (decoder.type() == ControlPacketType.SUBSCRIBE) {
                final int options = decoder.options();
                words.add("qos " + SubscriptionOptions.qos(options));
                words.add("no local " + SubscriptionOptions.noLocal(options));
                words.add("as published " + SubscriptionOptions.retainAsPublished(options));
                words.add("retain handling " + SubscriptionOptions.retainHandling(options));
            }
        }
        return words;
    }

    public static List<String> of(final SubackDecoder decoder) {
        final List<String> words = new ArrayList<>();
        words.add("packet id " + decoder.packetId());
        words.addAll(properties(decoder.properties()));
        for (int i = 0; i < decoder.count(); i++) {
            words.add("reason code " + decoder.reasonCode(i));
        }
        return words;
    }

    /** The properties in the order of their identifiers, the repeated ones as they were sent. */
    private static List<String> properties(final PropertyList list) {
        final List<String> words = new ArrayList<>();
        final PropertyCursor cursor = new PropertyCursor();
        for (int id = 1; id < PropertyForm.IDS_END; id++) {
            cursor.wrap(list);
            while (cursor.next(id)) {
                words.add(id + ": " + value(cursor));
            }
        }
        return words;
    }

    private static String value(final PropertyCursor cursor) {
        return switch (PropertyForm.of(cursor.id())) {
            case NUMBER, VARIABLE -> Long.toString(cursor.number());
            case BYTES ->
                    isBinary(cursor.id())
                            ? hex(cursor.value().toByteArray())
                            : cursor.value().toString();
            case PAIR -> cursor.name() + " = " + cursor.value();
            case ABSENT -> throw new AssertionError("unknown property " + cursor.id());
        };
    }

    private static boolean isBinary(final int id) {
        return id == PropertyId.CORRELATION_DATA || id == PropertyId.AUTHENTICATION_DATA;
    }

    /** The bytes, or what tells them from others where they are many. */
    public static String hex(final byte[] bytes) {
        return bytes.length > 100
                ? bytes.length + " bytes " + Arrays.hashCode(bytes)
                : HexFormat.of().formatHex(bytes);
    }
}
