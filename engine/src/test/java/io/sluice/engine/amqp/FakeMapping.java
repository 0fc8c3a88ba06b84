package io.sluice.engine.amqp;

import io.sluice.engine.link.Mapping;
import io.sluice.engine.link.Record;
import io.sluice.engine.mapping.MqttAmqpMapping;
import io.sluice.engine.observe.Counters;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Makes every PUBLISH a message with three bytes of data, unless it is empty. */
final class FakeMapping implements Mapping {
    private final Mapping rules =
            new MqttAmqpMapping(
                    () -> 0,
                    new Counters(new UnsafeBuffer(new byte[Counters.BLOCK_LENGTH]), 0),
                    false);

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

    @Override
    public boolean isTopic(final DirectBuffer address, final int offset, final int length) {
        return rules.isTopic(address, offset, length);
    }

    @Override
    public boolean isFilter(final DirectBuffer address, final int offset, final int length) {
        return rules.isFilter(address, offset, length);
    }
}
