package io.sluice.codec.mqtt;

import org.agrona.DirectBuffer;

/**
 * Judges a whole SUBSCRIBE or UNSUBSCRIBE by how many Topic Filters its raw bytes hold, before any
 * of them is looked at; one serves all loops, for it keeps nothing. Never walks further than one
 * filter past the cap.
 */
public final class FilterGuard {
    private final int filtersMax;

    public FilterGuard(final int filtersMax) {
        if (filtersMax < 1) {
            throw new IllegalArgumentException("filters: 1 or more");
        }
        this.filtersMax = filtersMax;
    }

    /**
     * Whether the packet holds too many filters: {@link IngressCap#FILTERS} or {@link
     * IngressCap#NONE}, also for what is malformed and the decoder's to refuse.
     */
    public IngressCap inspect(
            final DirectBuffer buffer,
            final int offset,
            final int length,
            final MqttVersion version) {
        final int limit = offset + length;
        int position = filtersOffset(buffer, offset, length, version);
        if (position == FieldReader.CUT) {
            return IngressCap.NONE;
        }
        final int type = ControlPacketType.of(buffer.getByte(offset));
        final int optionBytes = type == ControlPacketType.SUBSCRIBE ? 1 : 0;
        int filters = 0;
        while (position < limit) {
            final int end = FieldReader.end(buffer, position, limit);
            if (end == FieldReader.CUT) {
                return IngressCap.NONE;
            }
            if (++filters > filtersMax) {
                return IngressCap.FILTERS;
            }
            position = end + optionBytes;
        }
        return IngressCap.NONE;
    }

    private static int filtersOffset(
            final DirectBuffer buffer,
            final int offset,
            final int length,
            final MqttVersion version) {
        final int body = FieldReader.bodyOffset(buffer, offset, length);
        if (body == FieldReader.CUT || version != MqttVersion.V5) {
            return body == FieldReader.CUT ? body : body + 2;
        }
        final int limit = offset + length;
        final long decoded = VariableByteInteger.decode(buffer, body + 2, limit);
        if (decoded < 0) {
            return FieldReader.CUT;
        }
        final int list = body + 2 + VariableByteInteger.length(decoded);
        return VariableByteInteger.value(decoded) > limit - list
                ? FieldReader.CUT
                : list + VariableByteInteger.value(decoded);
    }
}
