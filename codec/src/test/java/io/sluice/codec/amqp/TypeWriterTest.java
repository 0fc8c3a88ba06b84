package io.sluice.codec.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.sluice.codec.wire.Slice;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** The bytes that the writer writes: the smallest form of each value. */
class TypeWriterTest {
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[4_096]);
    private final TypeWriter types = new TypeWriter();

    @Test
    void writesTheSmallestForms() {
        writes("40", TypeWriter::putNull);
        writes("41 42", t -> t.putBoolean(true).putBoolean(false));
        writes("50 ff", t -> t.putUbyte(255));
        writes("60 0100", t -> t.putUshort(256));
        writes("43 52 01 52 ff", t -> t.putUint(0).putUint(1).putUint(255));
        writes("70 00000100 70 ffffffff", t -> t.putUint(256).putUint(0xFFFF_FFFFL));
        writes("44 53 01 53 ff", t -> t.putUlong(0).putUlong(1).putUlong(255));
        writes("80 0000000000000100 80 ffffffffffffffff", t -> t.putUlong(256).putUlong(-1));
        writes("51 80", t -> t.putByte((byte) -128));
        writes("61 ff7f", t -> t.putShort((short) -129));
        writes("54 80 54 7f 71 00000080", t -> t.putInt(-128).putInt(127).putInt(128));
        writes("55 80 55 7f", t -> t.putLong(-128).putLong(127));
        writes("81 ffffffffffffff7f", t -> t.putLong(-129));
        writes("72 3f800000", t -> t.putFloat(1));
        writes("82 3ff0000000000000", t -> t.putDouble(1));
        writes("74 22500001", t -> t.putDecimal32(0x2250_0001));
        writes("84 2238000000000001", t -> t.putDecimal64(0x2238_0000_0000_0001L));
        writes(
                "94 0000000000000001 0000000000000002 98 0000000000000003 0000000000000004",
                t -> t.putDecimal128(1, 2).putUuid(3, 4));
        writes("73 0001f600", t -> t.putChar(0x1F600));
        writes("83 ffffffffffffffff", t -> t.putTimestamp(-1));
        writes("a0 00 a0 01 ff", t -> t.putBinary(Slice.of()).putBinary(Slice.of((byte) -1)));
        writes("a1 02 c3bc a3 01 61", t -> t.putString(ascii("\u00fc")).putSymbol(ascii("a")));
    }

    @Test
    void writesLargeFormsFrom256BytesOn() {
        final Slice longest8 = Slice.of(new byte[255]);
        final Slice shortest32 = Slice.of(new byte[256]);
        writes("a0 ff" + "00".repeat(255), t -> t.putBinary(longest8));
        writes("b0 00000100" + "00".repeat(256), t -> t.putBinary(shortest32));
        writes("b1 00000100" + "00".repeat(256), t -> t.putString(shortest32));
        writes("b3 00000100" + "00".repeat(256), t -> t.putSymbol(shortest32));
    }

    @Test
    void writesLists() {
        writes("45", t -> t.beginList().endList());
        writes("c0 03 02 43 40", t -> t.beginList().putUint(0).putNull().endList());
        writes(
                "c0 06 02 c0 02 01 41 45",
                t ->
                        t.beginList()
                                .beginList()
                                .putBoolean(true)
                                .endList()
                                .beginList()
                                .endList()
                                .endList());
    }

    @Test
    void writesMapsAndArrays() {
        writes("c1 01 00", t -> t.beginMap().endMap());
        writes("c1 05 02 a10161 40", t -> t.beginMap().putString(ascii("a")).putNull().endMap());
        writes("e0 02 00 a3", t -> t.beginArray(FormatCode.SYM8).endArray());
        writes(
                "e0 07 02 a3 0161 026263",
                t ->
                        t.beginArray(FormatCode.SYM8)
                                .putSymbol(ascii("a"))
                                .putSymbol(ascii("bc"))
                                .endArray());
        writes(
                "e0 0a 02 70 00000000 00000007",
                t -> t.beginArray(FormatCode.UINT).putUint(0).putUint(7).endArray());
        writes(
                "e0 04 02 52 00 07",
                t -> t.beginArray(FormatCode.SMALLUINT).putUint(0).putUint(7).endArray());
        writes(
                "e0 04 02 56 01 00",
                t ->
                        t.beginArray(FormatCode.BOOLEAN)
                                .putBoolean(true)
                                .putBoolean(false)
                                .endArray());
        writes(
                "e0 02 02 41",
                t -> t.beginArray(FormatCode.TRUE).putBoolean(true).putBoolean(true).endArray());
        writes(
                "e0 09 01 00 53 28 70 00000001",
                t -> t.beginArray(Descriptor.SOURCE, FormatCode.UINT).putUint(1).endArray());
        writes(
                "e0 13 02 d0 00000004 00000000 00000005 00000001 41",
                t ->
                        t.beginArray(FormatCode.LIST32)
                                .beginList()
                                .endList()
                                .beginList()
                                .putBoolean(true)
                                .endList()
                                .endArray());
    }

    @Test
    void movesUpWhatGrowsPastTheSmallForm() {
        // list8 has 255 bytes for the count and the elements.
        final String most = "a0 fc" + "00".repeat(252);
        writes("c0 ff 01" + most, t -> t.beginList().putBinary(zeros(252)).endList());
        writes(
                "d0 00000103 00000001" + "a0 fd" + "00".repeat(253),
                t -> t.beginList().putBinary(zeros(253)).endList());
        writes(
                "d1 00000104 00000002 40 a0 fd" + "00".repeat(253),
                t -> t.beginMap().putNull().putBinary(zeros(253)).endMap());
        writes(
                "f0 00000104 00000001 a0 fe" + "00".repeat(254),
                t -> t.beginArray(FormatCode.VBIN8).putBinary(zeros(254)).endArray());
        writes(
                "f0 00000005 00000100 41",
                t -> {
                    t.beginArray(FormatCode.TRUE);
                    for (int i = 0; i < 256; i++) {
                        t.putBoolean(true);
                    }
                    t.endArray();
                });
    }

    @Test
    void movesUpInsideOut() {
        // The inner list grows by six bytes and so makes the outer one grow.
        writes(
                "d0 00000112 00000003 43"
                        + "d0 00000107 00000003"
                        + "41 a0 ff"
                        + "00".repeat(255)
                        + "42"
                        + "44",
                t ->
                        t.beginList()
                                .putUint(0)
                                .beginList()
                                .putBoolean(true)
                                .putBinary(zeros(255))
                                .putBoolean(false)
                                .endList()
                                .putUlong(0)
                                .endList());
    }

    @Test
    void leavesOutTrailingNullsOfAComposite() {
        writes("00 53 24 45", t -> t.beginFields(Descriptor.ACCEPTED).endList());
        writes("00 53 24 45", t -> t.beginFields(Descriptor.ACCEPTED).putNull().endList());
        writes(
                "00 53 10 c0 04 03 40 40 41",
                t ->
                        t.beginFields(Descriptor.OPEN)
                                .putNull()
                                .putNull()
                                .putBoolean(true)
                                .putNull()
                                .putNull()
                                .endList());
        writes(
                "00 53 12 c0 0b 03 40 00 53 28 c0 03 02 40 43 41",
                t ->
                        t.beginFields(Descriptor.ATTACH)
                                .putNull()
                                .beginFields(Descriptor.SOURCE)
                                .putNull()
                                .putUint(0)
                                .endList()
                                .putBoolean(true)
                                .putNull()
                                .endList());
    }

    @Test
    void writesDescribedValues() {
        writes("00 53 77 40", t -> t.putDescriptor(Descriptor.AMQP_VALUE).putNull());
        writes(
                "00 a3 01 61 41",
                t -> t.putDescriptor(Slice.of((byte) 0xA3, (byte) 1, (byte) 'a')).putBoolean(true));
        writes(
                "c0 06 02 00 53 77 40 42",
                t ->
                        t.beginList()
                                .putDescriptor(Descriptor.AMQP_VALUE)
                                .putNull()
                                .putBoolean(false)
                                .endList());
    }

    @Test
    void repeatsWhatIsEncodedAlready() {
        writes(
                "c0 0a 03 40 b1 00000001 61 56 01",
                t ->
                        t.beginList()
                                .putEncoded(Slice.of((byte) 0x40))
                                .putEncoded(Slice.of(Transcript.bytes("b10000000161")))
                                .putEncoded(Slice.of(Transcript.bytes("5601")))
                                .endList());
    }

    @Test
    void toldToEndTooEarlyItIsOurFault() {
        types.wrap(buffer, 0, 64).beginList();
        assertThrows(AssertionError.class, types::end);
        assertThrows(AssertionError.class, () -> types.wrap(buffer, 0, 64).putUint(-1));
        assertThrows(
                AssertionError.class,
                () -> types.wrap(buffer, 0, 64).beginArray(FormatCode.UINT).putInt(1));
    }

    private void writes(final String transcript, final Consumer<TypeWriter> values) {
        final String expected = Transcript.digits(transcript);
        final int length = expected.length() / 2;
        types.wrap(buffer, 5, buffer.capacity());
        values.accept(types);
        assertEquals(length, types.end(), expected);
        assertEquals(expected, Transcript.hex(buffer, 5, length));
        types.wrap(buffer, 5, 5 + length);
        values.accept(types);
        assertEquals(length, types.end(), "into a range of just its length");
        for (int limit = 0; limit < length; limit++) {
            types.wrap(buffer, 5, 5 + limit);
            values.accept(types);
            assertEquals(TypeWriter.NO_ROOM, types.end());
        }
    }

    private static Slice ascii(final String text) {
        return Transcript.ascii(text);
    }

    private static Slice zeros(final int length) {
        return Slice.of(new byte[length]);
    }
}
