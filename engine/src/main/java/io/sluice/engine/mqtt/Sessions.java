package io.sluice.engine.mqtt;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** The sessions of one loop by client identifier; owned by that loop. */
final class Sessions {
    private final Map<String, ServerSession> byClientId = new HashMap<>();
    private final LongSupplier entropy;
    private long assigned;

    Sessions(final LongSupplier entropy) {
        this.entropy = entropy;
    }

    /** The session is the client's from now on; returns the one that was, or null. */
    ServerSession put(final String clientId, final ServerSession session) {
        return byClientId.put(clientId, session);
    }

    /** The session has ended; unless another has taken over, the client has none now. */
    void remove(final String clientId, final ServerSession session) {
        byClientId.remove(clientId, session);
    }

    /** An identifier that nobody has, for a client that brings none. [MQTT-3.1.3-6] */
    String assign() {
        String clientId;
        do { // the random part keeps them apart from other processes and loops
            clientId =
                    "sluice-"
                            + Long.toHexString(entropy.getAsLong())
                            + '-'
                            + Long.toHexString(++assigned);
        } while (byClientId.containsKey(clientId));
        return clientId;
    }

    /** Ends them all for this reason. */
    void disconnectAll(final int reasonCode) {
        new ArrayList<>(byClientId.values()).forEach(each -> each.disconnect(reasonCode));
    }

    int count() {
        return byClientId.size();
    }
}
