package io.sluice.codec.mqtt;

/**
 * The local caps that a guard judges on raw bytes: which one a packet breaks first, or none. Of a
 * CONNECT the topic, the Correlation Data and the payload are the will's, the properties its own or
 * the will's.
 */
public enum IngressCap {
    NONE,
    TOPIC_BYTES,
    TOPIC_LEVELS,
    PROPERTY_BYTES,
    USER_PROPERTIES,
    CORRELATION_DATA_BYTES,
    PAYLOAD_BYTES,
    FILTERS,
    FILTER_BYTES,
    FILTER_LEVELS
}
