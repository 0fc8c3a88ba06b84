package io.sluice.engine.mqtt;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.sluice.codec.mqtt.Wire;
import io.sluice.engine.link.Outcome;
import io.sluice.engine.link.Outgoing;
import io.sluice.engine.link.Record;
import io.sluice.engine.observe.Counter;
import java.lang.management.ManagementFactory;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** A message in, acknowledged, and one out, acknowledged, leave no garbage. */
class ServerSessionAllocationTest {
    private static final int ROUNDS = 2_000;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final FakeLoop loop = new FakeLoop();
    private final FakeClient client = loop.client().connected("a");

    /** The same message again and again. */
    private static final class Message implements Outgoing {
        private final UnsafeBuffer bytes = new UnsafeBuffer(new byte[256]);
        private int settled;

        Message(final String transcript) {
            final byte[] body = Wire.bytes(transcript);
            final int flags = 2 << Record.FLAGS_QOS_SHIFT;
            Record.begin(bytes, 0, Record.FORMAT_MQTT, flags, body.length);
            bytes.putBytes(Record.bodyOffset(0), body);
            Record.expiresAtMs(bytes, 0, 3_700_000);
        }

        @Override
        public DirectBuffer buffer() {
            return bytes;
        }

        @Override
        public int offset() {
            return 0;
        }

        @Override
        public int length() {
            return bytes.capacity();
        }

        @Override
        public long sequence() {
            return 0;
        }

        @Override
        public int deliveryCount() {
            return 0;
        }

        @Override
        public boolean isRedelivered() {
            return false;
        }

        @Override
        public void written() {
            // nobody else waits for its memory
        }

        @Override
        public void settle(final Outcome outcome) {
            settled++;
        }
    }

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

    private void arrive(final UnsafeBuffer bytes) {
        final int used = client.session.onBytes(bytes, 0, bytes.capacity(), loop.nowNs);
        assertEquals(bytes.capacity(), used);
        loop.step();
    }

    @Test
    void publishing() {
        loop.directory.forgetful = true;
        final UnsafeBuffer qos0 = new UnsafeBuffer(Wire.bytes("30 .. 't' (26 'a' 'b') `x`"));
        final UnsafeBuffer qos1 =
                new UnsafeBuffer(Wire.bytes("32 .. 't' 00 01 (02 00 00 00 01) `x`"));
        final UnsafeBuffer qos2 = new UnsafeBuffer(Wire.bytes("34 .. 't' 00 02 () `x`"));
        final UnsafeBuffer pubrel = new UnsafeBuffer(Wire.bytes("62 02 00 02"));
        assertAllocatesNothing(
                () -> {
                    arrive(qos0);
                    arrive(qos1);
                    arrive(qos2);
                    arrive(pubrel);
                    assertEquals(12, client.wire.discard());
                });
        loop.expects(Counter.MESSAGES_ACCEPTED, 6 * ROUNDS);
    }

    @Test
    void receivingWhatNobodyAnswers() {
        client.sends("82 .. 00 01 () '#' 00 'queues/q' 00").wire.take();
        final Message message = new Message("'t' (26 'a' 'b') `hello`");
        final FakeSource events = loop.directory.source("#");
        final FakeSource queue = loop.directory.source("queues/q");
        assertAllocatesNothing(
                () -> {
                    for (int i = 0; i < 20; i++) { // with some left for the next cycle
                        events.consumer.onOutgoing(message);
                        queue.consumer.onOutgoing(message);
                        client.wire.slow = i % 4 != 0;
                        client.wire.discard();
                    }
                    client.wire.slow = false;
                    client.wire.flush();
                });
        assertEquals(80 * ROUNDS, message.settled);
        loop.expects(Counter.MATCHED_SETTLED, 80 * ROUNDS);
    }

    @Test
    void receiving() {
        client.sends("82 .. 00 01 (0B 05) '#' 02 'queues/q' 01").wire.take();
        final Message message = new Message("'t' (02 00 00 00 20 26 'a' 'b') `hello`");
        final FakeSource events = loop.directory.source("#");
        final FakeSource queue = loop.directory.source("queues/q");
        final UnsafeBuffer ack = new UnsafeBuffer(new byte[] {0x40, 2, 0, 0});
        final UnsafeBuffer pubrec = new UnsafeBuffer(new byte[] {0x50, 2, 0, 0});
        final UnsafeBuffer pubcomp = new UnsafeBuffer(new byte[] {0x70, 2, 0, 0});
        final short[] packetId = {0};
        assertAllocatesNothing(
                () -> {
                    events.consumer.onOutgoing(message);
                    final short first = ++packetId[0];
                    queue.consumer.onOutgoing(message);
                    final short second = ++packetId[0];
                    pubrec.putShort(2, first, BIG_ENDIAN);
                    pubcomp.putShort(2, first, BIG_ENDIAN);
                    ack.putShort(2, second, BIG_ENDIAN);
                    arrive(pubrec);
                    arrive(ack);
                    arrive(pubcomp);
                    client.wire.discard();
                });
        assertEquals(4 * ROUNDS, message.settled);
        loop.expects(Counter.MATCHED_SETTLED, 4 * ROUNDS);
    }
}
