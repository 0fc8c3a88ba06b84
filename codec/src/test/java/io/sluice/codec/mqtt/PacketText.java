package io.sluice.codec.mqtt;

import io.sluice.codec.wire.Slice;
import java.util.HexFormat;

/** What a decoder's accessors say, as lines of text: two packets with the same text are equal. */
final class PacketText {
    private final StringBuilder text = new StringBuilder();

    /** Adds a line. */
    PacketText add(final String name, final Object value) {
        text.append(name).append(": ").append(value).append('\n');
        return this;
    }

    /** Adds a line with bytes in hexadecimal. */
    PacketText add(final String name, final Slice value) {
        return add(name, hex(value));
    }

    /** Adds a line for each property of a list, and what the list says of each without a walk. */
    PacketText add(final PropertyList list) {
        final PropertyCursor cursor = new PropertyCursor().wrap(list);
        while (cursor.next()) {
            add(property(list, cursor));
        }
        add("user properties", list.userPropertyCount());
        return add("subscription identifiers", list.subscriptionIdentifierCount());
    }

    /** Adds a line as it is. */
    PacketText add(final String line) {
        text.append(line).append('\n');
        return this;
    }

    private static String property(final PropertyList list, final PropertyCursor cursor) {
        final int id = cursor.id();
        if (id == PropertyId.USER_PROPERTY) {
            return userProperty(cursor.name(), cursor.value());
        }
        final boolean bytes = PropertyId.isBytes(id);
        final String walked = bytes ? property(id, cursor.value()) : property(id, cursor.number());
        final String found =
                bytes ? property(id, list.bytes(id)) : property(id, list.number(id, -1));
        if (!list.has(id) || !walked.equals(found) && id != PropertyId.SUBSCRIPTION_IDENTIFIER) {
            throw new AssertionError("walked: " + walked + ", found: " + found);
        }
        return walked;
    }

    static String property(final int id, final long number) {
        return "property " + id + ": " + number;
    }

    static String property(final int id, final Slice bytes) {
        return "property " + id + ": " + hex(bytes);
    }

    static String userProperty(final Slice name, final Slice value) {
        return "user property " + hex(name) + " = " + hex(value);
    }

    private static String hex(final Slice bytes) {
        return '[' + HexFormat.of().formatHex(bytes.toByteArray()) + ']';
    }

    static String of(final ConnectDecoder connect) {
        return new PacketText()
                .add("CONNECT", connect.protocolLevel())
                .add("clean start", connect.cleanStart())
                .add("keep alive", connect.keepAlive())
                .add("client id", connect.clientId())
                .add("will", connect.hasWill())
                .add("will qos", connect.willQos())
                .add("will retain", connect.willRetain())
                .add("will topic", connect.willTopic())
                .add("will payload", connect.willPayload())
                .add("has user name", connect.hasUserName())
                .add("user name", connect.userName())
                .add("has password", connect.hasPassword())
                .add("password", connect.password())
                .add(connect.properties())
                .add(connect.willProperties())
                .toString();
    }

    static String of(final ConnackDecoder connack) {
        return new PacketText()
                .add("CONNACK", connack.reasonCode())
                .add("session present", connack.sessionPresent())
                .add(connack.properties())
                .toString();
    }

    static String of(final PublishDecoder publish) {
        return new PacketText()
                .add("PUBLISH", publish.packetId())
                .add("dup", publish.dup())
                .add("qos", publish.qos())
                .add("retain", publish.retain())
                .add("topic", publish.topic())
                .add("topic alias", publish.topicAlias())
                .add("payload", publish.payload())
                .add(publish.properties())
                .toString();
    }

    static String of(final AckDecoder ack) {
        return new PacketText()
                .add(ControlPacketType.name(ack.type()), ack.packetId())
                .add("reason", ack.reasonCode())
                .add(ack.properties())
                .toString();
    }

    static String of(final SubscribeDecoder subscribe) {
        final PacketText text = new PacketText();
        text.add(ControlPacketType.name(subscribe.type()), subscribe.packetId());
        text.add("filters", subscribe.count());
        subscribe.rewind();
        while (subscribe.next()) {
            text.add("filter", subscribe.topicFilter());
            if (subscribe.type() == ControlPacketType.SUBSCRIBE) {
                text.add("options", subscribe.options());
            }
            text.add("valid", subscribe.isValid());
            text.add("shared", subscribe.isShared());
            if (subscribe.isValid()) {
                text.add("share name", subscribe.shareName());
                text.add("matched", subscribe.matchedFilter());
            }
        }
        return text.add("subscription", subscribe.subscriptionIdentifier())
                .add(subscribe.properties())
                .toString();
    }

    static String of(final SubackDecoder suback) {
        final PacketText text = new PacketText();
        text.add(ControlPacketType.name(suback.type()), suback.packetId());
        for (int i = 0; i < suback.count(); i++) {
            text.add("reason", suback.reasonCode(i));
        }
        return text.add(suback.properties()).toString();
    }

    static String of(final String name, final int reasonCode, final PropertyList properties) {
        return new PacketText().add(name, reasonCode).add(properties).toString();
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
