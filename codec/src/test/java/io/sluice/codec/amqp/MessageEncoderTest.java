package io.sluice.codec.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.wire.Slice;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Messages written, byte by byte and read back. */
class MessageEncoderTest {
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[8_192]);
    private final MessageEncoder encoder = new MessageEncoder();
    private final HeaderEncoder header = new HeaderEncoder();
    private final PropertiesEncoder properties = new PropertiesEncoder();
    private final MessageCursor message = new MessageCursor(TypeLimits.DEFAULT);

    @Test
    void writesEverySection() {
        properties.messageId().ulong(5);
        properties.correlationId().binary(Slice.of((byte) 9));
        properties.to(ascii("t")).contentType(ascii("c")).creationTime(1).groupSequence(-1);
        encoder.wrap(buffer, 0, 8_192)
                .header(header.durable(true).ttl(0))
                .beginMap(Descriptor.DELIVERY_ANNOTATIONS)
                .putSymbol(ascii("x"))
                .putUint(1);
        encoder.endMap()
                .section(
                        Descriptor.MESSAGE_ANNOTATIONS,
                        Slice.of(Transcript.bytes("c1 05 02 a3 01 79 40")))
                .properties(properties)
                .beginMap(Descriptor.APPLICATION_PROPERTIES)
                .putString(ascii("k"))
                .putBoolean(true);
        encoder.endMap().data(ascii("body")).data(ascii("more"));
        encoder.beginMap(Descriptor.FOOTER);
        final int length = encoder.endMap().end();
        assertEquals(
                Transcript.digits(
                        """
                        00 53 70 c0 04 03 41 40 43         # header: durable, ttl 0
                        00 53 71 c1 06 02 a30178 5201      # delivery-annotations
                        00 53 72 c1 05 02 a30179 40        # message-annotations
                        00 53 73 c0 20 0c                  # properties
                        53 05 40 a1 01 74 40 40            # message-id, to
                        a0 01 09                           # correlation-id
                        a3 01 63 40 40                     # content-type
                        83 0000000000000001 40 70 ffffffff # creation-time, group-sequence
                        00 53 74 c1 05 02 a1016b 41        # application-properties
                        00 53 75 a0 04 626f6479            # data
                        00 53 75 a0 04 6d6f7265            # data
                        00 53 78 c1 01 00                  # footer
                        """),
                Transcript.hex(buffer, 0, length));
        assertEquals(AmqpError.NONE, message.wrap(buffer, 0, length));
        for (int limit = 0; limit < length; limit++) {
            encoder.wrap(buffer, 0, limit).header(header).properties(properties);
            encoder.data(ascii("body".repeat(30)));
            assertEquals(TypeWriter.NO_ROOM, encoder.end());
        }
    }

    @Test
    void writesTheHeadOfDataThatLiesElsewhere() {
        assertEquals(5, encoder.wrap(buffer, 0, 64).beginData(200).end());
        assertEquals("005375a0c8", Transcript.hex(buffer, 0, 5));
        assertEquals(8, encoder.wrap(buffer, 0, 64).beginData(70_000).end());
        assertEquals("005375b000011170", Transcript.hex(buffer, 0, 8));
    }

    @Test
    void writesAValueAndCopiesSections() {
        encoder.wrap(buffer, 0, 64).beginValue().beginList().putNull().endList();
        final int length = encoder.end();
        assertEquals("005377c0020140", Transcript.hex(buffer, 0, length));
        final Slice bare = Slice.of(Transcript.bytes("005373 45 005377 40"));
        encoder.wrap(buffer, 0, 64).header(header).sections(Descriptor.PROPERTIES, bare);
        assertEquals("005370450053734500537740", hex(encoder.end()));
    }

    @Test
    void toldASectionOutOfOrderItIsOurFault() {
        encoder.wrap(buffer, 0, 64).data(ascii("x"));
        assertThrows(AssertionError.class, () -> encoder.header(header));
        encoder.wrap(buffer, 0, 64).header(header);
        assertThrows(AssertionError.class, () -> encoder.header(header));
        encoder.wrap(buffer, 0, 64).beginValue().putNull();
        assertThrows(AssertionError.class, encoder::beginValue);
        encoder.wrap(buffer, 0, 64).data(ascii("x"));
        assertThrows(AssertionError.class, encoder::beginValue, "a body of two kinds");
        final Slice footer = Slice.of(Transcript.bytes("005378 c10100"));
        encoder.sections(Descriptor.FOOTER, footer);
        assertThrows(AssertionError.class, () -> encoder.data(ascii("x")));
        encoder.wrap(buffer, 0, 64);
        assertThrows(AssertionError.class, () -> encoder.section(Descriptor.OPEN, footer));
    }

    @Test
    void toldTheWrongContentItIsOurFault() {
        final Slice list = Slice.of(Transcript.bytes("45"));
        encoder.wrap(buffer, 0, 64);
        assertThrows(AssertionError.class, () -> encoder.section(Descriptor.FOOTER, list));
        assertThrows(AssertionError.class, () -> encoder.beginMap(Descriptor.PROPERTIES));
        encoder.section(Descriptor.AMQP_SEQUENCE, list).section(Descriptor.AMQP_SEQUENCE, list);
        assertEquals("0053764500537645", hex(encoder.end()));
    }

    @Test
    void toldToEndWithoutABodyItIsOurFault() {
        encoder.wrap(buffer, 0, 64);
        assertThrows(AssertionError.class, encoder::end);
        encoder.header(header).properties(properties);
        assertThrows(AssertionError.class, encoder::end);
        encoder.sections(Descriptor.FOOTER, Slice.of(Transcript.bytes("005378 c10100")));
        assertThrows(AssertionError.class, encoder::end);
    }

    @Test
    void takesOverAHeaderToChangeIt() {
        encoder.wrap(buffer, 0, 64)
                .header(header.durable(true).priority(9).ttl(7).firstAcquirer(true))
                .data(ascii("x"));
        assertEquals(AmqpError.NONE, message.wrap(buffer, 0, encoder.end()));
        final HeaderEncoder again = new HeaderEncoder().set(message.header());
        encoder.wrap(buffer, 0, 64)
                .header(again.deliveryCount(3).firstAcquirer(false))
                .data(ascii("x"));
        final int length = encoder.end();
        assertEquals("005370c009054150095207405203", hex(length).substring(0, 28));
        message.wrap(buffer, 0, length);
        assertTrue(message.header().durable());
        assertEquals(3, message.header().deliveryCount());
    }

    @Test
    void readsBackWhatItWritesWhateverThatIs() {
        final long seed = Long.getLong("seed", System.nanoTime());
        final Random random = new Random(seed);
        for (int round = 0; round < 2_000; round++) {
            final Slice to = Slice.of(ascii("t".repeat(random.nextInt(400))).toByteArray());
            final boolean hasTo = random.nextBoolean();
            final long high = random.nextLong();
            final long created = random.nextLong();
            final Slice payload = Slice.of(new byte[random.nextInt(600)]);
            properties.clear().creationTime(created);
            properties.messageId().uuid(high, ~high);
            if (hasTo) {
                properties.to(to);
            }
            final Node node = Node.random(random, 0);
            encoder.wrap(buffer, 3, 8_192)
                    .header(header.clear().priority(random.nextInt(256)))
                    .properties(properties);
            node.write(encoder.beginMap(Descriptor.APPLICATION_PROPERTIES).putString(to));
            final int length = encoder.endMap().data(payload).end();
            final String told = "-Dseed=" + seed;
            assertEquals(AmqpError.NONE, message.wrap(buffer, 3, length), told);
            assertEquals(hasTo, message.properties().hasTo(), told);
            assertTrue(!hasTo || message.properties().to().contentEquals(to), told);
            assertEquals(high, message.properties().messageId().uuidHigh(), told);
            assertEquals(created, message.properties().creationTime(), told);
            assertEquals(payload.length(), message.data().length(), told);
            final MapCursor pairs = new MapCursor().wrap(message.applicationProperties());
            assertTrue(pairs.find(to) && pairs.key().bytes().contentEquals(to), told);
            assertEquals(node, Node.read(pairs.value()), told);
        }
    }

    private String hex(final int length) {
        return Transcript.hex(buffer, 0, length);
    }

    private static Slice ascii(final String text) {
        return Transcript.ascii(text);
    }
}
