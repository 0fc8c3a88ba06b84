package io.sluice.engine.amqp;

import io.sluice.codec.amqp.AmqpError;
import io.sluice.codec.amqp.AttachDecoder;
import io.sluice.codec.amqp.Role;
import io.sluice.engine.observe.Counter;

/**
 * A link that was refused (section 2.6.3): its attach is answered with no terminus, then it is
 * detached; what the peer has sent on it meanwhile is ignored.
 */
final class RefusedLink extends AmqpLink {
    RefusedLink(final AmqpSession session, final AttachDecoder attach) {
        super(session, attach);
    }

    void refuse(final AmqpError error, final String description) {
        beginAttach();
        if (role() == Role.SENDER) {
            session().connection().server().codec().attachOut.initialDeliveryCount(0);
        }
        sendAttach();
        detach(error, description);
    }

    @Override
    Counter ending() {
        return Counter.LINKS_REFUSED;
    }

    @Override
    boolean onFlow() {
        return true;
    }

    @Override
    void writeFlow() {}

    @Override
    void onTransfer() {}

    @Override
    void resume() {}

    @Override
    void tellRest() {}

    @Override
    void onRelease(final boolean clean) {}
}
