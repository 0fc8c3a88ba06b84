package io.sluice.engine.mqtt;

import io.sluice.engine.loop.ProtocolFactory;
import io.sluice.engine.loop.Wire;
import java.net.InetSocketAddress;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.MutableDirectBuffer;

/** A connection without a socket: keeps what is written until a test looks at it. */
final class FakeWire implements Wire {
    private final ExpandableArrayBuffer written = new ExpandableArrayBuffer(1 << 16);
    private int length;
    boolean congested;
    boolean held;
    boolean closed;

    /** The loop that the connection was handed to, or -1. */
    int movedTo = -1;

    @Override
    public MutableDirectBuffer claim(final int claimed) {
        assert claimed <= FakeLoop.LIMITS.maximumPacketSize();
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
    byte[] take() {
        final byte[] bytes = new byte[length];
        written.getBytes(0, bytes);
        length = 0;
        return bytes;
    }

    /** The same, without garbage. */
    int discard() {
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
        return InetSocketAddress.createUnresolved("device", 1883);
    }

    @Override
    public void moveTo(final int loop, final ProtocolFactory factory) {
        movedTo = loop;
    }
}
