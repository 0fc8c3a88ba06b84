package io.sluice.codec.mqtt;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.wire.Slice;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Property lists by themselves: every identifier, in every packet and with every ending. */
class PropertyListTest {
    /**
     * The table of MQTT 5.0 section 2.2.2.2: identifier, a value, the packets that may carry it.
     */
    private static final String[][] TABLE = {
        {"01", "01", "PUBLISH WILL"},
        {"02", "00 00 00 01", "PUBLISH WILL"},
        {"03", "'t'", "PUBLISH WILL"},
        {"08", "'t'", "PUBLISH WILL"},
        {"09", "'t'", "PUBLISH WILL"},
        {"0B", "FF 7F", "PUBLISH SUBSCRIBE"},
        {"11", "00 00 00 00", "CONNECT CONNACK DISCONNECT"},
        {"12", "'t'", "CONNACK"},
        {"13", "00 00", "CONNACK"},
        {"15", "'t'", "CONNECT CONNACK AUTH"},
        {"16", "'t'", "CONNECT CONNACK AUTH"},
        {"17", "01", "CONNECT"},
        {"18", "00 00 00 00", "WILL"},
        {"19", "01", "CONNECT"},
        {"1A", "'t'", "CONNACK"},
        {"1C", "'t'", "CONNACK DISCONNECT"},
        {"1F", "'t'", "CONNACK ACK DISCONNECT AUTH"},
        {"21", "00 01", "CONNECT CONNACK"},
        {"22", "00 00", "CONNECT CONNACK"},
        {"23", "00 01", "PUBLISH"},
        {"24", "00", "CONNACK"},
        {"25", "00", "CONNACK"},
        {"26", "'t' 't'", "CONNECT CONNACK PUBLISH WILL ACK SUBSCRIBE UNSUBSCRIBE DISCONNECT AUTH"},
        {"27", "00 00 00 01", "CONNECT CONNACK"},
        {"28", "00", "CONNACK"},
        {"29", "00", "CONNACK"},
        {"2A", "00", "CONNACK"},
    };

    private final PropertyList list = new PropertyList();

    private static long allowedIn(final String packet) {
        return switch (packet) {
            case "CONNECT" -> PropertyId.IN_CONNECT;
            case "WILL" -> PropertyId.IN_WILL;
            case "CONNACK" -> PropertyId.IN_CONNACK;
            case "PUBLISH" -> PropertyId.IN_PUBLISH;
            case "ACK" -> PropertyId.IN_ACK;
            case "SUBSCRIBE" -> PropertyId.IN_SUBSCRIBE;
            case "UNSUBSCRIBE" -> PropertyId.IN_UNSUBSCRIBE;
            case "DISCONNECT" -> PropertyId.IN_DISCONNECT;
            case "AUTH" -> PropertyId.IN_AUTH;
            default -> throw new AssertionError(packet);
        };
    }

    private int wrap(final String transcript, final long allowed) {
        final UnsafeBuffer buffer = Wire.buffer(transcript);
        return list.wrap(buffer, 0, buffer.capacity(), allowed);
    }

    @Test
    void allowsEachPropertyWhereSection2222DoesAndNowhereElse() {
        final String[] packets = TABLE[22][2].split(" "); // a User Property may be anywhere
        for (int id = 0; id <= 0xFF; id++) {
            final String hex = "%02X".formatted(id);
            String value = "00";
            String in = "";
            for (final String[] row : TABLE) {
                if (row[0].equals(hex)) {
                    value = row[1];
                    in = row[2];
                }
            }
            for (final String packet : packets) {
                final boolean allowed = (" " + in + " ").contains(" " + packet + " ");
                assertEquals(
                        allowed ? ReasonCode.SUCCESS : ReasonCode.MALFORMED_PACKET,
                        wrap("( " + hex + ' ' + value + " )", allowedIn(packet)),
                        hex + " in " + packet);
            }
        }
    }

    @Test
    void refusesEveryPropertyTwiceButTheTwoThatMayRepeat() {
        for (final String[] row : TABLE) {
            final String property = row[0] + ' ' + row[1] + ' ';
            final boolean repeatable = row[0].equals("26") || row[0].equals("0B");
            assertEquals(
                    repeatable ? ReasonCode.SUCCESS : ReasonCode.PROTOCOL_ERROR,
                    wrap("( " + property + property + ")", allowedIn(row[2].split(" ")[0])),
                    row[0]);
        }
    }

    @Test
    void refusesEveryPropertyThatDoesNotEndInsideTheList() {
        for (final String[] row : TABLE) {
            final byte[] property = Wire.bytes(row[0] + ' ' + row[1]);
            for (int length = 1; length < property.length; length++) {
                // What is missing lies behind the list, where it must not be looked at.
                final UnsafeBuffer buffer = new UnsafeBuffer(new byte[1 + property.length]);
                buffer.putByte(0, (byte) length);
                buffer.putBytes(1, property);
                assertEquals(
                        ReasonCode.MALFORMED_PACKET,
                        list.wrap(buffer, 0, buffer.capacity(), allowedIn(row[2].split(" ")[0])),
                        row[0] + " of " + length + " bytes");
            }
        }
    }

    @Test
    void refusesValuesThatNoPropertyMayHave() {
        for (final String id : new String[] {"01", "17", "19", "24", "25", "28", "29", "2A"}) {
            assertEquals(ReasonCode.PROTOCOL_ERROR, wrap("( " + id + " 02 )", -1L), id);
            assertEquals(ReasonCode.PROTOCOL_ERROR, wrap("( " + id + " FF )", -1L), id);
        }
        assertEquals(ReasonCode.PROTOCOL_ERROR, wrap("( 21 00 00 )", -1L));
        assertEquals(ReasonCode.PROTOCOL_ERROR, wrap("( 27 00 00 00 00 )", -1L));
        assertEquals(ReasonCode.PROTOCOL_ERROR, wrap("( 0B 00 )", -1L));
        assertEquals(ReasonCode.MALFORMED_PACKET, wrap("( 0B 80 00 )", -1L));
        assertEquals(ReasonCode.TOPIC_ALIAS_INVALID, wrap("( 23 00 00 )", -1L));
        assertEquals(ReasonCode.PROTOCOL_ERROR, wrap("( 08 '' )", -1L));
        assertEquals(ReasonCode.PROTOCOL_ERROR, wrap("( 08 'a/+' )", -1L));
    }

    @Test
    void takesBinaryDataAsItIs() {
        assertEquals(ReasonCode.SUCCESS, wrap("( 09 00 03 00 FF C0 )", PropertyId.IN_PUBLISH));
        assertEquals(3, list.bytes(PropertyId.CORRELATION_DATA).length());
    }

    @Test
    void keepsWhatWasReadWhileOthersAreRead() {
        assertEquals(ReasonCode.SUCCESS, wrap("( 15 'method' 16 'data' 1F 'why' )", -1L));
        final Slice method = list.bytes(PropertyId.AUTHENTICATION_METHOD);
        final Slice data = list.bytes(PropertyId.AUTHENTICATION_DATA);
        final Slice absent = list.bytes(PropertyId.CONTENT_TYPE);
        assertEquals("why", list.bytes(PropertyId.REASON_STRING).toString());
        assertEquals("method", method.toString());
        assertEquals("data", data.toString());
        assertTrue(absent.isEmpty());
    }

    @Test
    void hasBytesForStringsAndBinaryDataAlone() {
        wrap("( 26 'a' 'b' 23 00 01 )", PropertyId.IN_PUBLISH);
        assertThrows(AssertionError.class, () -> list.bytes(PropertyId.TOPIC_ALIAS));
        assertThrows(AssertionError.class, () -> list.bytes(PropertyId.USER_PROPERTY));
    }

    @Test
    void readsAnEmptyList() {
        assertEquals(ReasonCode.SUCCESS, wrap("00", 0));
        assertEquals(0, list.length());
        assertFalse(new PropertyCursor().wrap(list).next());
        assertEquals(7, list.number(PropertyId.RECEIVE_MAXIMUM, 7));
        assertTrue(list.bytes(PropertyId.REASON_STRING).isEmpty());
    }

    @Test
    void refusesALengthThatIsNone() {
        assertEquals(ReasonCode.MALFORMED_PACKET, wrap("", -1L));
        assertEquals(ReasonCode.MALFORMED_PACKET, wrap("80", -1L));
        assertEquals(ReasonCode.MALFORMED_PACKET, wrap("01", -1L));
        assertEquals(ReasonCode.MALFORMED_PACKET, wrap("80 80 80 80 00", -1L));
    }

    @Test
    void forgetsThePacketBefore() {
        wrap("( 26 'a' 'b' 1F 'c' )", PropertyId.IN_ACK);
        assertEquals(1, list.userPropertyCount());
        assertEquals(ReasonCode.SUCCESS, wrap("( 26 'a' 'b' )", PropertyId.IN_ACK));
        assertEquals(1, list.userPropertyCount());
        assertFalse(list.has(PropertyId.REASON_STRING));
    }

    @Test
    void tellsWhereAValueIsToRewriteIt() {
        final UnsafeBuffer buffer = Wire.buffer("( 01 01 02 00 00 00 1E )");
        list.wrap(buffer, 0, buffer.capacity(), PropertyId.IN_PUBLISH);
        buffer.putInt(list.valueOffset(PropertyId.MESSAGE_EXPIRY_INTERVAL), 28, BIG_ENDIAN);
        assertEquals(28, list.number(PropertyId.MESSAGE_EXPIRY_INTERVAL, 0));
    }

    @Test
    void isCopiedByteForByteWholeOrOneByOne() {
        wrap("( 26 'b' 'a' 0B FF 7F 01 01 26 'b' '' 23 00 01 02 00 00 00 1E )", -1L);
        final UnsafeBuffer whole = new UnsafeBuffer(new byte[64]);
        final UnsafeBuffer parts = new UnsafeBuffer(new byte[64]);
        final PropertyWriter wholeWriter = new PropertyWriter(whole).addAll(list);
        final PropertyWriter partsWriter = new PropertyWriter(parts);
        final PropertyCursor cursor = new PropertyCursor().wrap(list);
        while (cursor.next()) {
            partsWriter.add(cursor);
        }
        assertEquals(list.length(), wholeWriter.length());
        assertEquals(list.length(), partsWriter.length());
        assertEquals(whole, parts);
        assertEquals(0, partsWriter.clear().length());
    }

    @Test
    void isWrittenInARegionWithAnEnd() {
        final PropertyWriter writer = new PropertyWriter(new UnsafeBuffer(new byte[8]));
        writer.add(PropertyId.REASON_STRING, Slice.ofUtf8("12345"));
        assertEquals(8, writer.length());
        assertThrows(IndexOutOfBoundsException.class, () -> writer.add(PropertyId.MAXIMUM_QOS, 1));
    }
}
