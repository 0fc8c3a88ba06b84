package io.sluice.engine.amqp;

import io.sluice.codec.amqp.Role;
import java.util.HashMap;
import java.util.Map;

/**
 * The links of one loop by what they are called, whichever connection and session they are attached
 * on; owned by that loop, where all connections of a container are.
 */
final class AttachedLinks {
    /**
     * What makes two attaches the same link. Who is another user can never mean the link of this
     * one.
     *
     * @param user as SASL has found it; empty for nobody in particular
     * @param role ours; a link each way may have one name
     */
    record Name(String user, String containerId, String link, Role role) {}

    private final Map<Name, AmqpLink> links = new HashMap<>();

    /** The link is attached here from now on; returns the one that was, or null. */
    AmqpLink put(final Name name, final AmqpLink link) {
        return links.put(name, link);
    }

    /** The link is over; unless it was attached elsewhere meanwhile, there is none now. */
    void remove(final Name name, final AmqpLink link) {
        links.remove(name, link);
    }

    int count() {
        return links.size();
    }
}
