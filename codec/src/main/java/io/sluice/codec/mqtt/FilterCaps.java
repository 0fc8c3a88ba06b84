package io.sluice.codec.mqtt;

import org.agrona.DirectBuffer;

/**
 * What one SUBSCRIBE or UNSUBSCRIBE may cost. Immutable: any number of guards share one.
 *
 * @param filtersMax Topic Filters in the packet
 * @param filterBytesMax bytes of each Topic Filter, a share name included
 * @param filterLevelsMax levels of each Topic Filter, those of {@code $share/name} included
 * @param propertyBytesMax bytes of the property list, without the length in front of it
 * @param userPropertiesMax User Properties
 */
public record FilterCaps(
        int filtersMax,
        int filterBytesMax,
        int filterLevelsMax,
        int propertyBytesMax,
        int userPropertiesMax) {

    public FilterCaps {
        PublishCaps.require(filtersMax >= 1, "filters: 1 or more");
        PublishCaps.require(filterBytesMax >= 1, "filter bytes: 1 or more");
        PublishCaps.require(filterLevelsMax >= 1, "filter levels: 1 or more");
        PublishCaps.requirePropertyCaps(propertyBytesMax, userPropertiesMax);
    }

    /** Judges one Topic Filter. */
    IngressCap judgeFilter(final DirectBuffer buffer, final int offset, final int length) {
        if (length > filterBytesMax) {
            return IngressCap.FILTER_BYTES;
        }
        return TopicName.isDeeper(filterLevelsMax, buffer, offset, length)
                ? IngressCap.FILTER_LEVELS
                : IngressCap.NONE;
    }
}
