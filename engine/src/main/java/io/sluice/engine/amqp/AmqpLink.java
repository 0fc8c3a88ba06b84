package io.sluice.engine.amqp;

import io.sluice.codec.amqp.AmqpError;
import io.sluice.codec.amqp.AttachDecoder;
import io.sluice.codec.amqp.Role;
import io.sluice.codec.wire.Slice;
import io.sluice.engine.observe.Counter;

/** One of our ends of a link. Both ends have the same handle: the peer's choice. */
abstract class AmqpLink {
    private static final Slice NOTHING = new Slice();

    private final AmqpSession session;
    private final Slice name;
    private final long handle;
    private final Role role;

    /** Null while it is not established, or if its peer has no name. */
    private AttachedLinks.Name attachedAs;

    private boolean released;

    /** We have sent our detach: what comes until the peer's was sent before it saw it. */
    private boolean detached;

    AmqpLink(final AmqpSession session, final AttachDecoder attach) {
        this.session = session;
        name = Slice.of(attach.name().toByteArray());
        handle = attach.handle();
        role = attach.role() == Role.SENDER ? Role.RECEIVER : Role.SENDER;
    }

    AmqpSession session() {
        return session;
    }

    Slice name() {
        return name;
    }

    long handle() {
        return handle;
    }

    Role role() {
        return role;
    }

    boolean isDetached() {
        return detached;
    }

    /** Whether the peer's attach means this link. */
    boolean isSame(final AttachDecoder attach) {
        return attach.role() != role && attach.name().contentEquals(name);
    }

    /** Whether everything that it held went back. */
    boolean isReleased() {
        return released;
    }

    /**
     * The link is this from now on: where it was attached before, on another session or connection
     * of its peer, it is stolen.
     */
    void establish() {
        attachedAs = session.connection().name(name, role);
        if (attachedAs != null) {
            final AmqpLink previous = links().put(attachedAs, this);
            if (previous != null) {
                previous.steal();
            }
        }
    }

    private AttachedLinks links() {
        return session.connection().server().links();
    }

    /**
     * It is attached elsewhere: what it holds goes back as if its peer had detached it. Not closed,
     * for there it goes on.
     */
    private void steal() {
        beforeDetach();
        if (!detached) {
            detached = true;
            session.connection().server().home().counters().increment(Counter.LINKS_STOLEN);
            release(true);
            writeDetach(false, AmqpError.STOLEN, "the link is attached elsewhere");
        }
    }

    /** Ends the link with an error, which the peer's detach has to answer. */
    void detach(final AmqpError error, final String description) {
        if (detached) {
            return;
        }
        detached = true;
        session.connection().server().home().counters().increment(ending());
        release(false);
        writeDetach(true, error, description);
    }

    /** What it counts as if we end it with an error. */
    Counter ending() {
        return Counter.LINKS_FAILED;
    }

    /** The peer's detach: answered, unless it answers ours (section 2.6.4). */
    void onDetach(final boolean closed, final boolean failed) {
        if (!detached) {
            beforeDetach();
        }
        if (!detached) {
            detached = true;
            release(!failed);
            writeDetach(closed, AmqpError.NONE, "");
        }
    }

    private void writeDetach(
            final boolean closed, final AmqpError error, final String description) {
        session.writer()
                .detach(
                        session.channel(),
                        handle,
                        closed,
                        error,
                        Slice.ofUtf8(description),
                        errorInfo());
    }

    /** Begins the answer to the peer's attach. */
    void beginAttach() {
        session.connection()
                .server()
                .codec()
                .attachOut
                .clear()
                .channel(session.channel())
                .name(name)
                .handle(handle)
                .role(role);
    }

    /**
     * Ends it. If the peer's frames are too small for what both ends say of the link, it is told by
     * an attach that says no more than needed, and a detach.
     */
    void sendAttach() {
        final Codec codec = session.connection().server().codec();
        if (session.writer().frame(codec.attachFrame)) {
            return;
        }
        beginAttach();
        if (role == Role.SENDER) {
            codec.attachOut.initialDeliveryCount(0);
        }
        if (session.writer().frame(codec.attachFrame)) {
            detach(AmqpError.FRAME_SIZE_TOO_SMALL, "no room for what an attach has to say");
        } else {
            session.connection()
                    .close(AmqpError.FRAME_SIZE_TOO_SMALL, "no room for the name of a link");
        }
    }

    /** A flow that speaks of this link; whether it was answered. */
    abstract boolean onFlow();

    /** Tells the link's state. */
    abstract void writeFlow();

    /** A transfer on this link. */
    abstract void onTransfer();

    /** The session's or the peer's limits are wider than they were. */
    abstract void resume();

    /** What is to be told while there is a link. */
    void beforeDetach() {
        tellRest();
    }

    /** Tells what waits for a better moment: the end of the link is near. */
    abstract void tellRest();

    /** What is told with the error that ends the link, an encoded map; empty for nothing. */
    Slice errorInfo() {
        return NOTHING;
    }

    /** The link is over: everything that it holds goes back, cleanly or by a failure. */
    void release(final boolean clean) {
        if (!released) {
            released = true;
            if (attachedAs != null) {
                links().remove(attachedAs, this);
            }
            onRelease(clean);
        }
    }

    /** Gives back what it holds; once. */
    abstract void onRelease(boolean clean);
}
