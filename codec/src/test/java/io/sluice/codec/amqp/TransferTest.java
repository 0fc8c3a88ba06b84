package io.sluice.codec.amqp;

import static io.sluice.codec.amqp.AmqpError.DECODE_ERROR;
import static io.sluice.codec.amqp.AmqpError.INVALID_FIELD;
import static io.sluice.codec.amqp.AmqpError.NONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.wire.Slice;
import java.io.ByteArrayOutputStream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Transfers: fields, payload, deliveries of several frames (AMQP 1.0 part 2 section 2.7.5). */
class TransferTest {
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[4_096]);
    private final AmqpFramer framer = new AmqpFramer(4_096);
    private final TransferEncoder encoder = new TransferEncoder();
    private final TransferDecoder decoder = new TransferDecoder(TypeLimits.DEFAULT);

    @Test
    void writesAndReadsEveryField() {
        encoder.channel(1)
                .handle(2)
                .deliveryId(-1)
                .deliveryTag(Slice.of((byte) 7, (byte) 8))
                .messageFormat(0)
                .settled(false)
                .more(true)
                .rcvSettleMode(ReceiverSettleMode.SECOND)
                .resume(true)
                .aborted(true)
                .batchable(true)
                .payload(Slice.of((byte) 0x00, (byte) 0x53));
        encoder.state().received(1, 300);
        final int length = encoder.encode(buffer, 0, 4_096);
        assertEquals(
                Transcript.digits(
                        """
                        00000034 02 00 0001
                        00 53 14 c0 25 0b
                        52 02                 # handle
                        70 ffffffff           # delivery-id
                        a0 02 0708            # delivery-tag
                        43                    # message-format
                        42                    # settled
                        41                    # more
                        50 01                 # rcv-settle-mode: second
                        00 53 23 c0 0c 02 52 01 80 000000000000012c  # state: received
                        41 41 41              # resume, aborted, batchable
                        00 53                 # payload
                        """),
                Transcript.hex(buffer, 0, length));
        wrap(length);
        assertEquals(2, decoder.handle());
        assertTrue(decoder.hasDeliveryId());
        assertEquals(-1, decoder.deliveryId());
        assertTrue(decoder.hasDeliveryTag());
        assertEquals("0708", Transcript.hex(decoder.deliveryTag().toByteArray()));
        assertTrue(decoder.hasMessageFormat());
        assertEquals(0, decoder.messageFormat());
        assertTrue(decoder.hasSettled());
        assertFalse(decoder.settled());
        assertTrue(decoder.more());
        assertTrue(decoder.hasRcvSettleMode());
        assertEquals(ReceiverSettleMode.SECOND, decoder.rcvSettleMode());
        assertTrue(decoder.hasState());
        assertEquals(Descriptor.RECEIVED, decoder.state().kind());
        assertEquals(300, decoder.state().sectionOffset());
        assertTrue(decoder.resume() && decoder.aborted() && decoder.batchable());
        assertEquals(2, decoder.payloadLength());
        assertEquals("0053", Transcript.hex(decoder.payload().toByteArray()));
    }

    @Test
    void readsWhatIsLeftOutAsAbsent() {
        assertEquals(NONE, wrap("005314 c0 02 01 43"));
        assertEquals(0, decoder.handle());
        assertFalse(decoder.hasDeliveryId());
        assertFalse(decoder.hasDeliveryTag());
        assertThrows(AssertionError.class, decoder::deliveryTag);
        assertThrows(AssertionError.class, decoder::deliveryId);
        assertFalse(decoder.hasMessageFormat());
        assertThrows(AssertionError.class, decoder::messageFormat);
        assertFalse(decoder.hasSettled());
        assertFalse(decoder.settled());
        assertFalse(decoder.more());
        assertFalse(decoder.hasRcvSettleMode());
        assertThrows(AssertionError.class, decoder::rcvSettleMode);
        assertFalse(decoder.hasState());
        assertFalse(decoder.resume() || decoder.aborted() || decoder.batchable());
        assertEquals(0, decoder.payloadLength());
    }

    @Test
    void findsThePayloadBehindThePerformative() {
        Transcript.inEveryBuffer(
                Transcript.bytes("005314 c0 03 02 43 40  c0ffee"),
                (buffer, offset, length) -> {
                    assertEquals(NONE, decoder.wrap(buffer, offset, length));
                    assertEquals(offset + 8, decoder.payloadOffset());
                    assertEquals("c0ffee", Transcript.hex(decoder.payload().toByteArray()));
                });
    }

    @Test
    void refusesATagOf33Bytes() {
        assertEquals(NONE, wrap("005314 c0 25 03 43 43 a0 20" + "aa".repeat(32)));
        assertEquals(32, decoder.deliveryTag().length());
        assertEquals(NONE, wrap("005314 c0 05 03 43 43 a0 00"));
        assertTrue(decoder.hasDeliveryTag(), "an empty tag is one");
        assertEquals(INVALID_FIELD, wrap("005314 c0 26 03 43 43 a0 21" + "aa".repeat(33)));
        assertEquals(INVALID_FIELD, wrap("005314 c0 29 03 43 43 b0 00000021" + "aa".repeat(33)));
    }

    @Test
    void refusesIllegalValues() {
        assertEquals(INVALID_FIELD, wrap("005314 c0 09 07 43 404040 4040 5002"), "settle mode");
        assertEquals(DECODE_ERROR, wrap("005314 c0 0a 08 43 404040 404040 5301"), "state");
        assertEquals(DECODE_ERROR, wrap("005314 c0 0d 08 43 404040 404040 005325 5301"));
        assertEquals(NONE, wrap("005314 c0 0c 08 43 404040 404040 005399 45"));
        assertEquals(Descriptor.UNKNOWN, decoder.state().kind());
    }

    @Test
    void spreadsAMessageOverFramesAndJoinsIt() {
        final byte[] message = new byte[1_500];
        for (int i = 0; i < message.length; i++) {
            message[i] = (byte) (i * 31);
        }
        for (int maxFrameSize = 32; maxFrameSize < 1_600; maxFrameSize += 7) {
            spreadsAndJoins(message, maxFrameSize);
        }
    }

    private void spreadsAndJoins(final byte[] message, final int maxFrameSize) {
        final Slice rest = new Slice();
        final UnsafeBuffer source = new UnsafeBuffer(message);
        final ByteArrayOutputStream joined = new ByteArrayOutputStream();
        encoder.clear().handle(1).deliveryId(7).deliveryTag(Slice.of((byte) 1)).messageFormat(0);
        int sent = 0;
        int frames = 0;
        while (sent < message.length) {
            encoder.payload(rest.wrap(source, sent, message.length - sent));
            final int room = encoder.payloadRoom(maxFrameSize);
            final int length = encoder.encode(buffer, 0, maxFrameSize);
            assertTrue(length > 0 && length <= maxFrameSize);
            sent += encoder.payloadWritten();
            wrap(length);
            final boolean isLast = sent == message.length;
            assertTrue(isLast || encoder.payloadWritten() == room);
            assertEquals(!isLast, decoder.more());
            assertEquals(frames == 0, decoder.hasDeliveryId());
            assertEquals(frames == 0, decoder.hasDeliveryTag());
            assertEquals(frames == 0, decoder.hasMessageFormat());
            joined.writeBytes(decoder.payload().toByteArray());
            encoder.continueDelivery();
            frames++;
        }
        assertEquals(Transcript.hex(message), Transcript.hex(joined.toByteArray()));
    }

    @Test
    void saysWhenNotOneByteOfPayloadFits() {
        encoder.clear().handle(1).payload(Slice.of((byte) 1, (byte) 2));
        assertEquals(0, encoder.payloadRoom(10));
        assertEquals(TypeWriter.NO_ROOM, encoder.encode(buffer, 0, 10));
        assertEquals(TypeWriter.NO_ROOM, encoder.encode(buffer, 0, 16), "but for the payload");
        final int length = encoder.encode(buffer, 0, 18);
        assertEquals(18, length, "the last bytes need no more");
        encoder.payload(Slice.of((byte) 1, (byte) 2, (byte) 3));
        assertEquals(TypeWriter.NO_ROOM, encoder.encode(buffer, 0, 18), "but for more");
        encoder.payload(new Slice());
        assertEquals(16, encoder.encode(buffer, 0, 16));
        assertEquals(0, encoder.payloadWritten());
    }

    @Test
    void tellsTheRoomBesideFieldsOfAnyLength() {
        final UnsafeBuffer large = new UnsafeBuffer(new byte[70_000]);
        final Slice message = Slice.of(new byte[70_000]);
        for (final int length : new int[] {0, 100, 255, 256, 480, 600, 5_000, 60_000, 10}) {
            encoder.clear().handle(1).deliveryId(7).payload(message);
            encoder.state()
                    .rejected()
                    .condition(AmqpError.NOT_FOUND)
                    .description(Transcript.ascii("x".repeat(length)));
            final int room = encoder.payloadRoom(65_536);
            assertTrue(room > 65_400 - length, "length " + length);
            assertEquals(65_536, encoder.encode(large, 0, 65_536));
            assertEquals(encoder.payloadWritten(), room, "length " + length);
            final int fields = 65_536 - room;
            assertEquals(1, encoder.payloadRoom(fields + 1));
            assertEquals(0, encoder.payloadRoom(fields));
            assertEquals(0, encoder.payloadRoom(fields - 1));
            final int most = Integer.MAX_VALUE;
            assertEquals(most - fields, encoder.payloadRoom(most));
        }
    }

    @Test
    void tellsNoRoomWhereTheFieldsAreTooLong() {
        final TransferEncoder fresh = new TransferEncoder().handle(1);
        fresh.state()
                .rejected()
                .condition(AmqpError.NOT_FOUND)
                .description(Transcript.ascii("x".repeat(600)));
        assertEquals(0, fresh.payloadRoom(512));
        assertEquals(0, fresh.payloadRoom(600));
        assertTrue(fresh.payloadRoom(1_000) > 300);
    }

    private void wrap(final int length) {
        assertEquals(NONE, framer.next(buffer, 0, length));
        assertEquals(NONE, decoder.wrap(buffer, framer.bodyOffset(), framer.bodyLength()));
    }

    private AmqpError wrap(final String body) {
        final byte[] bytes = Transcript.bytes(body);
        return decoder.wrap(new UnsafeBuffer(bytes), 0, bytes.length);
    }
}
