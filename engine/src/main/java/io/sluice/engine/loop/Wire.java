package io.sluice.engine.loop;

import java.net.InetSocketAddress;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * A connection as its {@link Protocol} uses it; owned by the connection's loop. What is written is
 * sent at the end of the duty cycle, with everything else that was written in it.
 */
public interface Wire {
    /**
     * Room for so many bytes in a row, at {@link #claimOffset} of the buffer that is returned. Of
     * these {@link #commit} sends the first. Never refused while the connection is open: who writes
     * more than answers looks at {@link #isCongested} first. Claim and commit belong into one call
     * from the loop: at the end of its cycle the room is gone. More than the longest packet is an
     * error of ours.
     */
    MutableDirectBuffer claim(int length);

    /** Where the claimed room begins. */
    int claimOffset();

    /** So many of the claimed bytes have been written. */
    void commit(int length);

    /** Copies a range of any length to be sent. */
    void write(DirectBuffer buffer, int offset, int length);

    /** So much waits for the socket that no further messages should be written. */
    boolean isCongested();

    /** Bytes that were written and have not entered the kernel. */
    long bytesQueued();

    /**
     * Where the last byte that was written ends, counted from the first that ever was: the kernel
     * has it when it has so many. Of a closed wire a place that is never reached.
     */
    long endOfWritten();

    /**
     * From now on this one is told, at the end of each flush and of the connection, how many bytes
     * the kernel has. Asked for once, and on no wire that moves after that.
     */
    void tellTaken(HandedOver handedOver);

    /** Reads nothing more until {@link #resume}; what was read and not used is kept. */
    void hold();

    /**
     * Reads again; kept bytes are offered first, in this duty cycle or the next, never within this
     * call.
     */
    void resume();

    /**
     * Since when we read what the peer sends, as far as that is up to us: {@code nowNs} while the
     * wire is held, or waits for memory to read into. How long the peer is silent counts from then.
     */
    long readsSinceNs(long nowNs);

    /** Whether the connection was closed, or will be when what was written is sent. */
    boolean isClosed();

    /**
     * Sends what was written, then ends the connection; nothing is read any more. The protocol is
     * told by {@link Protocol#onClosed} when all is sent, never within this call.
     */
    void close();

    /**
     * Ends the connection in this duty cycle; what was written and not sent is lost. The protocol
     * is told of that too, never within this call.
     */
    void abort();

    /** The peer's address; for logs and the audit. */
    InetSocketAddress peer();

    /**
     * Hands the connection to another loop at the end of this duty cycle, with what was written and
     * not sent, and with what was not used of the bytes that arrived: there the factory makes its
     * protocol, with a wire of its own that is not held. The old protocol is told nothing more, not
     * even an end, and its wire is closed for it: it cancels its timers itself.
     */
    void moveTo(int loop, ProtocolFactory factory);
}
