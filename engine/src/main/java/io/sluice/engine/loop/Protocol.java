package io.sluice.engine.loop;

import org.agrona.MutableDirectBuffer;

/**
 * One end of one connection, as a protocol sees it: bytes in, bytes out by its {@link Wire}; no
 * socket, no thread, and a clock only as a parameter. Called by its loop alone.
 */
public interface Protocol {
    /**
     * Bytes have arrived. Returns how many were used up; the rest is kept and offered again with
     * what arrives behind it, or at once after {@link Wire#resume} if the wire is held. The buffer
     * may be written to: guards cut and masks are taken off in place.
     */
    int onBytes(MutableDirectBuffer buffer, int offset, int length, long nowNs);

    /** What was written has left far enough that {@link Wire#isCongested} is false again. */
    void onWritable(long nowNs);

    /**
     * The end of the connection, whoever ended it; told once, and nothing after it, and never from
     * within a call of the protocol's to its wire. A protocol that has handed its connection over
     * is not told.
     */
    void onClosed(CloseCause cause, long nowNs);
}
