package io.sluice.engine.amqp;

import io.sluice.engine.link.Consumer;
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
    private int deliveryCount;
    private boolean redelivered;

    /** Whoever had it last does not want it again. */
    boolean notHere;

    /** Is told at once when it is settled, as if nothing had to be written. */
    private Consumer consumer;

    private final UnsafeBuffer bytes;
    final List<Outcome> outcomes = new ArrayList<>();

    /** Sections of a message, as a record. Not sealed: nobody on this way looks at it. */
    FakeMessage(final byte format, final byte[] content) {
        final int body = Short.BYTES + 1 + content.length;
        bytes = new UnsafeBuffer(new byte[Record.HEADER_LENGTH + body]);
        Record.begin(bytes, 0, format, 0, body);
        final UnsafeBuffer address = new UnsafeBuffer(new byte[] {'q'});
        bytes.putBytes(Record.address(bytes, 0, address, 0, 1), content);
    }

    /** A copy of a record. */
    FakeMessage(final DirectBuffer buffer, final int offset, final int length) {
        bytes = new UnsafeBuffer(new byte[length]);
        bytes.putBytes(0, buffer, offset, length);
    }

    /** A message with one section of data, so long. */
    static FakeMessage data(final int length) {
        return new FakeMessage(Record.FORMAT_AMQP, FakePeer.data(length));
    }

    /** It expires at this time of the engine. */
    FakeMessage expiresAtMs(final long ms) {
        Record.expiresAtMs(bytes, 0, ms);
        return this;
    }

    /** It was sent before. */
    FakeMessage redelivered(final int times) {
        deliveryCount = times;
        redelivered = true;
        return this;
    }

    /** As if it were another one. */
    void again() {
        written = false;
        outcomes.clear();
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
        return deliveryCount;
    }

    @Override
    public boolean isRedelivered() {
        return redelivered;
    }

    FakeMessage handedTo(final Consumer newConsumer) {
        consumer = newConsumer;
        return this;
    }

    @Override
    public void settle(final Outcome outcome, final boolean isNotHere, final long tag) {
        notHere = isNotHere;
        settle(outcome);
        if (tag != 0) {
            consumer.onDone(tag);
        }
    }

    boolean isWritten() {
        return written;
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
