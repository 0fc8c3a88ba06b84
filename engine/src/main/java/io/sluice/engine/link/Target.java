package io.sluice.engine.link;

/** Where deliveries go, seen from one loop; owned by that loop. */
public interface Target {
    /**
     * Takes the delivery, which comes home with an outcome; or says false: nothing was taken, and
     * {@link Home#awaitRoom} tells when to try again.
     */
    boolean offer(Delivery delivery);

    /**
     * Whether {@link #offer} would take a record of so many bytes now.
     *
     * @param waits whether its sender waits for what becomes of it (QoS 1 and 2, unsettled)
     */
    default boolean hasRoom(final int length, final boolean waits) {
        return true;
    }

    /** At home: a delivery that it took is free again. */
    void onFreed(Delivery delivery);
}
