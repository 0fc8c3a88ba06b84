package io.sluice.engine.loop;

import org.agrona.MutableDirectBuffer;

/** Sends back what it gets, and stops reading while its peer does not take it. */
class Echo implements Protocol {
    final Wire wire;
    volatile CloseCause closed;

    Echo(final Wire wire) {
        this.wire = wire;
    }

    @Override
    public int onBytes(
            final MutableDirectBuffer buffer,
            final int offset,
            final int length,
            final long nowNs) {
        if (wire.isCongested()) {
            wire.hold();
            return 0;
        }
        wire.write(buffer, offset, length);
        return length;
    }

    @Override
    public void onWritable(final long nowNs) {
        wire.resume();
    }

    @Override
    public void onClosed(final CloseCause cause, final long nowNs) {
        assert closed == null : "told twice";
        closed = cause;
    }
}
