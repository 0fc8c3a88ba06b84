package io.sluice.engine.mqtt;

import io.sluice.codec.wire.Slice;
import io.sluice.engine.link.Mapping;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** Takes the first bytes of a body for a PUBLISH, if they begin with a zero. */
final class FakeMapping implements Mapping {
    @Override
    public int toMqtt(
            final DirectBuffer record,
            final int offset,
            final MutableDirectBuffer target,
            final int targetOffset) {
        target.putBytes(targetOffset, record, offset + 32, 6);
        return record.getByte(offset + 32) == 0 ? 6 : NONE;
    }

    @Override
    public int toAmqp(
            final DirectBuffer record,
            final int offset,
            final MutableDirectBuffer target,
            final int targetOffset) {
        return NONE;
    }

    @Override
    public boolean isTopic(final DirectBuffer address, final int offset, final int length) {
        return isFilter(address, offset, length)
                && !new Slice().wrap(address, offset, length).toString().matches(".*[+#].*");
    }

    @Override
    public boolean isFilter(final DirectBuffer address, final int offset, final int length) {
        return length > 0 && !new Slice().wrap(address, offset, length).toString().contains("\0");
    }
}
