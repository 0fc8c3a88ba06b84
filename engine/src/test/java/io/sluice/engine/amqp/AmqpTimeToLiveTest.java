package io.sluice.engine.amqp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.amqp.AmqpError;
import io.sluice.codec.amqp.HeaderEncoder;
import io.sluice.codec.amqp.MessageCursor;
import io.sluice.codec.amqp.MessageEncoder;
import io.sluice.codec.amqp.PropertiesEncoder;
import io.sluice.codec.amqp.SenderSettleMode;
import io.sluice.codec.amqp.TypeLimits;
import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A message's time runs while it is here, and its header says so when it leaves. */
class AmqpTimeToLiveTest {
    private final FakeLoop loop = new FakeLoop();
    private final FakePeer peer = loop.peer();
    private final MessageCursor cursor = new MessageCursor(TypeLimits.DEFAULT);
    private FakeSource source;

    @BeforeEach
    void attach() {
        peer.session().sender(0, "x", SenderSettleMode.SETTLED);
        peer.receiver(1, "queues/x", SenderSettleMode.SETTLED).read();
        source = loop.directory.source("queues/x");
    }

    @AfterEach
    void everythingIsHome() {
        peer.lose();
        loop.expectsComplete();
    }

    private static byte[] message(final HeaderEncoder header, final PropertiesEncoder properties) {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[256]);
        final MessageEncoder message = new MessageEncoder().wrap(buffer, 0, 256);
        if (header != null) {
            message.header(header);
        }
        if (properties != null) {
            message.properties(properties);
        }
        return Arrays.copyOf(buffer.byteArray(), message.data(FakePeer.text("payload")).end());
    }

    /** The message comes, stays so long, and goes. */
    private FakeMessage stay(final byte[] message, final double seconds) {
        peer.message(0, 0, message, true);
        loop.passSeconds(seconds);
        return loop.directory.messages.get(0);
    }

    private void send(final FakeMessage message) {
        source.put(message);
        peer.credit(1, 0, 1).read();
        final byte[] payload = peer.lastPayload();
        assertEquals(AmqpError.NONE, cursor.wrap(new UnsafeBuffer(payload), 0, payload.length));
    }

    @Test
    void isLessByTheTimeSpentHere() {
        final byte[] message =
                message(new HeaderEncoder().durable(true).priority(6).ttl(5_000), null);
        send(stay(message, 2.25));
        assertEquals(2_750, cursor.header().ttl());
        assertTrue(cursor.header().durable());
        assertEquals(6, cursor.header().priority());
        assertEquals(0, cursor.header().deliveryCount());
        assertFalse(cursor.header().firstAcquirer());
        assertEquals("payload", cursor.data().toString());
    }

    @Test
    void keepsWhoeverIsFirstAndHowOftenItWasTried() {
        final HeaderEncoder header =
                new HeaderEncoder().ttl(9_000).firstAcquirer(true).deliveryCount(3);
        send(stay(message(header, null), 1));
        assertTrue(cursor.header().firstAcquirer());
        assertEquals(3, cursor.header().deliveryCount());
        assertEquals(8_000, cursor.header().ttl());
    }

    @Test
    void countsDownForOneThatComesAgainToo() {
        send(stay(message(new HeaderEncoder().ttl(9_000), null), 1).redelivered(2));
        assertFalse(cursor.header().firstAcquirer());
        assertEquals(2, cursor.header().deliveryCount());
        assertEquals(8_000, cursor.header().ttl());
    }

    @Test
    void isSomethingUpToTheEnd() {
        send(stay(message(new HeaderEncoder().ttl(1_000), null), 0.999));
        assertEquals(1, cursor.header().ttl());
    }

    @Test
    void leavesMessagesWithoutATimeToLiveAsTheyCame() {
        final byte[] absolute =
                message(null, new PropertiesEncoder().absoluteExpiryTime(9_000_000_000L));
        send(stay(absolute, 3));
        assertArrayEquals(absolute, peer.lastPayload());
    }

    @Test
    void leavesMessagesWithoutAnEndAsTheyCame() {
        final byte[] endless = message(new HeaderEncoder().durable(true), null);
        send(stay(endless, 3));
        assertArrayEquals(endless, peer.lastPayload());
    }
}
