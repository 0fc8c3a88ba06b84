package io.sluice.engine.loop;

import java.nio.ByteOrder;
import org.agrona.MutableDirectBuffer;

/** Sends back whole packets, a length of four bytes and so many more; can be told not to. */
class Packets implements Protocol {
    final Wire wire;
    int packets;

    /** Packets that are let through before it holds; none is the end of its patience. */
    int permits = Integer.MAX_VALUE;

    int writables;
    CloseCause closed;

    Packets(final Wire wire) {
        this.wire = wire;
    }

    @Override
    public int onBytes(
            final MutableDirectBuffer buffer,
            final int offset,
            final int length,
            final long nowNs) {
        assert closed == null : "told after its end";
        int used = 0;
        while (length - used >= Integer.BYTES) {
            final int packet = Integer.BYTES + buffer.getInt(offset + used, ByteOrder.BIG_ENDIAN);
            if (length - used < packet) {
                break;
            }
            if (permits == 0) {
                wire.hold();
                break;
            }
            permits--;
            onPacket(buffer, offset + used, packet);
            used += packet;
        }
        return used;
    }

    void onPacket(final MutableDirectBuffer buffer, final int offset, final int length) {
        packets++;
        final MutableDirectBuffer room = wire.claim(length);
        room.putBytes(wire.claimOffset(), buffer, offset, length);
        wire.commit(length);
    }

    @Override
    public void onWritable(final long nowNs) {
        writables++;
    }

    @Override
    public void onClosed(final CloseCause cause, final long nowNs) {
        assert closed == null : "told twice";
        closed = cause;
    }

    /** A packet of so many payload bytes, all different from their neighbours. */
    static byte[] packet(final int length) {
        final byte[] bytes = new byte[Integer.BYTES + length];
        java.nio.ByteBuffer.wrap(bytes).putInt(length);
        for (int i = 0; i < length; i++) {
            bytes[Integer.BYTES + i] = (byte) (i * 7 + length);
        }
        return bytes;
    }
}
