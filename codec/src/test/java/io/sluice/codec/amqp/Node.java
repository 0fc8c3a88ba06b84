package io.sluice.codec.amqp;

import io.sluice.codec.wire.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;

/** A value as a tree of objects: what a round trip is compared by. */
record Node(AmqpType type, Object content) {
    private static final AmqpType[] SIMPLE = {
        AmqpType.NULL,
        AmqpType.BOOLEAN,
        AmqpType.UBYTE,
        AmqpType.USHORT,
        AmqpType.UINT,
        AmqpType.ULONG,
        AmqpType.BYTE,
        AmqpType.SHORT,
        AmqpType.INT,
        AmqpType.LONG,
        AmqpType.FLOAT,
        AmqpType.DOUBLE,
        AmqpType.DECIMAL32,
        AmqpType.DECIMAL64,
        AmqpType.DECIMAL128,
        AmqpType.CHAR,
        AmqpType.TIMESTAMP,
        AmqpType.UUID,
        AmqpType.BINARY,
        AmqpType.STRING,
        AmqpType.SYMBOL
    };

    /** A tree of a few levels. */
    static Node random(final Random random, final int levels) {
        final int kind = levels == 0 ? 0 : random.nextInt(10);
        return switch (kind) {
            case 1, 2 -> new Node(AmqpType.LIST, elements(random, levels, 1));
            case 3, 4 -> new Node(AmqpType.MAP, elements(random, levels, 2));
            case 5 -> array(random);
            case 6 ->
                    new Node(
                            AmqpType.DESCRIBED,
                            List.of(new Node(AmqpType.ULONG, 0x77L), random(random, levels - 1)));
            default -> simple(random, SIMPLE[random.nextInt(SIMPLE.length)]);
        };
    }

    /** Writes the tree: arrays with one constructor that fits them all. */
    void write(final TypeWriter types) {
        switch (type) {
            case LIST -> {
                types.beginList();
                children().forEach(child -> child.write(types));
                types.endList();
            }
            case MAP -> {
                types.beginMap();
                children().forEach(child -> child.write(types));
                types.endMap();
            }
            case ARRAY -> {
                types.beginArray(elementCode(children().get(0).type));
                children().stream().skip(1).forEach(child -> child.write(types));
                types.endArray();
            }
            case DESCRIBED -> {
                types.putDescriptor(Descriptor.AMQP_VALUE);
                children().get(1).write(types);
            }
            default -> writeSimple(types);
        }
    }

    /** Reads a checked value back; an array's first child tells the type of the others. */
    static Node read(final TypedValue value) {
        return switch (value.type()) {
            case NULL -> new Node(AmqpType.NULL, "null");
            case BOOLEAN -> new Node(value.type(), value.booleanValue());
            case UBYTE, USHORT, UINT, ULONG, BYTE, SHORT, INT, LONG, CHAR, TIMESTAMP ->
                    new Node(value.type(), value.integer());
            case FLOAT -> new Node(value.type(), Float.floatToRawIntBits(value.floatValue()));
            case DOUBLE -> new Node(value.type(), Double.doubleToRawLongBits(value.doubleValue()));
            case DESCRIBED ->
                    new Node(
                            AmqpType.DESCRIBED,
                            List.of(
                                    read(value.descriptor(new TypedValue())),
                                    read(value.described(new TypedValue()))));
            case LIST, MAP, ARRAY -> readElements(value);
            default -> new Node(value.type(), Transcript.hex(value.bytes().toByteArray()));
        };
    }

    private static Node readElements(final TypedValue value) {
        final List<Node> elements = new ArrayList<>();
        final ElementCursor cursor = new ElementCursor().wrap(value);
        while (cursor.next()) {
            elements.add(read(cursor.value()));
        }
        if (value.type() == AmqpType.ARRAY && !elements.isEmpty()) {
            elements.add(0, new Node(elements.get(0).type, "array"));
        }
        return new Node(value.type(), elements);
    }

    private static int elementCode(final AmqpType type) {
        return type == AmqpType.BINARY ? FormatCode.VBIN32 : type.formatCodes()[0];
    }

    @SuppressWarnings("unchecked")
    private List<Node> children() {
        return (List<Node>) content;
    }

    private static List<Node> elements(final Random random, final int levels, final int each) {
        final int length = random.nextInt(8) == 0 ? 200 : random.nextInt(5);
        final List<Node> nodes = new ArrayList<>();
        for (int i = 0; i < length * each; i++) {
            nodes.add(length > 5 ? simple(random, AmqpType.INT) : random(random, levels - 1));
        }
        return nodes;
    }

    private static Node array(final Random random) {
        final AmqpType type = SIMPLE[random.nextInt(SIMPLE.length)];
        final List<Node> nodes = new ArrayList<>();
        nodes.add(new Node(type, "array"));
        final int length = 1 + random.nextInt(random.nextInt(5) == 0 ? 300 : 4);
        for (int i = 0; i < length; i++) {
            nodes.add(simple(random, type));
        }
        return new Node(AmqpType.ARRAY, nodes);
    }

    private static Node simple(final Random random, final AmqpType type) {
        final long bits = random.nextLong() >> random.nextInt(64);
        final Object content =
                switch (type) {
                    case NULL -> "null";
                    case BOOLEAN -> random.nextBoolean();
                    case UBYTE -> bits & 0xFF;
                    case USHORT -> bits & 0xFFFF;
                    case UINT -> bits & 0xFFFF_FFFFL;
                    case BYTE -> (long) (byte) bits;
                    case SHORT -> (long) (short) bits;
                    case INT -> (long) (int) bits;
                    case ULONG, LONG, DOUBLE, TIMESTAMP -> bits;
                    case FLOAT -> (int) bits;
                    case CHAR -> (long) (0xE000 + random.nextInt(0x11_0000 - 0xE000));
                    case DECIMAL32 -> hex(random, 4);
                    case DECIMAL64 -> hex(random, 8);
                    case DECIMAL128, UUID -> hex(random, 16);
                    case BINARY -> hex(random, length(random));
                    default -> text(random, type == AmqpType.STRING);
                };
        return new Node(type, content);
    }

    private static int length(final Random random) {
        return random.nextInt(10) == 0 ? random.nextInt(400) : random.nextInt(20);
    }

    private static String hex(final Random random, final int length) {
        final byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return Transcript.hex(bytes);
    }

    /** In an array of str8 or sym8 there is no room for more than 255 bytes. */
    private static String text(final Random random, final boolean isUtf8) {
        final StringBuilder text = new StringBuilder();
        for (int length = random.nextInt(60); length > 0; length--) {
            text.appendCodePoint(
                    isUtf8 && random.nextInt(8) == 0
                            ? 0xE000 + random.nextInt(0x1_0000)
                            : random.nextInt(0x80));
        }
        return Transcript.hex(Slice.ofUtf8(text.toString()).toByteArray());
    }

    private void writeSimple(final TypeWriter types) {
        switch (type) {
            case NULL -> types.putNull();
            case BOOLEAN -> types.putBoolean((Boolean) content);
            case UBYTE -> types.putUbyte(((Long) content).intValue());
            case USHORT -> types.putUshort(((Long) content).intValue());
            case UINT -> types.putUint((Long) content);
            case ULONG -> types.putUlong((Long) content);
            case BYTE -> types.putByte(((Long) content).byteValue());
            case SHORT -> types.putShort(((Long) content).shortValue());
            case INT -> types.putInt(((Long) content).intValue());
            case LONG -> types.putLong((Long) content);
            case FLOAT -> types.putFloat(Float.intBitsToFloat((Integer) content));
            case DOUBLE -> types.putDouble(Double.longBitsToDouble((Long) content));
            case CHAR -> types.putChar(((Long) content).intValue());
            case TIMESTAMP -> types.putTimestamp((Long) content);
            default -> writeBytes(types, Transcript.bytes((String) content));
        }
    }

    private void writeBytes(final TypeWriter types, final byte[] bytes) {
        final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
        switch (type) {
            case DECIMAL32 -> types.putDecimal32(Integer.reverseBytes(buffer.getInt(0)));
            case DECIMAL64 -> types.putDecimal64(Long.reverseBytes(buffer.getLong(0)));
            case DECIMAL128 ->
                    types.putDecimal128(
                            Long.reverseBytes(buffer.getLong(0)),
                            Long.reverseBytes(buffer.getLong(8)));
            case UUID ->
                    types.putUuid(
                            Long.reverseBytes(buffer.getLong(0)),
                            Long.reverseBytes(buffer.getLong(8)));
            case BINARY -> types.putBinary(Slice.of(bytes));
            case STRING -> types.putString(Slice.of(bytes));
            default -> types.putSymbol(Slice.of(bytes));
        }
    }
}
