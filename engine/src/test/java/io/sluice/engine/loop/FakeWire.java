package io.sluice.engine.loop;

import java.net.InetSocketAddress;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.MutableDirectBuffer;

/** A connection without a socket: keeps what is written until a test looks at it. */
public final class FakeWire implements Wire {
    private final int claimMax;
    private final ExpandableArrayBuffer written = new ExpandableArrayBuffer(1 << 16);
    private int length;
    public boolean congested;
    public boolean held;

    /** Since when it reads; in the future while it does not. */
    public long readsSinceNs = Long.MIN_VALUE;

    public boolean closed;

    /** The loop that the connection was handed to, or -1. */
    public int movedTo = -1;

    /** What makes its protocol there. */
    public ProtocolFactory successor;

    /** A wire on which nobody may claim more at once. */
    public FakeWire(final int claimMax) {
        this.claimMax = claimMax;
    }

    @Override
    public MutableDirectBuffer claim(final int claimed) {
        assert claimed <= claimMax;
        written.checkLimit(length + claimed);
        return written;
    }

    @Override
    public int claimOffset() {
        return length;
    }

    @Override
    public void commit(final int committed) {
        if (!closed) {
            length += committed;
        }
    }

    @Override
    public void write(final DirectBuffer buffer, final int offset, final int count) {
        written.putBytes(length, buffer, offset, count);
        commit(count);
    }

    /** What was written since the last time. */
    public byte[] take() {
        final byte[] bytes = new byte[length];
        written.getBytes(0, bytes);
        length = 0;
        return bytes;
    }

    /** The same, without garbage. */
    public int discard() {
        final int discarded = length;
        length = 0;
        return discarded;
    }

    @Override
    public boolean isCongested() {
        return congested;
    }

    @Override
    public long bytesQueued() {
        return length;
    }

    @Override
    public void hold() {
        held = true;
    }

    @Override
    public void resume() {
        held = false;
    }

    @Override
    public long readsSinceNs(final long nowNs) {
        return held ? nowNs : Math.min(nowNs, readsSinceNs);
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public void close() {
        closed = true;
    }

    @Override
    public void abort() {
        closed = true;
        length = 0;
    }

    @Override
    public InetSocketAddress peer() {
        return InetSocketAddress.createUnresolved("peer", 1);
    }

    @Override
    public void moveTo(final int loop, final ProtocolFactory factory) {
        movedTo = loop;
        successor = factory;
    }
}
