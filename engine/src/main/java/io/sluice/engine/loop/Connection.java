package io.sluice.engine.loop;

import io.sluice.engine.agent.Deadline;
import io.sluice.engine.observe.Counter;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Objects;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * A socket and its protocol on one loop, owned by that loop. A connection that moves becomes
 * another object there: what the old protocol still does to its wire reaches nobody.
 */
final class Connection implements Wire, Network.Ready {
    private static final int STAYS = -1;

    private final IoLoop loop;
    private final Endpoint endpoint;
    private final ConnectionLimit limit;
    private final Inbound inbound;
    private final Outbound outbound;

    private Protocol protocol;
    private ConnectionState state = ConnectionState.ARRIVING;

    /** What the end will be called, once it is decided and until it is told. */
    private CloseCause cause = CloseCause.LOCAL;

    private Deadline closeTimer;
    private int moveTo = STAYS;
    private ProtocolFactory factory;

    /** Its place in the loop's list. */
    private int index;

    private long readsSinceNs;
    private boolean held;
    private boolean toBeOffered;
    private boolean readArmed;
    private boolean writeArmed;
    private boolean blocked;
    private boolean unfinished;
    private boolean peerEnded;
    private boolean told;

    Connection(
            final IoLoop loop,
            final Endpoint endpoint,
            final ConnectionLimit limit,
            final ProtocolFactory factory) {
        this.loop = loop;
        this.endpoint = endpoint;
        this.limit = limit;
        this.inbound = new Inbound(this, loop.incomplete());
        this.outbound = new Outbound(loop.transmit(), loop.limits().transmit());
        this.factory = Objects.requireNonNull(factory);
    }

    /** Sends the connection to its loop, from any other. */
    void dispatch() {
        loop.home().mailbox().post(new Arrival(this));
    }

    /** On its loop at last. */
    void arrive() {
        loop.add(this);
        inbound.adopt();
        outbound.adopt();
        state = ConnectionState.OPEN;
        readsSinceNs = loop.nowNs();
        if (loop.isEnding()) {
            end(CloseCause.SHUTDOWN, true);
            return;
        }
        try {
            loop.network().add(endpoint, this);
            protocol = factory.create(this, loop.home(), loop.nowNs());
        } catch (final IOException e) {
            end(CloseCause.FAILED, true);
            return;
        } catch (final RuntimeException | AssertionError | StackOverflowError e) {
            failed(e);
            return;
        }
        if (state == ConnectionState.OPEN && moveTo == STAYS) {
            factory = null;
        }
        if (!outbound.isEmpty()) {
            markUnfinished();
        }
        offerLater();
    }

    // What the network tells.

    @Override
    public void onReadable() {
        if (state == ConnectionState.LINGERING) {
            discard();
        } else if (state == ConnectionState.OPEN && mayRead()) {
            read();
        }
    }

    private void read() {
        final int read;
        try {
            read = inbound.read(endpoint);
        } catch (final IOException e) {
            end(CloseCause.FAILED, true);
            return;
        } catch (final IllegalStateException e) {
            failed(e);
            return;
        }
        if (read > 0) {
            offer();
        } else if (read == Inbound.NO_ROOM) {
            loop.counters().increment(Counter.READS_HELD_NO_MEMORY);
            arm();
        } else if (read < 0) {
            onPeerEnd();
        }
    }

    private void onPeerEnd() {
        peerEnded = true;
        state = ConnectionState.CLOSING;
        tell(CloseCause.PEER);
        markUnfinished();
    }

    private void offer() {
        final int length = inbound.length();
        final int used;
        try {
            used = protocol.onBytes(inbound.buffer(), inbound.offset(), length, loop.nowNs());
            Objects.checkIndex(used, length + 1);
        } catch (final RuntimeException | AssertionError | StackOverflowError e) {
            failed(e);
            return;
        }
        if (state != ConnectionState.OPEN) {
            inbound.release();
            return;
        }
        inbound.used(used);
        if (inbound.isEmpty() || held) {
            loop.incomplete().unlist(inbound);
        } else {
            loop.incomplete().progress(inbound, used > 0, loop.nowNs());
        }
        arm();
    }

    /** Reads what nobody wants until the peer has seen our end and ends its side. */
    private void discard() {
        try {
            if (inbound.discard(endpoint) < 0) {
                end(cause, false);
            }
        } catch (final IOException e) {
            end(cause, true);
        }
    }

    @Override
    public void onWritable() {
        if (state == ConnectionState.OPEN) {
            flush();
        } else if (state == ConnectionState.CLOSING) {
            finishClosing();
        }
    }

    // What the loop tells.

    /** The end of a duty cycle in which something was written, or the end or a move asked for. */
    void onCycleEnd() {
        unfinished = false;
        switch (state) {
            case OPEN -> {
                if (blocked) {
                    arm(); // it may be choked by what was written
                } else {
                    flush();
                }
                if (state == ConnectionState.OPEN && moveTo != STAYS) {
                    move();
                }
            }
            case CLOSING -> finishClosing();
            case ABORTING -> end(cause, true);
            case ARRIVING, LINGERING, CLOSED, MOVED -> {}
        }
    }

    /** The turn of what was kept, after a resume or a move. */
    void onOfferTurn() {
        toBeOffered = false;
        if (state != ConnectionState.OPEN) {
            return;
        }
        if (!held && inbound.offerKept()) {
            offer();
        } else {
            arm();
        }
    }

    /** There is memory to read into. */
    void onRoom() {
        readsSinceNs = loop.nowNs();
        if (!held) {
            loop.incomplete().progress(inbound, true, loop.nowNs());
        }
        arm();
    }

    /** Its packet made no progress while others waited for memory. */
    void onStoodStill() {
        loop.counters().increment(Counter.CONNECTIONS_INCOMPLETE);
        end(CloseCause.STUCK, true);
    }

    void onShutdown() {
        end(CloseCause.SHUTDOWN, false);
    }

    int index() {
        return index;
    }

    void index(final int place) {
        index = place;
    }

    // Writing.

    @Override
    public MutableDirectBuffer claim(final int length) {
        if (state != ConnectionState.OPEN) {
            return loop.scratch(length);
        }
        if (length > loop.limits().claimBytesMax()) {
            throw new IllegalArgumentException("claim of more than the longest packet: " + length);
        }
        markUnfinished();
        return outbound.claim(length);
    }

    @Override
    public int claimOffset() {
        return state == ConnectionState.OPEN ? outbound.claimOffset() : 0;
    }

    @Override
    public void commit(final int length) {
        if (state == ConnectionState.OPEN) {
            outbound.commit(length);
        }
    }

    @Override
    public void write(final DirectBuffer buffer, final int offset, final int length) {
        if (state == ConnectionState.OPEN) {
            markUnfinished();
            outbound.write(buffer, offset, length);
        }
    }

    @Override
    public boolean isCongested() {
        return outbound.isCongested();
    }

    @Override
    public long bytesQueued() {
        return outbound.queuedBytes();
    }

    @Override
    public long endOfWritten() {
        return outbound.writtenBytes() + (isClosed() ? 1 : 0);
    }

    @Override
    public void tellTaken(final HandedOver handedOver) {
        outbound.tellTaken(handedOver);
    }

    private void flush() {
        if (!send()) {
            return;
        }
        final boolean relieved = outbound.isRelieved();
        arm();
        if (relieved) {
            try {
                protocol.onWritable(loop.nowNs());
            } catch (final RuntimeException | AssertionError | StackOverflowError e) {
                failed(e);
            }
        }
    }

    /** False if that was the end. */
    private boolean send() {
        try {
            blocked = !outbound.flush(endpoint, loop.gather());
            return true;
        } catch (final IOException e) {
            end(CloseCause.FAILED, true);
            return false;
        }
    }

    // Reading.

    @Override
    public void hold() {
        held = true;
        if (state == ConnectionState.OPEN) {
            loop.incomplete().unlist(inbound);
            arm();
        }
    }

    @Override
    public void resume() {
        if (held) {
            held = false;
            readsSinceNs = loop.nowNs();
            if (state == ConnectionState.OPEN) {
                offerLater();
            }
        }
    }

    @Override
    public long readsSinceNs(final long nowNs) {
        return held || inbound.waiting ? nowNs : readsSinceNs;
    }

    private void offerLater() {
        if (!toBeOffered) {
            toBeOffered = true;
            loop.offerLater(this);
        }
    }

    private boolean mayRead() {
        return !held && !outbound.isChoked() && !inbound.waiting && !toBeOffered && moveTo == STAYS;
    }

    private void arm() {
        final boolean reading =
                state == ConnectionState.OPEN ? mayRead() : state == ConnectionState.LINGERING;
        if (!reading && readArmed && outbound.isChoked() && state == ConnectionState.OPEN) {
            loop.counters().increment(Counter.READS_HELD_UNANSWERED);
        }
        if (reading != readArmed || blocked != writeArmed) {
            readArmed = reading;
            writeArmed = blocked;
            endpoint.interest(reading, blocked);
        }
    }

    // The end.

    @Override
    public boolean isClosed() {
        return state != ConnectionState.OPEN && state != ConnectionState.ARRIVING;
    }

    @Override
    public void close() {
        if (state == ConnectionState.OPEN) {
            state = ConnectionState.CLOSING;
            markUnfinished();
        }
    }

    @Override
    public void abort() {
        if (state == ConnectionState.OPEN || state == ConnectionState.CLOSING) {
            state = ConnectionState.ABORTING;
            markUnfinished();
        }
    }

    private void markUnfinished() {
        if (!unfinished) {
            unfinished = true;
            loop.finishLater(this);
        }
    }

    private void finishClosing() {
        inbound.release();
        if (!send()) {
            return;
        }
        if (blocked) {
            awaitClose();
            return;
        }
        tell(cause);
        if (state != ConnectionState.CLOSING) {
            return;
        }
        if (peerEnded) {
            end(cause, false);
            return;
        }
        state = ConnectionState.LINGERING;
        try {
            endpoint.endOutput();
        } catch (final IOException e) {
            end(cause, true);
            return;
        }
        awaitClose();
    }

    private void awaitClose() {
        arm();
        if (closeTimer == null) {
            closeTimer =
                    new Deadline(nowNs -> end(outbound.isEmpty() ? cause : CloseCause.STUCK, true));
            final long deadlineNs = loop.nowNs() + loop.limits().times().closeNs();
            loop.home().timers().schedule(closeTimer, deadlineNs);
        }
    }

    private void failed(final Throwable error) {
        loop.counters().increment(Counter.CONNECTIONS_INTERNAL_ERROR);
        loop.errors().record("connection of " + endpoint.peer(), error);
        end(CloseCause.INTERNAL, true);
    }

    private void end(final CloseCause how, final boolean reset) {
        if (state == ConnectionState.CLOSED) {
            return;
        }
        state = ConnectionState.CLOSED;
        if (closeTimer != null) {
            loop.home().timers().cancel(closeTimer);
        }
        inbound.release();
        endpoint.close(reset);
        loop.remove(this);
        limit.giveBack();
        how.count(loop.counters());
        tell(how);
        outbound.end(); // behind the protocol, which knows whether it ends in order
    }

    private void tell(final CloseCause how) {
        if (told || protocol == null) {
            return;
        }
        told = true;
        cause = how;
        try {
            protocol.onClosed(how, loop.nowNs());
        } catch (final RuntimeException | AssertionError | StackOverflowError e) {
            failed(e);
        }
    }

    @Override
    public InetSocketAddress peer() {
        return endpoint.peer();
    }

    // The move.

    @Override
    public void moveTo(final int target, final ProtocolFactory newFactory) {
        if (state == ConnectionState.OPEN) {
            moveTo = target;
            factory = Objects.requireNonNull(newFactory);
            markUnfinished();
        }
    }

    private void move() {
        endpoint.remove(); // first: a channel that is registered twice is told twice
        final Connection moved = new Connection(loop.sibling(moveTo), endpoint, limit, factory);
        moved.inbound.takeFrom(inbound);
        moved.outbound.takeFrom(outbound);
        state = ConnectionState.MOVED;
        loop.remove(this);
        loop.counters().increment(Counter.CONNECTIONS_MOVED);
        moved.dispatch();
    }
}
