package io.sluice.engine.amqp;

import io.sluice.codec.amqp.AmqpError;
import io.sluice.codec.amqp.AttachDecoder;
import io.sluice.codec.amqp.Descriptor;
import io.sluice.codec.amqp.Role;
import io.sluice.codec.amqp.TerminusDecoder;
import io.sluice.codec.wire.Slice;
import io.sluice.engine.link.Directory;
import io.sluice.engine.link.Target;

/** What becomes of a peer's attach: a link, or the reason why there is none. */
final class Attaching {
    private final AmqpSession session;
    private final AttachDecoder attach;
    private final Directory directory;
    private final LinkAddress addresses;

    private Attaching(final AmqpSession session, final AttachDecoder attach) {
        this.session = session;
        this.attach = attach;
        directory = session.connection().server().directory();
        addresses = session.connection().server().addresses();
    }

    /** Answers the attach; the session has the link then. */
    static void attach(
            final AmqpSession session, final AttachDecoder attach, final boolean isKnown) {
        final Attaching attaching = new Attaching(session, attach);
        if (isKnown) {
            attaching.refuse(AmqpError.NOT_ALLOWED, "the session has a link of this name");
        } else if (attach.role() == Role.SENDER) {
            attaching.receive();
        } else {
            attaching.send();
        }
    }

    private void receive() {
        if (!attach.hasTarget()) {
            refuse(AmqpError.NOT_FOUND, "no target");
            return;
        }
        final TerminusDecoder target = attach.target();
        if (target.kind() != Descriptor.TARGET) {
            refuse(AmqpError.NOT_IMPLEMENTED, "there are no transactions");
        } else if (target.dynamic()) {
            refuse(AmqpError.NOT_IMPLEMENTED, "there are no dynamic nodes");
        } else if (!target.hasAddress()) {
            refuse(AmqpError.NOT_IMPLEMENTED, "there is no anonymous terminus");
        } else {
            receive(addresses.ofTarget(target.address()));
        }
    }

    private void receive(final Slice address) {
        final Target target =
                address == null
                        ? null
                        : directory.target(address.buffer(), address.offset(), address.length());
        if (target == null) {
            refuse(AmqpError.NOT_FOUND, "nothing may be sent to this address");
            return;
        }
        final ReceiverLink link = new ReceiverLink(session, attach, address, target);
        session.add(link);
        link.open(attach);
    }

    private void send() {
        if (!attach.hasSource()) {
            refuse(AmqpError.NOT_FOUND, "no source");
            return;
        }
        final TerminusDecoder source = attach.source();
        if (source.kind() != Descriptor.SOURCE || source.dynamic()) {
            refuse(AmqpError.NOT_IMPLEMENTED, "there are no dynamic nodes");
        } else if (!source.hasAddress()) {
            refuse(AmqpError.INVALID_FIELD, "a source without an address");
        } else {
            send(addresses.ofSource(source.address()), source);
        }
    }

    private void send(final Slice address, final TerminusDecoder source) {
        if (address == null) {
            refuse(AmqpError.NOT_FOUND, "nothing has this address");
            return;
        }
        if (source.hasDistributionMode()
                && source.distributionMode().contentEquals(SenderLink.COPY)
                && directory.isQueue(address.buffer(), address.offset(), address.length())) {
            // Who only wants to look would take them from those whom they are for.
            refuse(AmqpError.NOT_IMPLEMENTED, "a queue is not browsed");
            return;
        }
        final SenderLink link = new SenderLink(session, attach);
        session.add(link);
        if (!link.open(directory, address)) {
            refuse(AmqpError.NOT_FOUND, "nothing has this address");
        }
    }

    private void refuse(final AmqpError error, final String description) {
        final RefusedLink link = new RefusedLink(session, attach);
        session.add(link);
        link.refuse(error, description);
    }
}
