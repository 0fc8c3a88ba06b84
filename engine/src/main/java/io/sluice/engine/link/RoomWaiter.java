package io.sluice.engine.link;

/** Someone who found no delivery, no slab or no place at a target, and waits in line for it. */
public interface RoomWaiter {
    /** There may be room again: goes on, or asks once more by {@link Home#awaitRoom}. */
    void onRoom();
}
