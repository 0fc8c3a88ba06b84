package io.sluice.codec.amqp;

import static io.sluice.codec.amqp.AmqpError.DECODE_ERROR;
import static io.sluice.codec.amqp.AmqpError.NONE;
import static io.sluice.codec.amqp.AmqpError.RESOURCE_LIMIT_EXCEEDED;
import static java.nio.ByteOrder.BIG_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the reader lets through, and what it refuses. */
class TypeReaderTest {
    private final TypeReader reader = new TypeReader(TypeLimits.DEFAULT);

    /** Each as it stands, cut short at every byte, and with a byte too many. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "40 # null",
                "41 # true",
                "42 # false",
                "56 00 # boolean false",
                "56 01 # boolean true",
                "50 ff # ubyte",
                "60 ffff # ushort",
                "70 ffffffff # uint",
                "52 ff # smalluint",
                "43 # uint0",
                "80 ffffffffffffffff # ulong",
                "53 ff # smallulong",
                "44 # ulong0",
                "51 80 # byte",
                "61 8000 # short",
                "71 80000000 # int",
                "54 80 # smallint",
                "81 8000000000000000 # long",
                "55 80 # smalllong",
                "72 7fc00000 # float: NaN",
                "82 fff0000000000000 # double: minus infinity",
                "74 22500001 # decimal32",
                "84 2238000000000001 # decimal64",
                "94 22080000000000000000000000000001 # decimal128",
                "73 0010ffff # char: the last one",
                "73 0000d7ff # char: before the surrogates",
                "73 0000e000 # char: behind the surrogates",
                "83 ffffffffffffffff # timestamp before 1970",
                "98 000102030405060708090a0b0c0d0e0f # uuid",
                "a0 00 # vbin8: empty",
                "a0 02 ff00 # vbin8",
                "b0 00000002 ff00 # vbin32",
                "a1 00 # str8: empty",
                "a1 06 e282ac c3bc 61 # str8: three, two, one byte",
                "a1 04 f09f9880 # str8: four bytes",
                "a1 01 00 # str8: U+0000, which AMQP allows",
                "b1 00000003 e282ac # str32",
                "a3 00 # sym8: empty",
                "a3 09 6162636465666768 69 # sym8",
                "b3 00000001 7f # sym32",
                "45 # list0",
                "c0 01 00 # list8: empty",
                "c0 04 03 40 41 43 # list8: null, true, uint0",
                "d0 00000004 00000000 # list32: empty",
                "d0 00000008 00000002 a100 5201 # list32: string, uint",
                "c0 06 01 c0 03 02 45 45 # list8 of list8 of list0",
                "c1 01 00 # map8: empty",
                "c1 06 02 a10161 5201 # map8: string to uint",
                "d1 00000004 00000000 # map32: empty",
                "d1 00000006 00000002 40 41 # map32: null to true",
                "e0 02 00 40 # array8: no nulls",
                "e0 02 03 40 # array8: three nulls",
                "e0 02 02 45 # array8: two empty lists",
                "e0 04 02 52 01 02 # array8: two small uints",
                "e0 04 02 56 01 00 # array8: two booleans",
                "e0 06 01 73 00000061 # array8: a char",
                "e0 07 02 a3 0161 026263 # array8: two symbols",
                "e0 07 02 c0 0100 020140 # array8: two list8",
                "e0 07 01 c1 04 02 5001 41 # array8: a map8",
                "e0 06 01 e0 03 01 50 07 # array8 of array8",
                "e0 06 01 00 53 77 52 05 # array8: a described uint",
                "e0 09 01 00 00 53 01 53 02 52 05 # array8: the descriptor is described",
                "e0 08 01 00 53 02 c0 020140 # array8: a described list8",
                "f0 00000005 00000000 a3 # array32: no symbols",
                "f0 0000000a 00000001 b0 00000001 ff # array32: a vbin32",
                "00 53 77 40 # described null",
                "00 80 00000000000000ff 45 # descriptor of eight bytes",
                "00 a3 03 616263 40 # symbolic descriptor",
                "00 00 53 01 40 41 # the descriptor is described",
                "00 53 01 00 53 02 40 # the described is described",
                "00 c0 04 01 c0 01 00 40 # the descriptor is a list",
            })
    void takesTheFormsOfTheStandard(final String transcript) {
        final byte[] sample = Transcript.bytes(transcript);
        Transcript.inEveryBuffer(
                sample,
                (buffer, offset, length) -> {
                    assertEquals(NONE, reader.check(buffer, offset, length), transcript);
                    assertEquals(offset + length, reader.position());
                    assertEquals(offset + length, TypedValue.endOf(buffer, offset));
                    for (int cut = 0; cut < length; cut++) {
                        assertEquals(DECODE_ERROR, reader.check(buffer, offset, cut), transcript);
                    }
                    if (offset + length < buffer.capacity()) {
                        assertEquals(DECODE_ERROR, reader.check(buffer, offset, length + 1));
                        assertEquals(NONE, reader.wrap(buffer, offset, length + 1).skip());
                    }
                });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "# nothing",
                "56 02 # a boolean that is neither",
                "56 ff",
                "73 00110000 # past the last char",
                "73 ffffffff",
                "73 0000d800 # the first surrogate",
                "73 0000dfff # the last surrogate",
                "a1 01 ff # not UTF-8",
                "a1 02 c080 # overlong",
                "a1 03 eda080 # a surrogate in UTF-8",
                "a1 08 61616161616161 80 # not UTF-8 in the eighth byte",
                "b1 00000002 c3 41",
                "a3 01 80 # a symbol that is not ASCII",
                "a3 02 c3bc",
                "b3 00000009 6161616161616161 ff",
                "a0 02 ff # past the range",
                "b0 ffffffff",
                "b1 7fffffff 61",
                "c0 00 00 # no room for the count",
                "c0 04 02 40 41 43 # fewer than there are",
                "c0 03 03 40 41 # more than there are",
                "c0 05 03 40 41 43 # size past the range",
                "d0 ffffffff 00000000 # size 2^32 - 1",
                "d0 00000004 ffffffff # count 2^32 - 1",
                "d0 00000004 7fffffff # count 2^31 - 1",
                "d0 00000003 00000000",
                "c1 02 01 40 # a key without a value",
                "c1 04 03 40 40 40",
                "d1 00000005 00000001 40",
                "d1 00000005 00000002 40",
                "c0 06 02 c0 04 01 40 40 # an inner list past the outer one",
                "c0 05 01 c0 03 01 40 # inner size past the end",
                "e0 00",
                "e0 01 00 # no constructor",
                "e0 02 01 52 # an element is missing",
                "e0 05 02 52 01 02 03 # one too many",
                "e0 04 02 56 01 02 # a boolean that is neither",
                "e0 06 01 73 0000d800 # a surrogate",
                "e0 02 00 3f # undefined constructor",
                "e0 03 01 99 00",
                "e0 03 01 a1 01 # a string past the array",
                "e0 04 01 a1 01 ff # a string that is not UTF-8",
                "e0 04 02 00 53 00",
                "e0 03 01 00 53 # the constructor breaks off",
                "f0 00000005 00000001 a3",
                "f0 00000009 00000002 70 00000000",
                "f0 00000005 7fffffff a3 # count 2^31 - 1, but of bytes",
                "f0 00000009 40000001 70 00000001 # times four, it wraps",
                "00",
                "00 53 77",
                "00 53 77 3f",
            })
    void refusesWhatIsNoValue(final String transcript) {
        Transcript.inEveryBuffer(
                Transcript.bytes(transcript),
                (buffer, offset, length) ->
                        assertEquals(
                                DECODE_ERROR, reader.check(buffer, offset, length), transcript));
    }

    @Test
    void knowsTheFormatCodesOfTheStandardAndNoOther() {
        final Set<Integer> codes = new HashSet<>();
        for (final AmqpType type : AmqpType.values()) {
            for (final int code : type.formatCodes()) {
                assertTrue(codes.add(code));
                assertEquals(type, AmqpType.of(code));
            }
        }
        assertEquals(40, codes.size());
        final UnsafeBuffer zeros = new UnsafeBuffer(new byte[32]);
        for (int code = 0; code < 256; code++) {
            zeros.putByte(0, (byte) code);
            if (!codes.contains(code)) {
                assertEquals(DECODE_ERROR, reader.wrap(zeros, 0, 32).skip(), "code " + code);
                assertEquals(FormatCode.UNDEFINED, FormatCode.width(code));
            } else {
                assertNotEquals(FormatCode.UNDEFINED, FormatCode.width(code));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"40", "41", "42", "43", "44", "45"})
    void refusesElementsWithoutBytesPastTheBudget(final String constructor) {
        for (final String count : new String[] {"7fffffff", "ffffffff", "80000000", "00010001"}) {
            assertEquals(
                    RESOURCE_LIMIT_EXCEEDED, check("f0 00000005 " + count + constructor), count);
            assertEquals(
                    RESOURCE_LIMIT_EXCEEDED,
                    check("f0 00000008 " + count + "00 53 77" + constructor),
                    "described");
        }
        assertEquals(NONE, check("f0 00000005 00010000" + constructor));
    }

    /** An array of 70,000 elements, all zero, each with its bytes. */
    private static byte[] array70000(final int code) {
        final int width = Math.max(1, FormatCode.width(code)); // or an empty string's length
        final byte[] array = new byte[10 + 70_000 * width];
        final UnsafeBuffer buffer = new UnsafeBuffer(array);
        buffer.putByte(0, (byte) FormatCode.ARRAY32);
        buffer.putInt(1, array.length - 5, BIG_ENDIAN);
        buffer.putInt(5, 70_000, BIG_ENDIAN);
        buffer.putByte(9, (byte) code);
        return array;
    }

    @Test
    void countsNoElementsThatAreNotWalked() {
        for (final AmqpType type : AmqpType.values()) {
            for (final int code : type.formatCodes()) {
                if (FormatCode.width(code) > 0) {
                    final boolean isWalked = type == AmqpType.BOOLEAN || type == AmqpType.CHAR;
                    assertEquals(
                            isWalked ? RESOURCE_LIMIT_EXCEEDED : NONE,
                            check(array70000(code)),
                            type.toString());
                }
            }
        }
        assertEquals(RESOURCE_LIMIT_EXCEEDED, check(array70000(FormatCode.STR8)));
        final byte[] section =
                Transcript.concat(Transcript.bytes("005377"), array70000(FormatCode.UBYTE));
        final MessageCursor message = new MessageCursor(TypeLimits.DEFAULT);
        assertEquals(NONE, message.wrap(new UnsafeBuffer(section), 0, section.length));
        assertEquals(70_000, new ElementCursor().wrap(message.bodyValue()).remaining());
    }

    @Test
    void countsWhatStandsBesideElementsThatAreNotWalked() {
        final TypeReader few = new TypeReader(new TypeLimits(50, 64, 256));
        final String ubytes = "e0 66 64 50" + "00".repeat(100);
        final String list = "c0 6a 02 41" + ubytes;
        final UnsafeBuffer both = new UnsafeBuffer(Transcript.bytes(list + "e0 02 3e 40"));
        few.wrap(both, 0, both.capacity());
        assertEquals(NONE, few.skip());
        assertEquals(NONE, few.skip(), "62 nulls beside the two elements of the list");
        final UnsafeBuffer more = new UnsafeBuffer(Transcript.bytes(list + "e0 02 3f 40"));
        few.wrap(more, 0, more.capacity());
        assertEquals(NONE, few.skip());
        assertEquals(RESOURCE_LIMIT_EXCEEDED, few.skip());
    }

    @Test
    void spendsOneBudgetInAllOfTheRange() {
        final String array = "f0 00000005 00009000 40"; // 36,864 nulls
        final UnsafeBuffer twice = new UnsafeBuffer(Transcript.bytes(array + array));
        reader.wrap(twice, 0, twice.capacity());
        assertEquals(NONE, reader.skip());
        assertEquals(RESOURCE_LIMIT_EXCEEDED, reader.skip());
        assertEquals(10, reader.position(), "stays before what it refuses");
        assertEquals(RESOURCE_LIMIT_EXCEEDED, check("c0 15 02" + array + array));
        reader.wrap(twice, 10, 10);
        assertEquals(NONE, reader.skip(), "a new range has all of it");
    }

    @Test
    void boundsTheDepthOfEveryKindOfNesting() {
        assertEquals(NONE, checkNested(50), "lists");
        assertEquals(RESOURCE_LIMIT_EXCEEDED, checkNested(51));
        final byte[] described = new byte[3 * 2_000 + 1];
        for (int i = 0; i < 2_000; i++) {
            described[3 * i + 1] = 0x53;
        }
        described[6_000] = 0x40;
        assertEquals(RESOURCE_LIMIT_EXCEEDED, check(described));
        assertEquals(NONE, reader.check(new UnsafeBuffer(described), 6_000 - 3 * 50, 3 * 50 + 1));
        assertEquals(
                RESOURCE_LIMIT_EXCEEDED,
                reader.check(new UnsafeBuffer(described), 6_000 - 3 * 51, 3 * 51 + 1));
        final byte[] descriptors = new byte[100_000];
        assertEquals(RESOURCE_LIMIT_EXCEEDED, check(descriptors), "descriptors of descriptors");
        final byte[] lists = new byte[100_000];
        for (int i = 0; i + 9 <= lists.length; i += 9) {
            new UnsafeBuffer(lists).putInt(i + 1, lists.length - i - 5, BIG_ENDIAN);
            lists[i] = (byte) 0xD0;
            lists[i + 8] = 1;
        }
        assertEquals(RESOURCE_LIMIT_EXCEEDED, check(lists));
    }

    @Test
    void limitsAreCheckedWhenTheyAreMade() {
        assertThrows(IllegalArgumentException.class, () -> new TypeLimits(0, 65_536, 256));
        assertThrows(IllegalArgumentException.class, () -> new TypeLimits(50, 0, 256));
        assertThrows(IllegalArgumentException.class, () -> new TypeLimits(50, 65_536, 0));
    }

    @Test
    void checksTheKeysOfTheStandardsMaps() {
        assertEquals(NONE, checkMap(MapRule.FIELDS, "c1 08 02 a30161 a3026263"));
        assertEquals(DECODE_ERROR, checkMap(MapRule.FIELDS, "c1 07 02 a10161 a30162"), "string");
        assertEquals(NONE, checkMap(MapRule.INFO, "c1 07 02 a10161 a30162"));
        assertEquals(DECODE_ERROR, checkMap(MapRule.FIELDS, "c1 05 02 40 a30162"), "null key");
        assertEquals(DECODE_ERROR, checkMap(MapRule.FIELDS, "c1 04 02 5301 40"), "ulong key");
        assertEquals(NONE, checkMap(MapRule.ANNOTATIONS, "c1 08 04 5301 40 a30161 40"));
        assertEquals(
                DECODE_ERROR,
                checkMap(MapRule.ANNOTATIONS, "c1 0e 04 5301 40 800000000000000001 40"),
                "one key in two forms");
        assertEquals(
                DECODE_ERROR,
                checkMap(MapRule.FIELDS, "c1 0c 04 a30161 40 b30000000161 40"),
                "one key in two forms");
        assertEquals(NONE, checkMap(MapRule.FIELDS, "c1 09 04 a30161 40 a30162 40"));
        assertEquals(DECODE_ERROR, checkMap(MapRule.FIELDS, "c1 09 04 a30161 40 a30161 40"));
        assertEquals(NONE, checkMap(MapRule.APPLICATION_PROPERTIES, "c1 05 02 a10161 40"));
        assertEquals(DECODE_ERROR, checkMap(MapRule.APPLICATION_PROPERTIES, "c1 05 02 a30161 40"));
        for (final String value : new String[] {"45", "c00100", "c10100", "e0020040", "00534040"}) {
            final int size = 4 + value.length() / 2;
            assertEquals(
                    DECODE_ERROR,
                    checkMap(MapRule.APPLICATION_PROPERTIES, "c1 0" + size + " 02 a10161" + value),
                    value);
        }
        assertEquals(NONE, checkMap(MapRule.UNSETTLED, "c1 08 02 a00161 00532445"));
        assertEquals(DECODE_ERROR, checkMap(MapRule.UNSETTLED, "c1 08 02 a10161 00532445"));
        assertEquals(DECODE_ERROR, checkMap(MapRule.FIELDS, "45"), "no map");
        assertEquals(DECODE_ERROR, checkMap(MapRule.FIELDS, "c1 04 01 a30161"), "odd");
    }

    @Test
    void boundsTheKeysOfAMap() {
        final TypeReader few = new TypeReader(new TypeLimits(50, 65_536, 3));
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[64]);
        final TypeWriter types = new TypeWriter();
        for (int pairs = 0; pairs <= 4; pairs++) {
            types.wrap(buffer, 0, 64).beginMap();
            for (int i = 0; i < pairs; i++) {
                types.putSymbol(Transcript.ascii("key" + i)).putNull();
            }
            final int length = types.endMap().end();
            assertEquals(
                    pairs <= 3 ? NONE : RESOURCE_LIMIT_EXCEEDED,
                    checkMap(few, 3, MapRule.FIELDS, buffer, length));
        }
    }

    private AmqpError checkMap(final MapRule rule, final String hex) {
        final byte[] bytes = Transcript.bytes(hex);
        return checkMap(reader, 256, rule, new UnsafeBuffer(bytes), bytes.length);
    }

    private static AmqpError checkMap(
            final TypeReader types,
            final int keysMax,
            final MapRule rule,
            final UnsafeBuffer buffer,
            final int length) {
        types.wrap(buffer, 0, length);
        return new MapReader(types, keysMax).endOf(rule, 0, length) < 0 ? types.fault() : NONE;
    }

    /** A list in a list, so many times; the innermost is a list8 too. */
    private AmqpError checkNested(final int levels) {
        byte[] value = Transcript.bytes("c0 01 00");
        for (int i = 1; i < levels; i++) {
            final byte[] outer = new byte[value.length + 3];
            outer[0] = (byte) 0xC0;
            outer[1] = (byte) (value.length + 1);
            outer[2] = 1;
            System.arraycopy(value, 0, outer, 3, value.length);
            value = outer;
        }
        return check(value);
    }

    private AmqpError check(final String hex) {
        return check(Transcript.bytes(hex));
    }

    private AmqpError check(final byte[] bytes) {
        return reader.check(new UnsafeBuffer(Arrays.copyOf(bytes, bytes.length)), 0, bytes.length);
    }
}
