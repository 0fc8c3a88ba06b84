package io.sluice.engine.loop;

import io.sluice.engine.agent.Timer;
import io.sluice.engine.agent.Timers;
import java.util.ArrayDeque;

/**
 * The memory of one loop for bytes that protocols could not use yet, and who waits for it; owned by
 * the loop. Within the limit a connection's share grows as it needs; beyond it those that ask wait
 * in line, and one after the other gets the slot that is kept free for the longest packet. While
 * some wait, whoever stands still for too long is closed.
 */
final class Incomplete extends Timer {
    /** A connection without a share reads so little while memory is short. */
    private static final int SHORT_READ = 1_024;

    private final LoopLimits limits;
    private final ChunkPool pool;
    private final Chunk receive;
    private final Timers timers;
    private final int keptBytesMax;

    /** Less than this is no progress: a byte now and then would keep memory for ever. */
    private final int progressBytes;

    /** Without the slot. */
    private final long sharedBytes;

    private final ArrayDeque<Inbound> waiting = new ArrayDeque<>();
    private Inbound slotOwner;
    private boolean roomMade;

    // Those that are read and have a share, by their last progress.
    private Inbound oldest;
    private Inbound newest;

    Incomplete(final LoopLimits limits, final Timers timers) {
        this.limits = limits;
        this.timers = timers;
        final int bufferBytes = limits.receive().bufferBytes();
        pool = new ChunkPool(limits.receive().incompleteBytesMax());
        receive = new Chunk(bufferBytes);
        keptBytesMax =
                ChunkPool.capacityFor(Math.max(limits.receive().packetBytesMax(), bufferBytes));
        progressBytes = Math.max(1, limits.receive().packetBytesMax() / 64);
        sharedBytes = Math.max(0, limits.receive().incompleteBytesMax() - keptBytesMax);
    }

    /** The one receive buffer of the loop; what is in it counts only within one call. */
    Chunk receive() {
        return receive;
    }

    ChunkPool pool() {
        return pool;
    }

    /** The most that one connection may keep. */
    int keptBytesMax() {
        return keptBytesMax;
    }

    boolean isShort() {
        return pool.borrowedBytes() >= sharedBytes;
    }

    int readBytesMax() {
        return isShort() ? SHORT_READ : receive.capacity();
    }

    /** Whether the connection may have so much more; if not, it waits in line from now on. */
    boolean mayGrow(final Inbound inbound, final int bytes) {
        if (inbound == slotOwner || pool.borrowedBytes() + bytes <= sharedBytes) {
            return true;
        }
        if (slotOwner == null && waiting.isEmpty()) {
            slotOwner = inbound;
            return true;
        }
        unlist(inbound);
        waiting.add(inbound);
        inbound.waiting = true;
        watch();
        return false;
    }

    void giveBack(final Chunk chunk) {
        pool.giveBack(chunk);
        gaveBack();
    }

    void gaveBack() {
        roomMade = true;
    }

    /** The packet for which it may have needed the slot is complete. */
    void finished(final Inbound inbound) {
        if (slotOwner == inbound) {
            slotOwner = null;
            roomMade = true;
        }
    }

    /** A duty: lets those in line read again while there is room; returns how many. */
    int serve() {
        if (!roomMade) {
            return 0;
        }
        roomMade = false;
        int served = 0;
        long promised = 0;
        while (!waiting.isEmpty()) {
            final Inbound next = waiting.peek();
            final int asked = next.keptBytes();
            if (!hasRoom(promised)) {
                break;
            }
            if (pool.borrowedBytes() + promised + asked <= sharedBytes) {
                promised += asked;
            } else {
                slotOwner = next;
            }
            waiting.poll();
            next.waiting = false;
            served++;
            next.connection.onRoom();
        }
        watch();
        return served;
    }

    /** Whether the first in line can have the slot, or as much again as it has. */
    private boolean hasRoom(final long promised) {
        return slotOwner == null
                || pool.borrowedBytes() + promised + waiting.peek().keptBytes() <= sharedBytes;
    }

    /** A packet is still incomplete; its predecessor may just have been finished. */
    void progress(final Inbound inbound, final boolean finishedOne, final long nowNs) {
        if (inbound.listed
                && !finishedOne
                && inbound.keptBytes() - inbound.progressBytes < progressBytes) {
            return;
        }
        inbound.progressBytes = inbound.keptBytes();
        inbound.progressNs = nowNs;
        if (newest != inbound) {
            unlist(inbound);
            inbound.older = newest;
            if (newest == null) {
                oldest = inbound;
            } else {
                newest.newer = inbound;
            }
            newest = inbound;
            inbound.listed = true;
        }
        watch();
    }

    /** It is not waited for: complete, held, in line for memory, or closed. */
    void unlist(final Inbound inbound) {
        if (!inbound.listed) {
            return;
        }
        inbound.listed = false;
        if (inbound.older == null) {
            oldest = inbound.newer;
        } else {
            inbound.older.newer = inbound.newer;
        }
        if (inbound.newer == null) {
            newest = inbound.older;
        } else {
            inbound.newer.older = inbound.older;
        }
        inbound.older = null;
        inbound.newer = null;
    }

    /** It keeps nothing any more. */
    void forget(final Inbound inbound) {
        finished(inbound);
        unlist(inbound);
        if (inbound.waiting) {
            inbound.waiting = false;
            waiting.remove(inbound);
        }
    }

    private void watch() {
        if (!waiting.isEmpty() && !isScheduled() && oldest != null) {
            timers.schedule(this, oldest.progressNs + limits.times().packetNs());
        }
    }

    @Override
    protected void onDeadline(final long nowNs) {
        while (!waiting.isEmpty() && !hasRoom(0) && oldest != null) {
            if (oldest.progressNs + limits.times().packetNs() > nowNs) {
                watch();
                return;
            }
            oldest.connection.onStoodStill();
        }
        // Whoever waits in spite of the room that was made, or waits next, looks again.
    }

    int waiting() {
        return waiting.size();
    }

    void close() {
        timers.cancel(this);
        pool.close();
        receive.free();
    }
}
