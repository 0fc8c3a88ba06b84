package io.sluice.fuzz.amqp;

import io.sluice.codec.Captures;
import io.sluice.codec.amqp.AmqpError;
import io.sluice.codec.amqp.AmqpFramer;
import io.sluice.codec.amqp.Descriptor;
import io.sluice.codec.amqp.FrameHeader;
import io.sluice.codec.amqp.ProtocolHeader;
import io.sluice.codec.amqp.TransferDecoder;
import io.sluice.codec.amqp.TypeLimits;
import io.sluice.fuzz.law.Seeds;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.UnsafeBuffer;

/** What the AMQP targets start from: samples written by hand, and the recorded sessions. */
public final class AmqpSamples {
    private static final int LENGTH_MAX = 2_048;
    private static final int FIELDS_AT = 6; // behind descriptor, list8, size and count

    private static final String SYMBOLS = "E00502A3016100";
    private static final String FIELDS = "C10502A3016145";
    private static final String ERROR = "00531DC01603A30161A10164C10D02A30169D10000000400000000";

    private static final String VALUES =
            """
            40 41 42 5600 5601 5602 43 5207 70FFFFFFFF 44 5309 80FFFFFFFFFFFFFFFF 50FF 5180
            60FFFF 618000 5480 7180000000 55FF 818000000000000000 7240490FDB 82400921FB54442D18
            7422500000 842238000000000000 9422080000000000000000000000000001 730001F680
            7300D800 73001100FF 83FFFFFFFFFFFFFFFF 98000102030405060708090A0B0C0D0E0F A0020001
            B0000000020001 A102C3A4 B100000002C3A4 A101FF A30161 B30000000161 A301E4 45 C00100
            C0050341425401 D0000000080000000241A10161 C10100 C10502A3016145
            D10000000A00000002A10161A10162 C1040141A100 E00200A3 E00502A3016100 E00402560001
            E00403560102 E003034100 F00000000D00000002700000000100000002 E0020440
            F0000000050000FFFF40 F0000000050001000140 F0000000057FFFFFFF43 F000000005FFFFFFFF45
            F0000000058000000044 E0050200531045 E00702005377540102
            E00C02E004025401020402550304 E01302D00000000400000000000000050000000141
            005377A10161 00A30361626300537741 00005378454140 C0FF02 C0020241 0053 00
            C00702C00402C0010041 D00000000FFFFFFFFF A0FF 99 444546
            C01401C11102A30161C00B02E00401A3017800537741
            """;

    private AmqpSamples() {}

    private static byte[] hex(final String hex) {
        return HexFormat.of().parseHex(hex.replace(" ", ""));
    }

    /** A described list8 with these fields, one a word. */
    private static byte[] list(final int descriptor, final String fields) {
        final String[] words = fields.isBlank() ? new String[0] : fields.trim().split(" +");
        final byte[] content = hex(fields);
        return DescribedFuzz.frame((byte) descriptor, words.length, content, 0);
    }

    private static String text(final byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    /** Encoded values of every type and encoding, and some that are none. */
    static List<byte[]> values() {
        final List<byte[]> list = new ArrayList<>();
        for (final String value : VALUES.split("\\s+")) {
            list.add(hex(value));
        }
        list.add(hex("C00401".repeat(20) + "C00100"));
        list.add(hex("C08382" + "40".repeat(130)));
        list.add(hex("C00902E0023C40E0023C40"));
        list.add(hex("E00701700000000100"));
        list.add(hex("730000DBFF"));
        list.add(nested(9));
        list.add(nested(60));
        list.add(hex("005301".repeat(12) + "41"));
        return list;
    }

    private static byte[] nested(final int levels) {
        String value = "45";
        for (int i = 0; i < levels; i++) {
            final int length = value.length() / 2;
            value = String.format("D0%08X%08X", length + 4, 1) + value;
        }
        return hex(value);
    }

    private static String source() {
        final String filter = "C10902A30166005308A100";
        return text(
                list(
                        0x28,
                        "A10161 5202 A3056E65766572 5207 41 C10100 A3046D6F7665 "
                                + filter
                                + " 00532645 A30161 E00200A3"));
    }

    /** A dynamic source or target that has an address. */
    private static String dynamic(final int descriptor) {
        return text(list(descriptor, "A10171 40 40 40 41"));
    }

    /** Sources, targets, coordinators, one unknown terminus. */
    static List<byte[]> termini() {
        final List<byte[]> list = new ArrayList<>();
        list.add(hex(source()));
        list.add(list(0x28, "40 43 A30B6C696E6B2D646574616368 43 42 40 40 40 " + rejected()));
        list.add(list(0x28, ""));
        list.add(list(0x29, "A10161 5201 A30B73657373696F6E2D656E64 5207 41 " + FIELDS));
        list.add(list(0x29, "40 40 A310636F6E6E656374696F6E2D636C6F7365 40 41 C10100 " + SYMBOLS));
        list.add(list(0x29, "40 5203 A30178"));
        list.add(list(0x29, "40 40 40 40 42 C10100"));
        list.add(list(0x28, "40 40 40 40 40 40 40 C10C04A3016600539941A3016740"));
        list.add(list(0x28, "40 40 40 40 40 40 40 40 005323C003024344"));
        list.add(list(0x30, "E00502A3016100"));
        list.add(list(0x30, "A30161 40"));
        list.add(hex("00A30161C0010045"));
        list.add(hex("00A30161C00100"));
        return list;
    }

    private static String rejected() {
        return text(list(0x25, ERROR));
    }

    static List<byte[]> states() {
        final List<byte[]> list = new ArrayList<>();
        list.add(list(0x23, "5203 80FFFFFFFFFFFFFFFF"));
        list.add(list(0x23, "43 44"));
        list.add(list(0x23, "40 44"));
        list.add(hex("00532445"));
        list.add(hex("005324C00100"));
        list.add(hex("00A312616D71703A61636365707465643A6C69737445"));
        list.add(hex(rejected()));
        list.add(list(0x25, ""));
        list.add(list(0x25, "00532445"));
        list.add(hex("0080000000000000002645"));
        list.add(list(0x27, "41 42 C10C04A303616263415309A10176"));
        list.add(list(0x27, "40 41 C1090444A10176A3016141"));
        list.add(list(0x27, "42 5601"));
        list.add(list(0x33, "A00101"));
        list.add(list(0x34, "A00101 00532445"));
        return list;
    }

    static List<byte[]> errors() {
        final List<byte[]> list = new ArrayList<>();
        list.add(hex(ERROR));
        list.add(list(0x1D, "A30E616D71703A6E6F742D666F756E64"));
        list.add(list(0x1D, "A30161 40 C10904A1016B41A3016B42"));
        list.add(list(0x1D, "A30161 40 C10904A3016A41A3016B42"));
        list.add(list(0x1D, "B30000000161 B10000000161 D10000000400000000"));
        list.add(list(0x1D, "40 A10164"));
        list.add(list(0x1D, ""));
        return list;
    }

    /** The nine performatives, each with all its fields, with few, and with recorded ones. */
    public static List<byte[]> performatives() {
        final List<byte[]> list = new ArrayList<>();
        final String open = "A10163 A10168 7000000400 600007 43 " + SYMBOLS + " A30161 " + SYMBOLS;
        list.add(list(0x10, open + " 45 " + FIELDS));
        list.add(list(0x10, "A100"));
        list.add(list(0x11, "600007 43 52FF 70FFFFFFFF 43 " + SYMBOLS + " A30161 " + FIELDS));
        list.add(list(0x11, "40 43 43 43"));
        final String unsettled = "C10C04A0016140A0016200532445";
        list.add(
                list(
                        0x12,
                        "A1016C 43 42 5001 5001 "
                                + source()
                                + " 00532945 "
                                + unsettled
                                + " 41 43 5309 "
                                + SYMBOLS
                                + " A30161 "
                                + FIELDS));
        list.add(list(0x12, "A1016C 43 41 40 40 00532845 " + text(list(0x30, "A30161"))));
        list.add(list(0x12, "A1016C 43 42"));
        list.add(list(0x12, "A1016C 43 42 40 40 " + dynamic(0x28) + " 40 40 40 43"));
        list.add(list(0x12, "A1016C 43 42 40 40 40 " + dynamic(0x29) + " 40 40 43"));
        list.add(list(0x12, "A1016C 43 41 40 40 " + dynamic(0x28) + " " + dynamic(0x29)));
        list.add(list(0x12, "A1016C 43 41 40 40 40 40 C12502A021" + "00".repeat(33) + "40"));
        list.add(list(0x13, "43 5201 5202 5203 5204 5205 43 43 41 5601 " + FIELDS));
        list.add(list(0x13, "40 43 43 43"));
        list.add(list(0x13, "40 43 43 43 40 40 43"));
        final String transfer = "43 5207 A00101 43 41 42 5001 00532445 41 42 5600";
        list.add(list(0x14, transfer));
        list.add(join(list(0x14, "43 43 A00101 43 42"), hex("005375A003010203")));
        list.add(list(0x14, "43 43 A021" + "00".repeat(33)));
        list.add(list(0x15, "41 43 5207 41 00532445 42"));
        list.add(list(0x15, "42 70FFFFFFFE 5201 41 " + rejected()));
        list.add(list(0x15, "41 40 43"));
        list.add(list(0x16, "5201 41 " + ERROR));
        list.add(list(0x16, "43"));
        list.add(list(0x17, ERROR));
        list.add(hex("00531745"));
        list.add(list(0x18, ERROR));
        list.add(hex("00531845"));
        list.add(hex("00A30F616D71703A636C6F73653A6C69737445"));
        list.add(hex("008000000000000000184540"));
        recordedBodies(FrameHeader.TYPE_AMQP, list);
        return list;
    }

    /** The five bodies of SASL frames, and recorded ones. */
    public static List<byte[]> saslBodies() {
        final List<byte[]> list = new ArrayList<>();
        list.add(list(0x40, "E00602A301610162"));
        list.add(list(0x40, "A305504C41494E"));
        list.add(list(0x40, "E00200A3"));
        list.add(list(0x41, "A30161 A00100 A10168"));
        list.add(list(0x41, "A30161"));
        list.add(list(0x42, "A00101"));
        list.add(list(0x43, "A000"));
        list.add(list(0x43, "40"));
        list.add(list(0x44, "5004 A00101"));
        list.add(list(0x44, "5000"));
        list.add(list(0x44, "5005"));
        recordedBodies(FrameHeader.TYPE_SASL, list);
        return list;
    }

    /** Messages with all sections, with every body, and recorded ones. */
    public static List<byte[]> messages() {
        final String head =
                "005370C00C05415007700000100041"
                        + "5202"
                        + "005371C10602A301785201"
                        + "005372C107025305A3026F6B";
        final String properties =
                text(
                        list(
                                0x73,
                                "A1026D31 A00175 A10174 A10173 A10172"
                                        + " 98000102030405060708090A0B0C0D0E0F A30474657874"
                                        + " A302677A 83FFFFFFFFFFFFFFFF 830000018BCFE56800 A10167"
                                        + " 70FFFFFFFF A10168"));
        final String application = "005374C10C04A101615201A10162A10176";
        final String footer = "005378C10602A301635201";
        final String[] messages = {
            head + properties + application + "005375A003010203" + footer,
            "005372C107025305A3026F6B" + "00537045",
            "005375A003010203005375B0000000020405",
            "005376C003024142" + "00537645" + "005376D0000000050000000141",
            "005377A103616263",
            "005377C10602A101635201" + footer,
            "0053704500537345005375A000",
            "00537345",
            "005373C0030153FF" + "00537740",
            "005373C00401A001FF" + "005377E00502A3016100",
            "005374C10904A1016141A1016142",
            "005374C10702A10161" + "C00100",
            "00A310616D71703A6865616465723A6C69737445",
            "0080000000000000007740",
        };
        final List<byte[]> list = new ArrayList<>();
        for (final String message : messages) {
            list.add(hex(message));
        }
        list.add(hex("005375A00101".repeat(20)));
        for (final byte[] value : values()) {
            list.add(join(hex("005377"), value)); // valid and not
        }
        list.add(hex("0053774100537741"));
        list.add(hex("005377C01502" + "F0000000050000FFFF40".repeat(2)));
        recordedMessages(list);
        return list;
    }

    /** Whole frames as real peers sent them. */
    static List<byte[]> recordedFrames() {
        final List<byte[]> frames = new ArrayList<>();
        eachFrame((bytes, framer) -> frames.add(bytes));
        return distinct(frames);
    }

    static List<byte[]> recordedBodies() {
        final List<byte[]> bodies = new ArrayList<>();
        recordedBodies(FrameHeader.TYPE_AMQP, bodies);
        recordedBodies(FrameHeader.TYPE_SASL, bodies);
        return bodies;
    }

    private static void recordedBodies(final int type, final List<byte[]> list) {
        final List<byte[]> bodies = new ArrayList<>();
        eachFrame(
                (bytes, framer) -> {
                    if (framer.type() == type && framer.bodyLength() > 0) {
                        bodies.add(body(bytes, framer));
                    }
                });
        list.addAll(distinct(bodies));
    }

    private static byte[] body(final byte[] frame, final AmqpFramer framer) {
        return Arrays.copyOfRange(frame, framer.frameLength() - framer.bodyLength(), frame.length);
    }

    private static void recordedMessages(final List<byte[]> list) {
        final TransferDecoder transfer = new TransferDecoder(TypeLimits.DEFAULT);
        final Map<Long, ByteArrayOutputStream> deliveries = new HashMap<>();
        final List<byte[]> messages = new ArrayList<>();
        eachFrame(
                (bytes, framer) -> {
                    final byte[] body = body(bytes, framer);
                    final UnsafeBuffer buffer = new UnsafeBuffer(body);
                    if (Descriptor.peek(buffer, 0, body.length) != Descriptor.TRANSFER
                            || transfer.wrap(buffer, 0, body.length) != AmqpError.NONE) {
                        return;
                    }
                    final long link = (long) framer.channel() << 32 | transfer.handle();
                    final ByteArrayOutputStream delivery =
                            deliveries.computeIfAbsent(
                                    link, ignored -> new ByteArrayOutputStream());
                    delivery.writeBytes(transfer.payload().toByteArray());
                    if (!transfer.more() || transfer.aborted()) {
                        deliveries.remove(link);
                        messages.add(delivery.toByteArray());
                    }
                });
        list.addAll(distinct(messages));
    }

    /** What is done with one recorded frame, which the framer has just found. */
    private interface FrameVisitor {
        void visit(byte[] frame, AmqpFramer framer);
    }

    private static void eachFrame(final FrameVisitor visitor) {
        final AmqpFramer framer = new AmqpFramer(1 << 20);
        for (final String name : Captures.names("amqp-*")) {
            for (final Captures.Direction direction : Captures.Direction.values()) {
                final byte[] bytes = Captures.load(name).bytesFrom(direction);
                final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
                int at = 0;
                while (at < bytes.length) {
                    if (ProtocolHeader.match(buffer, at, bytes.length) >= 0) {
                        at += ProtocolHeader.LENGTH;
                        continue;
                    }
                    if (framer.next(buffer, at, bytes.length) != AmqpError.NONE) {
                        throw new IllegalStateException(name + ": no frame at " + at);
                    }
                    final int end = at + framer.frameLength();
                    visitor.visit(Arrays.copyOfRange(bytes, at, end), framer);
                    at = end;
                }
            }
        }
    }

    /** One of each, and of those alike but for numbers and names only the first. */
    private static List<byte[]> distinct(final List<byte[]> all) {
        final Map<String, byte[]> byShape = new HashMap<>();
        for (final byte[] bytes : all) {
            if (bytes.length <= LENGTH_MAX) {
                byShape.putIfAbsent(shape(bytes), bytes);
            }
        }
        final List<byte[]> some = new ArrayList<>(byShape.values());
        some.sort(Arrays::compare);
        return some;
    }

    private static String shape(final byte[] bytes) {
        return bytes.length + " " + text(Arrays.copyOf(bytes, Math.min(3, bytes.length)));
    }

    /** Adds a sample as it is and as the fields of a list, under both limits. */
    public static void addSelected(
            final Seeds seeds, final byte[] body, final int tight, final int framed) {
        seeds.add(prepend(0, body)).add(prepend(tight, body));
        if (body.length > FIELDS_AT && body[1] == 0x53 && body[3] == (byte) 0xC0) {
            final byte[] fields = Arrays.copyOfRange(body, FIELDS_AT - 2, body.length);
            fields[0] = body[2];
            fields[1] = body[5];
            seeds.add(prepend(framed, fields)).add(prepend(framed | tight, fields));
        }
    }

    public static byte[] prepend(final int first, final byte[] rest) {
        return join(new byte[] {(byte) first}, rest);
    }

    private static byte[] join(final byte[] head, final byte[] tail) {
        final byte[] joined = Arrays.copyOf(head, head.length + tail.length);
        System.arraycopy(tail, 0, joined, head.length, tail.length);
        return joined;
    }
}
