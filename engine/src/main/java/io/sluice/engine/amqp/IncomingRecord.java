package io.sluice.engine.amqp;

import io.sluice.codec.amqp.AmqpError;
import io.sluice.codec.amqp.HeaderSection;
import io.sluice.codec.amqp.MessageCursor;
import io.sluice.codec.wire.Slice;
import io.sluice.engine.link.EngineTime;
import io.sluice.engine.link.Home;
import io.sluice.engine.link.Record;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** Writes messages that came as records; one per loop. */
final class IncomingRecord {
    private final Home home;
    private final EngineTime time;
    private final MessageCursor cursor;

    IncomingRecord(final Home home, final EngineTime time, final MessageCursor cursor) {
        this.home = home;
        this.time = time;
        this.cursor = cursor;
    }

    /** Bytes in front of the message. */
    static int headLength(final Slice address) {
        return Record.HEADER_LENGTH + Short.BYTES + address.length();
    }

    /** Checks a whole message; what it says is remembered until it is written. */
    AmqpError check(final DirectBuffer buffer, final int offset, final int length) {
        return cursor.wrap(buffer, offset, length);
    }

    /** Writes the head in front of the message that was checked; it is not sealed yet. */
    void writeHead(
            final MutableDirectBuffer buffer,
            final int offset,
            final Slice address,
            final int contentLength,
            final boolean presettled) {
        final HeaderSection header = cursor.header();
        final int flags =
                (header.durable() ? Record.FLAG_DURABLE : 0)
                        | (presettled ? 0 : 1 << Record.FLAGS_QOS_SHIFT);
        final int bodyLength = Short.BYTES + address.length() + contentLength;
        Record.begin(buffer, offset, Record.FORMAT_AMQP, flags, bodyLength);
        Record.priority(buffer, offset, header.priority());
        final long nowMs = time.ms(home.clock().nanoTime());
        Record.arrivedAtMs(buffer, offset, nowMs);
        Record.expiresAtMs(buffer, offset, expiresAtMs(header, nowMs));
        Record.address(buffer, offset, address.buffer(), address.offset(), address.length());
    }

    /** The earlier of the two ends (part 3 sections 3.2.1 and 3.2.4); 0 for never. */
    private long expiresAtMs(final HeaderSection header, final long nowMs) {
        long expiresAtMs = Long.MAX_VALUE;
        if (header.hasTtl()) {
            expiresAtMs = nowMs + header.ttl(); // counts from arrival
        }
        if (cursor.properties().hasAbsoluteExpiryTime()) {
            final long absolute = Math.max(1, cursor.properties().absoluteExpiryTime());
            expiresAtMs = Math.min(expiresAtMs, absolute);
        }
        return expiresAtMs == Long.MAX_VALUE ? 0 : expiresAtMs;
    }

    /** The record is whole, in a slab of this loop. */
    void seal(final MutableDirectBuffer buffer, final int offset) {
        Record.seal(buffer, offset, home.checksum());
    }
}
