package io.sluice.engine.mapping;

import io.sluice.codec.mqtt.ReasonCode;
import io.sluice.codec.mqtt.TopicFilter;
import io.sluice.codec.mqtt.TopicName;
import io.sluice.engine.link.Mapping;
import io.sluice.engine.link.Record;
import io.sluice.engine.observe.Counters;
import java.util.function.LongSupplier;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * MQTT to AMQP and back, as {@code docs/mapping.md} tells; one per loop. Both ways need a record
 * that was checked when it came in; what is no message after all is {@link #NONE}.
 */
public final class MqttAmqpMapping implements Mapping {
    /** Of an address, as deep as a PUBLISH of ours may be twice over. */
    private static final int LEVELS_MAX = 128;

    /** Characters that the mark of an AMQP message may have. */
    public static final int MARK_MAX = 8 * 1024;

    private final ToAmqp toAmqp;
    private final ToMqtt toMqtt;

    /** As the other one, with a mark of up to {@link #MARK_MAX}. */
    public MqttAmqpMapping(
            final LongSupplier timeMs, final Counters counters, final boolean trustsMarks) {
        this(timeMs, counters, trustsMarks, MARK_MAX);
    }

    /**
     * A mapping of a loop.
     *
     * @param timeMs milliseconds of the engine's time, in which records expire
     * @param counters the loop's
     * @param trustsMarks whether marks of ours on what came in are believed
     * @param markMax characters that the mark of an AMQP message may have, up to 65,535
     */
    public MqttAmqpMapping(
            final LongSupplier timeMs,
            final Counters counters,
            final boolean trustsMarks,
            final int markMax) {
        if (markMax < 0 || markMax > 0xFFFF) {
            throw new IllegalArgumentException("a mark of 0 to 65,535 characters");
        }
        final AmqpMark mark = new AmqpMark();
        toAmqp = new ToAmqp(timeMs, counters, trustsMarks, mark);
        toMqtt = new ToMqtt(timeMs, counters, trustsMarks, markMax, mark);
    }

    @Override
    public int toMqtt(
            final DirectBuffer record,
            final int offset,
            final MutableDirectBuffer target,
            final int targetOffset) {
        return isBodyOf(Record.FORMAT_AMQP, record, offset)
                ? toMqtt.map(record, offset, target, targetOffset)
                : NONE;
    }

    @Override
    public int toAmqp(
            final DirectBuffer record,
            final int offset,
            final MutableDirectBuffer target,
            final int targetOffset) {
        return isBodyOf(Record.FORMAT_MQTT, record, offset)
                ? toAmqp.map(record, offset, target, targetOffset)
                : NONE;
    }

    /** Whether there is an address at all, and behind it what this way reads. */
    private static boolean isBodyOf(
            final byte format, final DirectBuffer record, final int offset) {
        return Record.format(record, offset) == format
                && Record.bodyLength(record, offset) >= Short.BYTES;
    }

    @Override
    public boolean isTopic(final DirectBuffer address, final int offset, final int length) {
        return TopicName.check(address, offset, length) == ReasonCode.SUCCESS
                && TopicName.levels(address, offset, length) <= LEVELS_MAX;
    }

    @Override
    public boolean isFilter(final DirectBuffer address, final int offset, final int length) {
        for (int i = offset; i < offset + length; i++) {
            if (address.getByte(i) == 0) {
                return false; // UTF-8, as a string of AMQP is, but none of MQTT's strings
            }
        }
        return TopicFilter.isValid(address, offset, length)
                && TopicName.levels(address, offset, length) <= LEVELS_MAX;
    }
}
