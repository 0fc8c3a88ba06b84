package io.sluice.engine.amqp;

import io.sluice.codec.amqp.TypeWriter;
import io.sluice.codec.wire.Slice;
import io.sluice.engine.agent.Deadline;
import io.sluice.engine.agent.Timers;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * How many events matched a link and were not sent on it while they were worth it, and whether its
 * consumer knows; owned by the link. The number counts from the attach and is never taken back, so
 * that a later report makes up for one that was not seen. It rides on the next message, and a
 * second after a loss goes out by itself: there may be no next message.
 */
final class LostEvents {
    /** Of the delivery-annotation, and of the link's property in a flow; the value is a uint. */
    static final Slice KEY = Slice.ofUtf8("x-opt-sluice-lost");

    /** Key and value, encoded. */
    static final int PAIR_LENGTH_MAX = 2 + KEY.length() + 1 + Integer.BYTES;

    private static final int MAP_LENGTH_MAX = 3 + PAIR_LENGTH_MAX;
    private static final long TELL_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long COUNT_MAX = 0xFFFF_FFFFL;

    private final Timers timers;
    private final Deadline deadline;
    private final TypeWriter encoder = new TypeWriter();
    private final UnsafeBuffer bytes = new UnsafeBuffer(new byte[MAP_LENGTH_MAX]);
    private final Slice map = new Slice();

    private long count;
    private boolean untold;

    /**
     * @param onDue runs a second after a loss that was not told
     */
    LostEvents(final Timers timers, final Runnable onDue) {
        this.timers = timers;
        deadline = new Deadline(nowNs -> onDue.run());
    }

    /** So many more. */
    void add(final long more, final long nowNs) {
        count = Math.min(COUNT_MAX, count + more);
        untold = true;
        if (!deadline.isScheduled()) {
            timers.schedule(deadline, nowNs + TELL_NS);
        }
    }

    boolean isNone() {
        return count == 0;
    }

    /** Whether there are some that the consumer does not know of. */
    boolean isUntold() {
        return untold;
    }

    /** The number is on its way to the consumer. */
    void told() {
        untold = false;
        timers.cancel(deadline);
    }

    /** The link is over. */
    void cancel() {
        timers.cancel(deadline);
    }

    /** Adds key and number to a map that was begun. */
    void write(final TypeWriter annotations) {
        annotations.putSymbol(KEY).putUint(count);
    }

    /** Key and number as an encoded map, until the next one. */
    Slice map() {
        encoder.wrap(bytes, 0, MAP_LENGTH_MAX).beginMap();
        write(encoder);
        return map.wrap(bytes, 0, encoder.endMap().end());
    }
}
