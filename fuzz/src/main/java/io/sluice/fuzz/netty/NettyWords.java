package io.sluice.fuzz.netty;

import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.mqtt.MqttConnAckMessage;
import io.netty.handler.codec.mqtt.MqttConnectMessage;
import io.netty.handler.codec.mqtt.MqttConnectPayload;
import io.netty.handler.codec.mqtt.MqttConnectVariableHeader;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttMessageIdAndPropertiesVariableHeader;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttPubReplyMessageVariableHeader;
import io.netty.handler.codec.mqtt.MqttPublishMessage;
import io.netty.handler.codec.mqtt.MqttReasonCodeAndPropertiesVariableHeader;
import io.netty.handler.codec.mqtt.MqttReasonCodes;
import io.netty.handler.codec.mqtt.MqttSubAckMessage;
import io.netty.handler.codec.mqtt.MqttSubscribeMessage;
import io.netty.handler.codec.mqtt.MqttSubscriptionOption;
import io.netty.handler.codec.mqtt.MqttTopicSubscription;
import io.netty.handler.codec.mqtt.MqttUnsubAckMessage;
import io.netty.handler.codec.mqtt.MqttUnsubscribeMessage;
import io.sluice.codec.mqtt.ReasonCode;
import io.sluice.fuzz.packet.PacketWords;
import io.sluice.fuzz.packet.PropertyForm;
import java.util.ArrayList;
import java.util.List;

/** What Netty read, in the words of {@link PacketWords}. */
final class NettyWords {
    private static final String NONE = "none";

    /** The reason codes of the return codes of a 3.1.1 CONNACK (MQTT 3.1.1 section 3.2.2.3). */
    private static final int[] OF_RETURN_CODES = {
        ReasonCode.SUCCESS,
        ReasonCode.UNSUPPORTED_PROTOCOL_VERSION,
        ReasonCode.CLIENT_IDENTIFIER_NOT_VALID,
        ReasonCode.SERVER_UNAVAILABLE,
        ReasonCode.BAD_USER_NAME_OR_PASSWORD,
        ReasonCode.NOT_AUTHORIZED
    };

    private NettyWords() {}

    static List<String> publish(final MqttMessage message) {
        final MqttPublishMessage publish = (MqttPublishMessage) message;
        final List<String> words = new ArrayList<>();
        words.add("dup " + publish.fixedHeader().isDup());
        words.add("qos " + publish.fixedHeader().qosLevel().value());
        words.add("retain " + publish.fixedHeader().isRetain());
        words.add("topic " + publish.variableHeader().topicName());
        words.add("packet id " + Math.max(0, publish.variableHeader().packetId()));
        words.add("payload " + PacketWords.hex(ByteBufUtil.getBytes(publish.payload())));
        words.addAll(properties(publish.variableHeader().properties()));
        return words;
    }

    static List<String> connect(final MqttMessage message) {
        final MqttConnectVariableHeader header = ((MqttConnectMessage) message).variableHeader();
        final MqttConnectPayload payload = ((MqttConnectMessage) message).payload();
        final List<String> words = new ArrayList<>();
        words.add("level " + header.version());
        words.add("clean start " + header.isCleanSession());
        words.add("keep alive " + header.keepAliveTimeSeconds());
        words.add("client id " + payload.clientIdentifier());
        words.addAll(properties(header.properties()));
        words.add("will " + header.isWillFlag());
        if (header.isWillFlag()) {
            words.add("qos " + header.willQos());
            words.add("retain " + header.isWillRetain());
            words.add("topic " + payload.willTopic());
            words.add("payload " + PacketWords.hex(payload.willMessageInBytes()));
            words.addAll(properties(payload.willProperties()));
        }
        words.add("user name " + (header.hasUserName() ? payload.userName() : NONE));
        words.add(
                "password "
                        + (header.hasPassword()
                                ? PacketWords.hex(payload.passwordInBytes())
                                : NONE));
        return words;
    }

    static List<String> connack(final MqttMessage message) {
        final MqttConnAckMessage connack = (MqttConnAckMessage) message;
        final int code = connack.variableHeader().connectReturnCode().byteValue() & 0xFF;
        final List<String> words =
                reason(
                        code < OF_RETURN_CODES.length ? OF_RETURN_CODES[code] : code,
                        connack.variableHeader().properties());
        words.add("session present " + connack.variableHeader().isSessionPresent());
        return words;
    }

    static List<String> ack(final MqttMessage message) {
        final MqttPubReplyMessageVariableHeader header =
                (MqttPubReplyMessageVariableHeader) message.variableHeader();
        final List<String> words = reason(header.reasonCode() & 0xFF, header.properties());
        words.add("packet id " + header.messageId());
        return words;
    }

    static List<String> reason(final MqttMessage message) {
        final MqttReasonCodeAndPropertiesVariableHeader header =
                (MqttReasonCodeAndPropertiesVariableHeader) message.variableHeader();
        return reason(header.reasonCode() & 0xFF, header.properties());
    }

    private static List<String> reason(final int reasonCode, final MqttProperties properties) {
        final List<String> words = new ArrayList<>();
        words.add("reason code " + reasonCode);
        words.addAll(properties(properties));
        return words;
    }

    static List<String> subscribe(final MqttMessage message) {
        final List<String> words = idAndProperties(message);
        if (message instanceof MqttUnsubscribeMessage unsubscribe) {
            unsubscribe.payload().topics().forEach(filter -> words.add("filter " + filter));
            return words;
        }
        for (final MqttTopicSubscription filter :
                ((MqttSubscribeMessage) message).payload().topicSubscriptions()) {
            final MqttSubscriptionOption options = filter.option();
            words.add("filter " + filter.topicFilter());
            words.add("qos " + options.qos().value());
            words.add("no local " + options.isNoLocal());
            words.add("as published " + options.isRetainAsPublished());
            words.add("retain handling " + options.retainHandling().value());
        }
        return words;
    }

    static List<String> suback(final MqttMessage message) {
        final List<String> words = idAndProperties(message);
        if (message instanceof MqttUnsubAckMessage unsuback) {
            for (final MqttReasonCodes.UnsubAck code : unsuback.payload().typedReasonCodes()) {
                words.add("reason code " + (code == null ? NONE : code.byteValue() & 0xFF));
            }
            return words;
        }
        // Netty has null for a code that it does not know.
        for (final MqttReasonCodes.SubAck code :
                ((MqttSubAckMessage) message).payload().typedReasonCodes()) {
            words.add("reason code " + (code == null ? NONE : code.byteValue() & 0xFF));
        }
        return words;
    }

    private static List<String> idAndProperties(final MqttMessage message) {
        final MqttMessageIdAndPropertiesVariableHeader header =
                (MqttMessageIdAndPropertiesVariableHeader) message.variableHeader();
        final List<String> words = new ArrayList<>();
        words.add("packet id " + header.messageId());
        words.addAll(properties(header.properties()));
        return words;
    }

    private static List<String> properties(final MqttProperties properties) {
        final List<String> words = new ArrayList<>();
        for (int id = 1; id < PropertyForm.IDS_END; id++) {
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
            return PacketWords.hex(bytes);
        }
        // Netty keeps four byte integers in a signed one.
        return value instanceof Integer number
                ? Long.toString(number & 0xFFFF_FFFFL)
                : value.toString();
    }
}
