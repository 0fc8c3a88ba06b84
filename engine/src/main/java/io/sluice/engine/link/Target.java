package io.sluice.engine.link;

/** Where deliveries go, seen from one loop; owned by that loop. */
public interface Target {
    /**
     * Takes the delivery, which comes home with an outcome; or says false: nothing was taken, and
     * {@link Home#awaitRoom} tells when to try again.
     */
    boolean offer(Delivery delivery);

    /** At home: a delivery that it took is free again. */
    void onFreed(Delivery delivery);
}
