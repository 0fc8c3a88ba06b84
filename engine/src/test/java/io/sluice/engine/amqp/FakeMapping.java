package io.sluice.engine.amqp;

import io.sluice.engine.link.Mapping;
import io.sluice.engine.link.Record;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** Makes every PUBLISH a message with three bytes of data, unless it is empty. */
final class FakeMapping implements Mapping {
    @Override
    public int toMqtt(
            final DirectBuffer record,
            final int offset,
            final MutableDirectBuffer target,
            final int targetOffset) {
        return NONE;
    }

    @Override
    public int toAmqp(
            final DirectBuffer record,
            final int offset,
            final MutableDirectBuffer target,
            final int targetOffset) {
        if (Record.contentLength(record, offset) == 0) {
            return NONE;
        }
        target.putBytes(targetOffset, FakePeer.data(3));
        return FakePeer.data(3).length;
    }
}
