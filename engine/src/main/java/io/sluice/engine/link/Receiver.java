package io.sluice.engine.link;

/** Where a delivery arrives on its way: told on the thread that owns it. */
public interface Receiver {
    void onDelivery(Delivery delivery);
}
