package io.sluice.engine.mqtt;

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
}
