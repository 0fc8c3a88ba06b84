package io.sluice.codec.mqtt;

/**
 * What one PUBLISH may cost.
 *
 * @param topicBytes bytes of the Topic Name
 * @param topicLevels levels of the Topic Name
 * @param propertyBytes bytes of the property list, without the length in front of it
 * @param userProperties User Properties; a longer list is cut to one more than this
 * @param correlationDataBytes bytes of the Correlation Data
 * @param payloadBytes bytes of the payload
 */
public record PublishCaps(
        int topicBytes,
        int topicLevels,
        int propertyBytes,
        int userProperties,
        int correlationDataBytes,
        int payloadBytes) {

    public PublishCaps {
        require(topicBytes >= 1, "topic bytes: 1 or more");
        require(topicLevels >= 1, "topic levels: 1 or more");
        require(propertyBytes >= 0, "property bytes: 0 or more");
        require(
                userProperties >= 0 && userProperties <= VariableByteInteger.MAX,
                "user properties: 0 to 268,435,455");
        require(correlationDataBytes >= 0, "correlation data bytes: 0 or more");
        require(payloadBytes >= 0, "payload bytes: 0 or more");
    }

    private static void require(final boolean condition, final String rule) {
        if (!condition) {
            throw new IllegalArgumentException(rule);
        }
    }
}
