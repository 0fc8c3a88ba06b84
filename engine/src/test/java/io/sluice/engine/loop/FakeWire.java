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
    private long writtenBytes;
    private long takenBytes;
    private HandedOver handedOver;
    public boolean congested;

    /** The kernel takes what {@link #kernelTakes} says, not everything. */
    public boolean slow;

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
            writtenBytes += committed;
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
        flush();
        return bytes;
    }

    /** The same, without garbage. */
    public int discard() {
        final int discarded = length;
        length = 0;
        flush();
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
    public long endOfWritten() {
        return writtenBytes + (closed ? 1 : 0);
    }

    @Override
    public void tellTaken(final HandedOver whom) {
        assert handedOver == null;
        handedOver = whom;
    }

    /** What was written is not looked at. */
    public void forget() {
        length = 0;
    }

    /** The end of a duty cycle: unless it is slow, the kernel takes everything. */
    public void flush() {
        if (!slow) {
            kernelTakes(writtenBytes - takenBytes);
        }
    }

    /** The kernel takes so many bytes more. */
    public void kernelTakes(final long bytes) {
        takenBytes += bytes;
        assert takenBytes <= writtenBytes;
        if (handedOver != null) {
            handedOver.onTaken(takenBytes);
        }
    }

    /** Nothing is sent any more, and the protocol has been told. */
    public void end() {
        flush();
        if (handedOver != null) {
            handedOver.onEnd(takenBytes);
        }
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
