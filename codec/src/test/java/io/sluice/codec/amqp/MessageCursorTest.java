package io.sluice.codec.amqp;

import static io.sluice.codec.amqp.AmqpError.DECODE_ERROR;
import static io.sluice.codec.amqp.AmqpError.NONE;
import static io.sluice.codec.amqp.AmqpError.RESOURCE_LIMIT_EXCEEDED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The sections of a message: order, content, and what is no message. */
class MessageCursorTest {
    private static final String HEADER = "005370 c0 0c 05 41 5007 7000001000 41 5202 ";
    private static final String DELIVERY_ANNOTATIONS = "005371 c1 06 02 a30178 5201 ";
    private static final String MESSAGE_ANNOTATIONS = "005372 c1 07 02 5305 a302 6f6b ";
    private static final String PROPERTIES =
            """
            00 53 73 c0 49 0d
            a1 02 6d31             # message-id: m1
            a0 01 75               # user-id
            a1 01 74               # to
            a1 01 73               # subject
            a1 01 72               # reply-to
            98 000102030405060708090a0b0c0d0e0f  # correlation-id: uuid
            a3 04 74657874         # content-type
            a3 02 677a             # content-encoding
            83 ffffffffffffffff    # absolute-expiry-time: before 1970
            83 0000018bcfe56800    # creation-time
            a1 01 67               # group-id
            70 ffffffff            # group-sequence
            a1 01 68               # reply-to-group-id
            """;
    private static final String APPLICATION_PROPERTIES =
            "005374 c1 0c 04 a10161 5201 a10162 a10176 ";
    private static final String DATA = "005375 a0 03 010203 ";
    private static final String DATA_32 = "005375 b0 00000002 0405 ";
    private static final String SEQUENCE = "005376 c0 03 02 41 42 ";
    private static final String VALUE = "005377 a1 03 616263 ";
    private static final String FOOTER = "005378 c1 06 02 a30163 5201 ";
    private static final String HEAD =
            HEADER
                    + DELIVERY_ANNOTATIONS
                    + MESSAGE_ANNOTATIONS
                    + PROPERTIES
                    + APPLICATION_PROPERTIES;

    private final MessageCursor message = new MessageCursor(TypeLimits.DEFAULT);
    private final ElementCursor elements = new ElementCursor();
    private final MapCursor pairs = new MapCursor();

    /** A message that has all sections. */
    static byte[] sample() {
        return Transcript.bytes(HEAD + DATA + FOOTER);
    }

    @Test
    void passesOnAMapOfSomeoneElsesThatHasAKeyTwice() {
        final String twice = "c1 09 04 a10161 41 a10161 42";
        final String nested = "c1 0f 02 a30161" + twice;
        for (final String section :
                new String[] {
                    "005377" + twice,
                    "005376 c0 0c 01" + twice,
                    "005372" + nested,
                    "005378" + nested
                }) {
            final byte[] bytes = Transcript.bytes(section);
            final MessageCursor cursor = new MessageCursor(TypeLimits.DEFAULT);
            assertEquals(
                    AmqpError.NONE, cursor.wrap(new UnsafeBuffer(bytes), 0, bytes.length), section);
        }
        for (final String descriptor : new String[] {"005371", "005372", "005374", "005378"}) {
            final String key = descriptor.endsWith("74") ? "a10161" : "a30161";
            final byte[] bytes =
                    Transcript.bytes(descriptor + "c1 09 04" + key + "41" + key + "42");
            final MessageCursor cursor = new MessageCursor(TypeLimits.DEFAULT);
            assertEquals(
                    AmqpError.DECODE_ERROR,
                    cursor.wrap(new UnsafeBuffer(bytes), 0, bytes.length),
                    descriptor);
        }
    }

    @Test
    void readsEverySection() {
        Transcript.inEveryBuffer(
                Transcript.bytes(HEAD + DATA + FOOTER),
                (buffer, offset, length) -> {
                    assertEquals(NONE, message.wrap(buffer, offset, length));
                    readsHeader();
                    readsProperties();
                    assertEquals(List.of("x", 1L), content(message.deliveryAnnotations()));
                    assertEquals(List.of(5L, "ok"), content(message.messageAnnotations()));
                    assertEquals(
                            List.of("a", 1L, "b", "v"), content(message.applicationProperties()));
                    assertEquals(List.of("c", 1L), content(message.footer()));
                    assertTrue(message.hasBody());
                    assertEquals(Descriptor.DATA, message.body());
                    assertEquals(1, message.bodySections());
                    assertEquals("010203", Transcript.hex(message.data().toByteArray()));
                    assertEquals(
                            Transcript.digits(DATA),
                            Transcript.hex(buffer, message.bodyOffset(), message.bodyLength()));
                    assertEquals(
                            Transcript.digits(PROPERTIES + APPLICATION_PROPERTIES + DATA),
                            Transcript.hex(buffer, message.bareOffset(), message.bareLength()));
                });
    }

    private void readsHeader() {
        assertTrue(message.hasHeader());
        final HeaderSection header = message.header();
        assertTrue(header.durable());
        assertEquals(7, header.priority());
        assertTrue(header.hasTtl());
        assertEquals(4_096, header.ttl());
        assertTrue(header.firstAcquirer());
        assertEquals(2, header.deliveryCount());
    }

    private void readsProperties() {
        assertTrue(message.hasProperties());
        final PropertiesSection properties = message.properties();
        assertEquals("m1", properties.messageId().bytes().toString());
        assertEquals("u", properties.userId().toString());
        assertEquals("t", properties.to().toString());
        assertEquals("s", properties.subject().toString());
        assertEquals("r", properties.replyTo().toString());
        assertEquals(AmqpType.UUID, properties.correlationId().type());
        assertEquals(0x0001_0203_0405_0607L, properties.correlationId().uuidHigh());
        assertEquals(0x0809_0A0B_0C0D_0E0FL, properties.correlationId().uuidLow());
        assertEquals("text", properties.contentType().toString());
        assertEquals("gz", properties.contentEncoding().toString());
        assertEquals(-1, properties.absoluteExpiryTime());
        assertEquals(1_700_000_000_000L, properties.creationTime());
        assertEquals("g", properties.groupId().toString());
        assertEquals(-1, properties.groupSequence());
        assertEquals("h", properties.replyToGroupId().toString());
        assertTrue(properties.hasMessageId() && properties.hasUserId() && properties.hasTo());
        assertTrue(properties.hasSubject() && properties.hasReplyTo());
        assertTrue(properties.hasCorrelationId() && properties.hasContentType());
        assertTrue(properties.hasContentEncoding() && properties.hasAbsoluteExpiryTime());
        assertTrue(properties.hasCreationTime() && properties.hasGroupId());
        assertTrue(properties.hasGroupSequence() && properties.hasReplyToGroupId());
    }

    @Test
    void walksTheSectionsAsTheyLie() {
        final String[] sections = {
            HEADER,
            DELIVERY_ANNOTATIONS,
            MESSAGE_ANNOTATIONS,
            PROPERTIES,
            APPLICATION_PROPERTIES,
            DATA,
            DATA_32,
            DATA,
            FOOTER
        };
        Transcript.inEveryBuffer(
                Transcript.bytes(String.join("\n", sections)),
                (buffer, offset, length) -> {
                    assertEquals(NONE, message.wrap(buffer, offset, length));
                    for (int again = 0; again < 2; again++) {
                        for (final String section : sections) {
                            assertTrue(message.next());
                            assertEquals(
                                    Transcript.digits(section),
                                    Transcript.hex(
                                            buffer,
                                            message.sectionOffset(),
                                            message.sectionLength()));
                            final byte[] bytes = Transcript.bytes(section);
                            assertEquals(Descriptor.of(bytes[2]), message.section());
                            assertEquals(bytes[3] & 0xFF, message.value().formatCode());
                        }
                        assertFalse(message.next());
                        message.rewind();
                    }
                    assertEquals(3, message.bodySections());
                    assertEquals("010203", Transcript.hex(message.data().toByteArray()));
                });
    }

    @Test
    void walksAnyNumberOfSections() {
        for (int count = 1; count < 40; count++) {
            assertEquals(NONE, wrap(HEADER + DATA.repeat(count) + FOOTER));
            assertEquals(count, message.bodySections());
            assertTrue(message.next());
            for (int i = 0; i < count; i++) {
                assertTrue(message.next());
                assertEquals(Descriptor.DATA, message.section());
                assertEquals("010203", Transcript.hex(message.value().bytes().toByteArray()));
                assertEquals(8, message.sectionLength());
            }
            assertTrue(message.next());
            assertEquals(Descriptor.FOOTER, message.section());
            assertFalse(message.next());
            assertFalse(message.next(), "nor later");
        }
    }

    @Test
    void readsWhatAMessageLacksAsAbsent() {
        assertEquals(NONE, wrap(HEAD + DATA));
        assertEquals(NONE, wrap(VALUE), "after a message that had it all");
        assertFalse(message.hasHeader());
        assertFalse(message.header().durable());
        assertEquals(4, message.header().priority());
        assertFalse(message.header().hasTtl());
        assertThrows(AssertionError.class, () -> message.header().ttl());
        assertFalse(message.header().firstAcquirer());
        assertEquals(0, message.header().deliveryCount());
        assertFalse(message.hasProperties());
        assertTrue(message.properties().messageId().isNull());
        assertFalse(message.properties().hasTo());
        assertThrows(AssertionError.class, () -> message.properties().to());
        assertFalse(message.properties().hasCreationTime());
        assertFalse(message.properties().hasGroupSequence());
        assertTrue(message.deliveryAnnotations().isNull());
        assertTrue(message.messageAnnotations().isNull());
        assertEquals(List.of(), content(message.applicationProperties()));
        assertTrue(message.footer().isNull());
        assertEquals(Descriptor.AMQP_VALUE, message.body());
        assertEquals("abc", message.bodyValue().bytes().toString());
        assertEquals(NONE, wrap("005370 45 005373 45" + VALUE));
        assertTrue(message.hasHeader());
        assertEquals(4, message.header().priority());
        assertFalse(message.properties().hasMessageId());
    }

    @Test
    void readsTheOtherBodies() {
        assertEquals(NONE, wrap(SEQUENCE + "005376 45" + FOOTER));
        assertEquals(Descriptor.AMQP_SEQUENCE, message.body());
        assertEquals(2, message.bodySections());
        assertEquals(AmqpType.LIST, message.bodyValue().type());
        assertEquals(2, elements.wrap(message.bodyValue()).remaining());
        assertEquals(NONE, wrap("005377 40"));
        assertTrue(message.bodyValue().isNull());
        assertEquals(NONE, wrap("005377 005301 c0 03 02 41 42"), "a described value");
        assertEquals(AmqpType.DESCRIBED, message.bodyValue().type());
        assertEquals(NONE, wrap("005375 a0 00"));
        assertTrue(message.data().isEmpty());
        assertEquals(NONE, wrap("00 80 0000000000000075 a0 00"), "any form of descriptor");
        assertEquals(NONE, wrap("00 a3 10 616d71703a646174613a62696e617279 a0 00"));
    }

    @Test
    void letsAMessageWithoutABodyThrough() {
        assertEquals(NONE, wrap(HEADER + PROPERTIES + FOOTER));
        assertFalse(message.hasBody());
        assertEquals(Descriptor.UNKNOWN, message.body());
        assertEquals(0, message.bodySections());
        assertEquals(0, message.bodyLength());
        assertThrows(AssertionError.class, message::data);
        assertEquals(Transcript.bytes(PROPERTIES).length, message.bareLength());
        assertEquals(NONE, wrap(HEADER + FOOTER));
        assertEquals(0, message.bareLength());
        assertEquals(Transcript.bytes(HEADER).length, message.bareOffset());
    }

    @Test
    void refusesEveryTruncationButBetweenSections() {
        final String[] sections = {
            HEADER,
            DELIVERY_ANNOTATIONS,
            MESSAGE_ANNOTATIONS,
            PROPERTIES,
            APPLICATION_PROPERTIES,
            DATA,
            DATA_32,
            FOOTER
        };
        final Set<Integer> ends = new TreeSet<>();
        int end = 0;
        for (final String section : sections) {
            end += Transcript.bytes(section).length;
            ends.add(end);
        }
        Transcript.inEveryBuffer(
                Transcript.bytes(String.join("\n", sections)),
                (buffer, offset, length) -> {
                    for (int cut = 0; cut < length; cut++) {
                        assertEquals(
                                ends.contains(cut) ? NONE : DECODE_ERROR,
                                message.wrap(buffer, offset, cut),
                                "cut at " + cut);
                    }
                });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "# no section",
                "00",
                "45",
                "474554202f",
                "005324 45 # no section of a message",
                "00536f 45",
                "005379 45",
                "005370 40 005375 a000 # null for a list",
                "005370 c1 01 00 005375 a000 # a map for a list",
                "005372 45 005375 a000 # a list for a map",
                "005375 a1 00 # a string for data",
                "005375 40",
                "005376 c1 01 00 # a map for a sequence",
                "005376 40",
                "005370 45 005370 45 005375 a000 # two headers",
                "005373 45 005373 45 005375 a000",
                "005373 45 005370 45 005375 a000 # out of order",
                "005374 c10100 005373 45 005375 a000",
                "005372 c10100 005371 c10100 005375 a000",
                "005378 c10100 005375 a000 # the footer first, as rhea writes it",
                "005375 a000 005370 45",
                "005378 c10100 005378 c10100",
                "005377 40 005377 40 # two values",
                "005375 a000 005377 40 # data and a value",
                "005377 40 005375 a000",
                "005376 45 005375 a000",
                "005375 a000 005376 45",
                "005372 c1 07 02 a10178 5201 005375 a000 # a string for an annotation's key",
                "005372 c1 05 02 a10178 40 005375 a000",
                "005372 c1 09 04 a30178 40 a30178 40 005375 a000 # one twice",
                "005374 c1 05 02 a30178 40 005375 a000 # a symbol for a property's key",
                "005374 c1 07 02 a10178 c10100 005375 a000 # a map for a property's value",
                "005374 c1 04 01 a10178 005375 a000 # odd",
                "005374 c1 04 02 40 5201 005375 a000 # a null key",
                "005378 c1 05 02 a10163 40 # a string for a footer's key",
                "005370 c0 03 02 56 02 005375 a000 # a boolean that is neither",
                "005370 c0 07 06 404040404040 005375 a000 # a field too many",
                "005373 c0 03 01 5201 005375 a000 # a message-id of type uint",
                "005373 c0 0f 0e 4040404040404040404040404040 005375 a000 # a field too many",
                "005373 c0 05 02 40 a10175 005375 a000 # a string for user-id",
            })
    void refusesWhatIsNoMessage(final String transcript) {
        Transcript.inEveryBuffer(
                Transcript.bytes(transcript),
                (buffer, offset, length) ->
                        assertEquals(
                                DECODE_ERROR, message.wrap(buffer, offset, length), transcript));
    }

    @Test
    void boundsWhatHidesInASection() {
        assertEquals(RESOURCE_LIMIT_EXCEEDED, wrap("005377 f0 00000005 7fffffff 45"));
        assertEquals(RESOURCE_LIMIT_EXCEEDED, wrap("005376 c0 0b 01 f0 00000005 7fffffff 40"));
        assertEquals(
                RESOURCE_LIMIT_EXCEEDED, wrap("005372 c1 0e 02 a30178 f0 00000005 7fffffff 41"));
        final StringBuilder nested = new StringBuilder("005377");
        nested.append("005301".repeat(100_000)).append("40");
        assertEquals(RESOURCE_LIMIT_EXCEEDED, wrap(nested.toString()));
    }

    private AmqpError wrap(final String transcript) {
        final byte[] bytes = Transcript.bytes(transcript);
        return message.wrap(new UnsafeBuffer(bytes), 0, bytes.length);
    }

    private List<Object> content(final TypedValue map) {
        final List<Object> content = new ArrayList<>();
        pairs.wrap(map);
        while (pairs.next()) {
            content.add(simple(pairs.key()));
            content.add(simple(pairs.value()));
        }
        return content;
    }

    private static Object simple(final TypedValue value) {
        final boolean isNumber = value.type() == AmqpType.UINT || value.type() == AmqpType.ULONG;
        return isNumber ? (Object) value.integer() : value.bytes().toString();
    }
}
