package io.sluice.engine.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.amqp.AmqpError;
import io.sluice.codec.amqp.AmqpFramer;
import io.sluice.codec.amqp.AttachDecoder;
import io.sluice.codec.amqp.ReceiverSettleMode;
import io.sluice.codec.amqp.SenderSettleMode;
import io.sluice.codec.amqp.TerminusDurability;
import io.sluice.codec.amqp.TerminusExpiryPolicy;
import io.sluice.codec.amqp.TypeLimits;
import io.sluice.codec.amqp.TypeWriter;
import io.sluice.codec.wire.Slice;
import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The answer to an attach says what we will do, whatever was asked for (section 2.6.3). */
class AmqpAttachReplyTest {
    private final FakeLoop loop = new FakeLoop();
    private final FakePeer peer = loop.peer();

    @AfterEach
    void everythingIsHome() {
        peer.lose();
        loop.expectsComplete();
    }

    /** The first frame that was written, which is an attach. */
    private AttachDecoder answer() {
        final UnsafeBuffer bytes = new UnsafeBuffer(peer.wire.take());
        final AmqpFramer framer = new AmqpFramer(1 << 16);
        assertEquals(AmqpError.NONE, framer.next(bytes, 0, bytes.capacity()));
        final AttachDecoder attach = new AttachDecoder(TypeLimits.DEFAULT);
        assertEquals(AmqpError.NONE, attach.wrap(bytes, framer.bodyOffset(), framer.bodyLength()));
        return attach;
    }

    private void receiver(final String address) {
        peer.session().receiver(1, "queues/other", SenderSettleMode.MIXED).read();
        peer.attach.handle(0).name(FakePeer.text("x"));
        peer.attach.source().address(FakePeer.text(address));
    }

    /** A selector that nobody looks at would be a promise. */
    @Test
    void leavesOutFiltersThatAreNotApplied() {
        receiver("queues/x");
        final UnsafeBuffer filter = new UnsafeBuffer(new byte[64]);
        final int length =
                new TypeWriter()
                        .wrap(filter, 0, 64)
                        .beginMap()
                        .putSymbol(FakePeer.text("selector"))
                        .putDescriptor(Slice.of(new byte[] {(byte) 0xA3, 1, 's'}))
                        .putString(FakePeer.text("a = 1"))
                        .endMap()
                        .end();
        peer.attach.source().filter(Slice.of(Arrays.copyOf(filter.byteArray(), length)));
        peer.send(peer.attach::encode);
        final AttachDecoder answer = answer();
        assertTrue(answer.hasSource());
        assertTrue(answer.source().filter().isNull());
        assertEquals("queues/x", answer.source().address().toString());
    }

    @Test
    void promisesNoDurableTerminus() {
        receiver("events/x");
        peer.attach.source().durable(TerminusDurability.UNSETTLED_STATE);
        peer.attach.source().expiryPolicy(TerminusExpiryPolicy.NEVER);
        peer.send(peer.attach::encode);
        final AttachDecoder answer = answer();
        assertEquals(TerminusDurability.NONE, answer.source().durable());
        assertEquals(TerminusExpiryPolicy.SESSION_END, answer.source().expiryPolicy());
    }

    @ParameterizedTest
    @ValueSource(strings = {"queues/x", "events/x"})
    void namesTheDistributionModeInUse(final String address) {
        receiver(address);
        peer.attach.source().distributionMode(FakePeer.text("move"));
        peer.send(peer.attach::encode);
        assertEquals(
                address.startsWith("queues") ? "move" : "copy",
                answer().source().distributionMode().toString());
    }

    /** A browser would take the messages from those whom they are for. */
    @Test
    void refusesToBrowseAQueue() {
        receiver("queues/x");
        peer.attach.source().distributionMode(FakePeer.text("copy"));
        peer.send(peer.attach::encode)
                .expect("attach 0 sender null", "detach 0 closed amqp:not-implemented");
    }

    @ParameterizedTest
    @EnumSource(SenderSettleMode.class)
    void saysWhoSettlesWhen(final SenderSettleMode mode) {
        for (final ReceiverSettleMode receiver : ReceiverSettleMode.values()) {
            final FakePeer one = loop.peer();
            one.receiverMode = receiver;
            one.container = receiver.name();
            one.session().receiver(0, "queues/x", mode);
            final byte[] written = one.wire.take();
            peer.wire.write(new UnsafeBuffer(written), 0, written.length);
            final AttachDecoder answer = answer();
            assertEquals(
                    mode == SenderSettleMode.SETTLED
                            ? SenderSettleMode.SETTLED
                            : SenderSettleMode.UNSETTLED,
                    answer.sndSettleMode());
            assertEquals(receiver, answer.rcvSettleMode(), "what it is granted");
            assertTrue(answer.hasInitialDeliveryCount());
            assertEquals(0, answer.initialDeliveryCount());
            one.lose();
        }
    }

    /** As a receiver we settle first: nobody is promised exactly once by settling second. */
    @ParameterizedTest
    @EnumSource(ReceiverSettleMode.class)
    void settlesFirstItself(final ReceiverSettleMode asked) {
        peer.session().sender(1, "queues/other", SenderSettleMode.UNSETTLED).read();
        peer.attach.handle(0).name(FakePeer.text("x")).rcvSettleMode(asked);
        peer.send(peer.attach::encode);
        final AttachDecoder answer = answer();
        assertEquals(ReceiverSettleMode.FIRST, answer.rcvSettleMode());
        assertEquals(SenderSettleMode.UNSETTLED, answer.sndSettleMode());
        assertEquals(16 << 10, answer.maxMessageSize());
        assertFalse(answer.hasInitialDeliveryCount());
    }
}
