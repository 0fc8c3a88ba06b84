package io.sluice.tools.client;

import io.sluice.codec.amqp.AmqpError;
import io.sluice.codec.amqp.Descriptor;
import io.sluice.codec.amqp.ElementCursor;
import io.sluice.codec.amqp.FrameHeader;
import io.sluice.codec.amqp.SaslCode;
import io.sluice.codec.amqp.SaslDecoder;
import io.sluice.codec.amqp.SaslEncoder;
import io.sluice.codec.amqp.TypeLimits;
import io.sluice.codec.wire.Slice;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The client's part of a SASL exchange (part 5 section 5.3): PLAIN with a login, else ANONYMOUS.
 */
final class SaslClient {
    private static final Slice ANONYMOUS = Slice.ofUtf8("ANONYMOUS");
    private static final Slice PLAIN = Slice.ofUtf8("PLAIN");

    private final AmqpConnection connection;
    private final Optional<Login> login;
    private final SaslDecoder sasl = new SaslDecoder(TypeLimits.DEFAULT);

    SaslClient(final AmqpConnection connection, final Optional<Login> login) {
        this.connection = connection;
        this.login = login;
    }

    void authenticate(final Deadline deadline) throws PeerException {
        await(Descriptor.SASL_MECHANISMS, deadline);
        final Slice mechanism = login.isPresent() ? PLAIN : ANONYMOUS;
        if (!new ElementCursor().wrap(sasl.mechanisms()).contains(mechanism)) {
            throw connection
                    .wire()
                    .refused(
                            login.isPresent()
                                    ? "takes no user and password (no SASL PLAIN)"
                                    : "wants a user and a password (no SASL ANONYMOUS)");
        }
        final SaslEncoder init = new SaslEncoder().init(mechanism);
        if (login.isPresent()) {
            final String text = "\0" + login.get().user() + "\0" + login.get().password();
            init.bytes(Slice.of(text.getBytes(StandardCharsets.UTF_8)));
        }
        connection.send(init::encode, deadline);
        await(Descriptor.SASL_OUTCOME, deadline);
        if (sasl.code() != SaslCode.OK) {
            throw connection
                    .wire()
                    .refused(
                            sasl.code() == SaslCode.AUTH
                                    ? "refuses the user or the password (SASL outcome auth)"
                                    : "cannot check the user (SASL outcome " + sasl.code() + ")");
        }
    }

    private void await(final Descriptor wanted, final Deadline deadline) throws PeerException {
        if (!connection.nextFrame(FrameHeader.TYPE_SASL, deadline)) {
            throw connection.wire().missing("sent its " + AmqpConnection.name(wanted));
        }
        final AmqpError error =
                sasl.wrap(
                        connection.wire().in(),
                        connection.frame().bodyOffset(),
                        connection.frame().bodyLength());
        if (error != AmqpError.NONE || sasl.kind() != wanted) {
            throw connection.garbage(error == AmqpError.NONE ? AmqpError.NOT_ALLOWED : error);
        }
    }
}
