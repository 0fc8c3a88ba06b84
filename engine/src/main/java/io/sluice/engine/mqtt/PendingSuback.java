package io.sluice.engine.mqtt;

import java.util.ArrayList;
import java.util.List;

/** A SUBSCRIBE that is not answered yet; owned by the session. */
final class PendingSuback {
    private final Subscriptions all;
    private final int packetId;
    private final byte[] reasonCodes;
    private final List<Subscription> subscriptions = new ArrayList<>();

    /** What it waits for, itself being read included. */
    private int remaining = 1;

    PendingSuback(final Subscriptions all, final int packetId, final int filters) {
        this.all = all;
        this.packetId = packetId;
        reasonCodes = new byte[filters];
    }

    int packetId() {
        return packetId;
    }

    byte[] reasonCodes() {
        return reasonCodes;
    }

    /** Those that begin with this SUBACK. */
    List<Subscription> subscriptions() {
        return subscriptions;
    }

    void waitForOne() {
        remaining++;
    }

    /** One of what it waits for is there. */
    void onReady() {
        if (--remaining == 0) {
            all.onReady(this);
        }
    }
}
