package io.sluice.engine.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sluice.codec.amqp.ProtocolHeader;
import io.sluice.codec.amqp.SaslEncoder;
import io.sluice.codec.wire.Slice;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Only those mechanisms are offered by which somebody may come. */
class AmqpMechanismsTest {
    private final FakeLoop loop = new FakeLoop();
    private final FakePeer peer = loop.peer();

    @ParameterizedTest
    @CsvSource({"true, true", "true, false", "false, true"})
    void offersWhatMaySucceed(final boolean anonymous, final boolean plain) {
        loop.anonymous = anonymous;
        loop.plain = plain;
        peer.header(ProtocolHeader.SASL);
        final String said = new String(peer.wire.take(), StandardCharsets.ISO_8859_1);
        assertEquals(anonymous, said.contains("ANONYMOUS"));
        assertEquals(plain, said.contains("PLAIN"));
    }

    @Test
    void refusesWhatWasNotOffered() {
        loop.plain = false;
        peer.header(ProtocolHeader.SASL).read();
        final SaslEncoder sasl = new SaslEncoder();
        final Slice response = FakePeer.text("\0ann\0ann");
        sasl.init(FakePeer.text("PLAIN")).bytes(response);
        peer.send(sasl::encode).expect("outcome AUTH");
        loop.expectsComplete();
    }
}
