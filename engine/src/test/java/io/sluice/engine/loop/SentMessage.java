package io.sluice.engine.loop;

import io.sluice.engine.link.Outcome;
import io.sluice.engine.link.Outgoing;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** A message whose bytes nobody looks at, and that remembers how it was settled. */
final class SentMessage implements Outgoing {
    private boolean written;
    Outcome outcome;

    @Override
    public DirectBuffer buffer() {
        return new UnsafeBuffer(0, 0);
    }

    @Override
    public int offset() {
        return 0;
    }

    @Override
    public int length() {
        return 0;
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
    public void settle(final Outcome how) {
        assert written : "settled before it was written";
        assert outcome == null : "settled twice";
        outcome = how;
    }
}
