package io.sluice.codec.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.sluice.codec.wire.Slice;
import java.lang.management.ManagementFactory;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Nothing is allocated once decoders and encoders are made, for good bodies and bad. */
class AllocationTest {
    private static final int ROUNDS = 200;

    private static final Slice TEXT = Slice.ofUtf8("text");
    private static final Slice SYMBOL = encoded("a3 01 61");
    private static final Slice MAP = encoded("c1 05 02 a30161 45");

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final UnsafeBuffer out = new UnsafeBuffer(new byte[1_024]);

    private void assertAllocatesNothing(final Runnable round) {
        for (int i = 0; i < ROUNDS; i++) {
            round.run();
        }
        final long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < ROUNDS; i++) {
            round.run();
        }
        final long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertTrue(allocated < ROUNDS, allocated + " bytes in " + ROUNDS + " rounds");
    }

    @Test
    void decodesEverySampleWholeAndCut() {
        final CompositeTest.Body[] samples =
                CompositeTest.bodies().toArray(CompositeTest.Body[]::new);
        final UnsafeBuffer[] buffers = new UnsafeBuffer[samples.length];
        for (int i = 0; i < samples.length; i++) {
            buffers[i] = new UnsafeBuffer(samples[i].bytes());
        }
        final FrameBodies bodies = new FrameBodies();
        final Accessors accessors = new Accessors();
        assertAllocatesNothing(
                () -> {
                    for (int i = 0; i < samples.length; i++) {
                        final int length = buffers[i].capacity();
                        assertEquals(AmqpError.NONE, bodies.wrap(buffers[i], 0, length));
                        accessors.sum(bodies, samples[i].descriptor());
                        assertNotEquals(AmqpError.NONE, bodies.wrap(buffers[i], 0, length - 1));
                    }
                });
    }

    @Test
    void readsAMessage() {
        final UnsafeBuffer in = new UnsafeBuffer(MessageCursorTest.sample());
        final MessageCursor message = new MessageCursor(TypeLimits.DEFAULT);
        final Accessors accessors = new Accessors();
        assertAllocatesNothing(
                () -> {
                    assertEquals(AmqpError.NONE, message.wrap(in, 0, in.capacity()));
                    accessors.sum(message);
                    assertNotEquals(AmqpError.NONE, message.wrap(in, 0, in.capacity() - 1));
                });
    }

    @Test
    void checksValues() {
        final Slice nested = encoded("c0 12 03 005301 c1 05 02 a30161 45 e0 03 01 50 07 56 01");
        final TypeReader types = new TypeReader(TypeLimits.DEFAULT);
        assertAllocatesNothing(
                () -> {
                    final int length = nested.length();
                    assertEquals(AmqpError.NONE, types.check(nested.buffer(), 0, length));
                    assertNotEquals(AmqpError.NONE, types.check(nested.buffer(), 0, length - 1));
                });
    }

    @Test
    void writesTheFramesOfAConnectionAndASession() {
        final OpenEncoder open = new OpenEncoder();
        final BeginEncoder begin = new BeginEncoder();
        final FlowEncoder flow = new FlowEncoder();
        final CloseEncoder close = new CloseEncoder();
        final SaslEncoder sasl = new SaslEncoder();
        assertAllocatesNothing(
                () -> {
                    open.clear().containerId(TEXT).hostname(TEXT).maxFrameSize(512).channelMax(7);
                    open.idleTimeOut(9).outgoingLocales(SYMBOL).incomingLocales(SYMBOL);
                    open.offeredCapabilities(SYMBOL).desiredCapabilities(SYMBOL).properties(MAP);
                    fits(open.encode(out, 0, out.capacity()));
                    begin.clear().channel(1).remoteChannel(1).nextOutgoingId(2).incomingWindow(3);
                    begin.outgoingWindow(4).handleMax(5).properties(MAP);
                    begin.offeredCapabilities(SYMBOL).desiredCapabilities(SYMBOL);
                    fits(begin.encode(out, 0, out.capacity()));
                    flow.clear().channel(1).nextIncomingId(1).handle(1).deliveryCount(1);
                    flow.linkCredit(1).available(1).drain(true).echo(true).properties(MAP);
                    fits(flow.encode(out, 0, out.capacity()));
                    close.close().error().condition(AmqpError.NOT_FOUND).description(TEXT);
                    fits(close.encode(out, 0, out.capacity()));
                    fits(close.end(1).encode(out, 0, out.capacity()));
                    fits(sasl.mechanisms(SYMBOL).encode(out, 0, out.capacity()));
                    fits(sasl.init(TEXT).bytes(TEXT).hostname(TEXT).encode(out, 0, 512));
                    fits(sasl.challenge(TEXT).encode(out, 0, out.capacity()));
                    fits(sasl.response(TEXT).encode(out, 0, out.capacity()));
                    fits(sasl.outcome(SaslCode.OK).encode(out, 0, out.capacity()));
                    assertEquals(TypeWriter.NO_ROOM, open.encode(out, 0, 40));
                });
    }

    @Test
    void writesTheFramesOfALink() {
        final AttachEncoder attach = new AttachEncoder();
        final TransferEncoder transfer = new TransferEncoder();
        final DispositionEncoder disposition = new DispositionEncoder();
        final DetachEncoder detach = new DetachEncoder();
        assertAllocatesNothing(
                () -> {
                    attach.clear().name(TEXT).handle(1).initialDeliveryCount(1).unsettled(MAP);
                    attach.source().kind(Descriptor.SOURCE).address(TEXT).filter(MAP).timeout(1);
                    attach.source().expiryPolicy(TerminusExpiryPolicy.NEVER).outcomes(SYMBOL);
                    attach.source().defaultOutcome().modified(true, false).messageAnnotations(MAP);
                    attach.target()
                            .kind(Descriptor.TARGET)
                            .dynamic(true)
                            .dynamicNodeProperties(MAP);
                    fits(attach.encode(out, 0, out.capacity()));
                    transfer.clear().handle(1).deliveryId(1).deliveryTag(TEXT).messageFormat(0);
                    transfer.state().received(1, 2);
                    fits(transfer.payload(TEXT).encode(out, 0, out.capacity()));
                    assertTrue(transfer.continueDelivery().payloadRoom(512) > 0);
                    disposition.clear().role(Role.RECEIVER).first(1).last(2).settled(true);
                    disposition.state().rejected().condition(TEXT).description(TEXT).info(MAP);
                    fits(disposition.encode(out, 0, out.capacity()));
                    disposition.state().accepted();
                    fits(disposition.encode(out, 0, out.capacity()));
                    detach.clear().handle(1).closed(true).error().condition(AmqpError.STOLEN);
                    fits(detach.encode(out, 0, out.capacity()));
                });
    }

    @Test
    void writesAMessage() {
        final MessageEncoder message = new MessageEncoder();
        final HeaderEncoder header = new HeaderEncoder();
        final PropertiesEncoder properties = new PropertiesEncoder();
        assertAllocatesNothing(
                () -> {
                    header.clear().durable(true).priority(7).ttl(1).deliveryCount(2);
                    properties.clear().userId(TEXT).to(TEXT).subject(TEXT).replyTo(TEXT);
                    properties.contentType(TEXT).contentEncoding(TEXT).groupId(TEXT);
                    properties.creationTime(1).absoluteExpiryTime(2).groupSequence(3);
                    properties.messageId().uuid(1, 2);
                    properties.correlationId().string(TEXT);
                    message.wrap(out, 0, out.capacity()).header(header);
                    message.section(Descriptor.MESSAGE_ANNOTATIONS, MAP).properties(properties);
                    message.beginMap(Descriptor.APPLICATION_PROPERTIES).putString(TEXT).putInt(7);
                    fits(message.endMap().data(TEXT).end());
                });
    }

    private static void fits(final int length) {
        assertTrue(length > 0);
    }

    private static Slice encoded(final String hex) {
        return Slice.of(Transcript.bytes(hex));
    }
}
