package io.sluice.engine.broker;

import io.sluice.engine.link.Placement;
import io.sluice.engine.store.StoreLoop;
import io.sluice.engine.store.StoreReader;
import org.agrona.concurrent.EpochClock;

/** What every loop's part of the broker shares: nothing in here changes. */
public record BrokerContext(
        StoreLoop store,
        StoreReader reader,
        Placement placement,
        EpochClock wallClock,
        QueueLimits limits) {

    /** What every queue may hold, and how often it tries. */
    public record QueueLimits(long messagesMax, long bytesMax, int deliveriesMax) {
        public QueueLimits {
            if (messagesMax < 1 || bytesMax < 1 || deliveriesMax < 1) {
                throw new IllegalArgumentException("a queue needs room for a message");
            }
        }
    }
}
