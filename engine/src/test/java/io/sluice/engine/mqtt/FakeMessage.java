package io.sluice.engine.mqtt;

import io.sluice.engine.link.Outcome;
import io.sluice.engine.link.Outgoing;
import io.sluice.engine.link.Record;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** A record that goes out, and remembers how it was settled. */
final class FakeMessage implements Outgoing {
    private boolean written;

    private final UnsafeBuffer bytes;
    final List<Outcome> outcomes = new ArrayList<>();

    /** Not sealed: nobody on this way looks at the checksum. */
    FakeMessage(final byte format, final int flags, final byte[] body) {
        bytes = new UnsafeBuffer(new byte[Record.HEADER_LENGTH + body.length]);
        Record.begin(bytes, 0, format, flags, body.length);
        bytes.putBytes(Record.bodyOffset(0), body);
    }

    /** A copy of a record. */
    FakeMessage(final DirectBuffer buffer, final int offset, final int length) {
        bytes = new UnsafeBuffer(new byte[length]);
        bytes.putBytes(0, buffer, offset, length);
    }

    /** It expires at this time of the engine. */
    FakeMessage expiresAtMs(final long ms) {
        Record.expiresAtMs(bytes, 0, ms);
        return this;
    }

    @Override
    public DirectBuffer buffer() {
        return bytes;
    }

    @Override
    public int offset() {
        return 0;
    }

    @Override
    public int length() {
        return bytes.capacity();
    }

    @Override
    public long sequence() {
        return 0;
    }

    @Override
    public int deliveryCount() {
        return 0;
    }

    @Override
    public boolean isRedelivered() {
        return false;
    }

    @Override
    public void written() {
        assert !written : "written twice";
        written = true;
    }

    @Override
    public void settle(final Outcome outcome) {
        assert written : "settled before it was written or given up";
        assert outcomes.isEmpty() : "settled twice";
        outcomes.add(outcome);
    }
}
