package io.sluice.codec.mqtt;

import org.agrona.DirectBuffer;

/**
 * What one message may cost: a PUBLISH, or the will of a CONNECT. Immutable: any number of guards
 * share one.
 *
 * @param topicBytesMax bytes of the Topic Name
 * @param topicLevelsMax levels of the Topic Name
 * @param propertyBytesMax bytes of the property list, without the length in front of it
 * @param userPropertiesMax User Properties; the longer list of a PUBLISH is cut to one more
 * @param correlationDataBytesMax bytes of the Correlation Data
 * @param payloadBytesMax bytes of the payload
 */
public record PublishCaps(
        int topicBytesMax,
        int topicLevelsMax,
        int propertyBytesMax,
        int userPropertiesMax,
        int correlationDataBytesMax,
        int payloadBytesMax) {

    public PublishCaps {
        require(topicBytesMax >= 1, "topic bytes: 1 or more");
        require(topicLevelsMax >= 1, "topic levels: 1 or more");
        requirePropertyCaps(propertyBytesMax, userPropertiesMax);
        require(correlationDataBytesMax >= 0, "correlation data bytes: 0 or more");
        require(payloadBytesMax >= 0, "payload bytes: 0 or more");
    }

    static void requirePropertyCaps(final int propertyBytesMax, final int userPropertiesMax) {
        require(propertyBytesMax >= 0, "property bytes: 0 or more");
        require(
                userPropertiesMax >= 0 && userPropertiesMax <= VariableByteInteger.MAX,
                "user properties: 0 to 268,435,455");
    }

    static void require(final boolean condition, final String rule) {
        if (!condition) {
            throw new IllegalArgumentException(rule);
        }
    }

    /** Judges a Topic Name. */
    IngressCap judgeTopic(final DirectBuffer buffer, final int offset, final int length) {
        if (length > topicBytesMax) {
            return IngressCap.TOPIC_BYTES;
        }
        return TopicName.isDeeper(topicLevelsMax, buffer, offset, length)
                ? IngressCap.TOPIC_LEVELS
                : IngressCap.NONE;
    }
}
