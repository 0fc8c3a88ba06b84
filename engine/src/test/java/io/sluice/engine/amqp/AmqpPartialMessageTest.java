package io.sluice.engine.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.amqp.SenderSettleMode;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is not whole keeps its memory only while others have enough. */
class AmqpPartialMessageTest {
    private static final byte[] MESSAGE = FakePeer.data(12_000);
    private static final int PART = 3_800;

    private final FakeLoop loop = new FakeLoop(); // with 64 KiB for messages that are not whole
    private final FakePeer peer = loop.peer();

    @AfterEach
    void everythingIsHome() {
        if (!peer.wire.closed) {
            peer.lose();
        }
        loop.expectsComplete();
    }

    /** The first parts of a message, so many of four. */
    private void begin(final int link, final int parts) {
        peer.sender(link, "x", SenderSettleMode.MIXED).read();
        peer.send(peer.first(link, link, Arrays.copyOf(MESSAGE, PART)).more(true)::encode);
        for (int i = 1; i < parts; i++) {
            peer.send(peer.next(link, part(i)).more(true)::encode);
        }
    }

    private static byte[] part(final int index) {
        return Arrays.copyOfRange(
                MESSAGE, index * PART, Math.min((index + 1) * PART, MESSAGE.length));
    }

    @Test
    void waitsForTheRestWhileThereIsEnough() {
        peer.session();
        begin(0, 3);
        for (int i = 0; i < 20; i++) {
            loop.passSeconds(5);
            peer.send(new byte[] {0, 0, 0, 8, 2, 0, 0, 0}); // it is not idle
        }
        peer.send(peer.next(0, part(3))::encode);
        assertTrue(peer.read().endsWith("receiver 0..0 settled accepted"));
    }

    @Test
    void endsLinksThatKeepWhatOthersNeed() {
        peer.session();
        begin(0, 3);
        begin(1, 3);
        loop.passSeconds(8);
        begin(2, 3);
        peer.read();
        loop.passSeconds(2.5);
        peer.expect("detach 0 closed amqp:resource-limit-exceeded");
        loop.passSeconds(0.5);
        assertTrue(!loop.server.assemblies().isScarce());
        loop.passSeconds(20);
        peer.expect("");
        peer.send(peer.next(2, part(3))::encode).expect("receiver 2..2 settled accepted");
        peer.send(peer.next(1, part(3))::encode).expect("receiver 1..1 settled accepted");
        assertEquals(2, loop.directory.messages.size());
    }

    @Test
    void looksAtTheMessageThatIsUnderWay() {
        peer.session();
        begin(0, 3);
        begin(1, 3);
        begin(2, 3);
        loop.passSeconds(6);
        peer.send(peer.next(0, part(3))::encode);
        peer.send(peer.first(0, 3, Arrays.copyOf(MESSAGE, PART)).more(true)::encode);
        peer.read();
        loop.passSeconds(5);
        final String said = peer.read();
        assertTrue(!said.contains("detach 0"), said);
        assertTrue(said.contains("resource-limit-exceeded"), said);
    }
}
