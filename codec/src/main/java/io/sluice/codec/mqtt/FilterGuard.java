package io.sluice.codec.mqtt;

import org.agrona.DirectBuffer;

/**
 * Judges a whole SUBSCRIBE or UNSUBSCRIBE by its raw bytes, its properties and its Topic Filters,
 * before any of them is looked at; one per loop and set of caps. Never walks further than one
 * filter past the cap.
 */
public final class FilterGuard {
    private final FilterCaps caps;
    private final PropertyGuard properties;

    public FilterGuard(final FilterCaps caps) {
        this.caps = caps;
        properties = new PropertyGuard(caps.propertyBytesMax(), caps.userPropertiesMax());
    }

    /**
     * The first cap that the packet breaks, in the order of its bytes; {@link IngressCap#NONE} also
     * for what is malformed and the decoder's to refuse.
     */
    public IngressCap inspect(
            final DirectBuffer buffer,
            final int offset,
            final int length,
            final MqttVersion version) {
        final int body = FieldReader.bodyOffset(buffer, offset, length);
        if (body == FieldReader.CUT) {
            return IngressCap.NONE;
        }
        final int limit = offset + length;
        int filters = body + 2;
        if (version == MqttVersion.V5) {
            final IngressCap broken = properties.inspect(buffer, filters, limit);
            filters = properties.limit();
            if (broken != IngressCap.NONE || filters == FieldReader.CUT) {
                return broken;
            }
        }
        final int type = ControlPacketType.of(buffer.getByte(offset));
        final int optionBytes = type == ControlPacketType.SUBSCRIBE ? 1 : 0;
        return inspectFilters(buffer, filters, limit, optionBytes);
    }

    private IngressCap inspectFilters(
            final DirectBuffer buffer, final int offset, final int limit, final int optionBytes) {
        int filters = 0;
        int position = offset;
        while (position < limit) {
            final int end = FieldReader.end(buffer, position, limit);
            if (end == FieldReader.CUT) {
                return IngressCap.NONE;
            }
            if (++filters > caps.filtersMax()) {
                return IngressCap.FILTERS;
            }
            final IngressCap broken = caps.judgeFilter(buffer, position + 2, end - position - 2);
            if (broken != IngressCap.NONE) {
                return broken;
            }
            position = end + optionBytes;
        }
        return IngressCap.NONE;
    }
}
