package io.sluice.fuzz.proton;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Takes a frame body or a message apart, without the codec, by a table of the composite types (AMQP
 * 1.0 parts 2, 3 and 5), and notes all that is wrong with it. Plain, and slow.
 */
final class Anatomy {
    private static final int TRANSFER = 0x14;
    private static final int ERROR = 0x1D;

    /**
     * The fields of each type by descriptor, mandatory ones with an exclamation mark: t boolean, c
     * ubyte, h ushort, i uint, l ulong, z timestamp, b binary, s string, y symbol, m symbols, x
     * message-id, F, I, A, L, U maps, E error, D state, O outcome, S source, T target.
     */
    private static final Map<Integer, String> FIELDS =
            Map.ofEntries(
                    Map.entry(0x10, "s! s i h i m m m m F"),
                    Map.entry(0x11, "h i! i! i! i m m F"),
                    Map.entry(0x12, "s! i! t! c c S T U t i l m m F"),
                    Map.entry(0x13, "i i! i! i! i i i i t t F"),
                    Map.entry(0x14, "i! i b i t t c D t t t"),
                    Map.entry(0x15, "t! i! i t D t"),
                    Map.entry(0x16, "i! t E"),
                    Map.entry(0x17, "E"),
                    Map.entry(0x18, "E"),
                    Map.entry(ERROR, "y! s I"),
                    Map.entry(0x23, "i! l!"),
                    Map.entry(0x24, ""),
                    Map.entry(0x25, "E"),
                    Map.entry(0x26, ""),
                    Map.entry(0x27, "t t A"),
                    Map.entry(0x28, "s i y i t F y L O m m"),
                    Map.entry(0x29, "s i y i t F m"),
                    Map.entry(0x30, "m"),
                    Map.entry(0x40, "m!"),
                    Map.entry(0x41, "y! b s"),
                    Map.entry(0x42, "b!"),
                    Map.entry(0x43, "b!"),
                    Map.entry(0x44, "c! b"),
                    Map.entry(0x70, "t c i t i"),
                    Map.entry(0x73, "x b s s s x y y z z s i s"));

    private static final Map<Character, List<Integer>> CODES =
            Map.ofEntries(
                    Map.entry('t', List.of(0x41, 0x42, 0x56)),
                    Map.entry('c', List.of(0x50)),
                    Map.entry('h', List.of(0x60)),
                    Map.entry('i', List.of(0x43, 0x52, 0x70)),
                    Map.entry('l', List.of(0x44, 0x53, 0x80)),
                    Map.entry('z', List.of(0x83)),
                    Map.entry('b', List.of(0xA0, 0xB0)),
                    Map.entry('s', List.of(0xA1, 0xB1)),
                    Map.entry('y', List.of(0xA3, 0xB3)),
                    Map.entry('m', List.of(0xA3, 0xB3, 0xE0, 0xF0, 0x45, 0xC0, 0xD0)),
                    Map.entry('x', List.of(0xA0, 0xB0, 0xA1, 0xB1, 0x98, 0x44, 0x53, 0x80)),
                    Map.entry('F', List.of(0xC1, 0xD1)),
                    Map.entry('I', List.of(0xC1, 0xD1)),
                    Map.entry('A', List.of(0xC1, 0xD1)),
                    Map.entry('L', List.of(0xC1, 0xD1)),
                    Map.entry('U', List.of(0xC1, 0xD1)),
                    Map.entry('E', List.of(0)),
                    Map.entry('D', List.of(0)),
                    Map.entry('O', List.of(0)),
                    Map.entry('S', List.of(0)),
                    Map.entry('T', List.of(0)));

    private static final Map<Character, Slot> SLOTS =
            Map.of(
                    'E', Slot.ERROR,
                    'D', Slot.STATE,
                    'O', Slot.OUTCOME,
                    'S', Slot.SOURCE,
                    'T', Slot.TARGET);

    private static final int ABSENT = -1;

    /** A described value inside another, looked into when the other is through. */
    private record Nested(Slot slot, int from, int to) {}

    private final byte[] bytes;
    private final Notes notes = new Notes();
    private final ValueAnatomy values;
    private final MapAnatomy maps;
    private final List<Nested> nested = new ArrayList<>();
    private boolean isReceiver;

    private Anatomy(final byte[] bytes) {
        this.bytes = bytes;
        values = new ValueAnatomy(bytes, notes);
        maps = new MapAnatomy(values, notes);
    }

    /** What holds for a frame body whose descriptor is in this range. */
    static Set<Condition> ofBody(final byte[] bytes, final int firstCode, final int lastCode) {
        final Anatomy anatomy = new Anatomy(bytes);
        anatomy.attempt(() -> anatomy.body(firstCode, lastCode));
        anatomy.lookIntoNested();
        return anatomy.notes.found();
    }

    static Set<Condition> ofMessage(final byte[] bytes) {
        final Anatomy anatomy = new Anatomy(bytes);
        anatomy.attempt(anatomy::message);
        return anatomy.notes.found();
    }

    private void body(final int firstCode, final int lastCode) {
        final FoundDescriptor found = FoundDescriptor.at(bytes, 0, bytes.length);
        final int code = found.code();
        notes.stopIf(code < firstCode || code > lastCode, Condition.NO_PERFORMATIVE);
        final int end = composite(code, found.end(), bytes.length);
        if (code != TRANSFER) {
            notes.noteIf(end != bytes.length, Condition.BYTES_BEHIND_PERFORMATIVE);
        }
    }

    /**
     * Looks into what is nested, and into what is nested in it before the next, whether or not
     * there is a fault around it or before it.
     */
    private void lookIntoNested() {
        final List<Nested> found = List.copyOf(nested);
        nested.clear();
        for (final Nested value : found) {
            attempt(() -> lookInto(value));
            lookIntoNested();
        }
    }

    private void attempt(final Runnable walk) {
        try {
            walk.run();
        } catch (final Notes.StopException e) {
            assert notes.hasFault() : "stopped for nothing";
        }
    }

    private void lookInto(final Nested value) {
        final FoundDescriptor found = FoundDescriptor.at(bytes, value.from, value.to);
        final int code = found.code();
        notes.stopIf(
                !value.slot.takes(found),
                value.slot == Slot.ERROR
                        ? Condition.DESCRIPTOR_NOT_OF_ERROR
                        : Condition.TYPE_OF_ANOTHER_SLOT);
        final boolean isLookedInto = FIELDS.containsKey(code); // no state of a transaction is
        if (!isLookedInto) {
            notes.note(
                    switch (value.slot) {
                        case SOURCE -> Condition.SOURCE_OF_ANOTHER_TYPE;
                        case TARGET -> Condition.TARGET_OF_ANOTHER_TYPE;
                        default -> Condition.STATE_OF_ANOTHER_TYPE;
                    });
        }
        if (isLookedInto) {
            final int end = composite(code, found.end(), value.to);
            notes.noteIf(end != value.to, Condition.BYTES_BEHIND_PERFORMATIVE);
        } else {
            values.typedValue(value.from, value.to);
        }
    }

    /** Walks the list of a composite type; its end. */
    private int composite(final int type, final int at, final int limit) {
        notes.stopIf(at >= limit, Condition.NOT_A_LIST);
        final int code = values.byteAt(at);
        notes.stopIf(code != 0x45 && code != 0xC0 && code != 0xD0, Condition.NOT_A_LIST);
        final ValueAnatomy.Extent extent =
                code == 0x45
                        ? new ValueAnatomy.Extent(at + 1, at + 1, 0)
                        : values.extent(code, at + 1, limit);
        final String table = FIELDS.get(type);
        final String[] fields = table.isEmpty() ? new String[0] : table.split(" ");
        int next = extent.content();
        final int[] places = new int[fields.length];
        for (int i = 0; i < fields.length; i++) {
            final boolean isThere = i < extent.count();
            notes.stopIf(isThere && next >= extent.end(), Condition.COUNT_PAST_SIZE);
            if (isThere && bytes[next] != 0x40) {
                places[i] = next;
                next = field(fields[i].charAt(0), next, extent.end());
                restrict(type, i, places[i], next);
            } else {
                places[i] = ABSENT;
                notes.noteIf(fields[i].length() > 1, Condition.FIELD_ABSENT);
                next += isThere ? 1 : 0;
            }
            relate(type, i, places);
        }
        notes.stopIf(extent.count() > fields.length, Condition.TOO_MANY_FIELDS);
        notes.noteIf(next != extent.end(), Condition.COUNT_BELOW_SIZE);
        return extent.end();
    }

    /** The rules that a field has with those before it, places[index] being its own. */
    private void relate(final int type, final int index, final int[] places) {
        final boolean isThere = places[index] != ABSENT;
        switch (type << 8 | index) {
            case 0x1202 -> isReceiver = isTrue(places[2]);
            case 0x1209 ->
                    notes.noteIf(!isThere && !isReceiver, Condition.INITIAL_DELIVERY_COUNT_ABSENT);
            case 0x1305, 0x1306, 0x1307 ->
                    notes.noteIf(isThere && places[4] == ABSENT, Condition.HANDLE_ABSENT);
            case 0x1308 ->
                    notes.noteIf(isTrue(places[8]) && places[4] == ABSENT, Condition.HANDLE_ABSENT);
            // A receiver asks for a dynamic source, a sender for a dynamic target.
            case 0x2804, 0x2904 ->
                    notes.noteIf(
                            isTrue(places[4])
                                    && places[0] != ABSENT
                                    && isReceiver == (type == 0x28),
                            Condition.DYNAMIC_WITH_ADDRESS);
            case 0x2805, 0x2905 ->
                    notes.noteIf(
                            isThere && !isTrue(places[4]),
                            Condition.NODE_PROPERTIES_WITHOUT_DYNAMIC);
            default -> {}
        }
    }

    private boolean isTrue(final int at) {
        return at != ABSENT && (bytes[at] == 0x41 || bytes[at] == 0x56 && bytes[at + 1] == 1);
    }

    private int field(final char type, final int at, final int end) {
        final int code = values.byteAt(at);
        notes.stopIf(ValueAnatomy.width(code) == -2, Condition.FORMAT_CODE_UNKNOWN);
        notes.stopIf(!CODES.get(type).contains(code), Condition.FIELD_MISTYPED);
        final int next =
                switch (type) {
                    case 'F' -> maps.map(MapAnatomy.Rule.FIELDS, at, end);
                    case 'I' -> maps.map(MapAnatomy.Rule.INFO, at, end);
                    case 'A' -> maps.map(MapAnatomy.Rule.ANNOTATIONS, at, end);
                    case 'L' -> maps.map(MapAnatomy.Rule.FILTERS, at, end);
                    case 'U' -> maps.map(MapAnatomy.Rule.UNSETTLED, at, end);
                    case 'm' -> values.value(at, end, 0);
                    case 'E', 'D', 'O', 'S', 'T' -> described(at, end);
                    default -> values.typedValue(at, end);
                };
        if (type == 'm' && (code == 0x45 || code >= 0xC0)) {
            symbols(code, at, end);
        } else if (SLOTS.containsKey(type)) {
            nested.add(new Nested(SLOTS.get(type), at, next));
        }
        return next;
    }

    /** Where a described value ends: a list by its size, as it is looked into later. */
    private int described(final int at, final int end) {
        final int list = FoundDescriptor.at(bytes, at, end).end();
        final int code = list > at && list < end ? values.byteAt(list) : 0;
        if (code == 0x45) {
            return list + 1;
        }
        final int width = code == 0xC0 ? 1 : 4;
        if ((code == 0xC0 || code == 0xD0) && end - list - 1 >= width) {
            final long length = 1 + width + values.unsigned(list + 1, width);
            if (length <= end - list) {
                return list + (int) length;
            }
        }
        return values.typedValue(at, end);
    }

    /** The elements of an array or a list are symbols, which some write for an array. */
    private void symbols(final int code, final int at, final int end) {
        notes.noteIf(code < 0xE0, Condition.SYMBOLS_AS_LIST);
        if (code == 0x45) {
            return;
        }
        final ValueAnatomy.Extent extent = values.extent(code, at + 1, end);
        if (code >= 0xE0) {
            final int elementCode = values.elementCode(extent);
            notes.noteIf(elementCode != 0xA3 && elementCode != 0xB3, Condition.SYMBOLS_MISTYPED);
            return;
        }
        int next = extent.content();
        for (int i = 0; i < extent.count(); i++) {
            final int element = values.byteAt(next);
            notes.noteIf(element != 0xA3 && element != 0xB3, Condition.SYMBOLS_MISTYPED);
            next = values.value(next, extent.end(), 0);
        }
    }

    /** The rules that one field alone has. */
    private void restrict(final int type, final int index, final int from, final int to) {
        final int width = to - from - 1;
        switch (type << 8 | index) {
            case 0x1002 ->
                    notes.noteIf(
                            FoundDescriptor.number(bytes, from + 1, width) < 512,
                            Condition.MAX_FRAME_SIZE_TOO_SMALL);
            case 0x1203 -> notes.noteIf(values.byteAt(from + 1) > 2, Condition.CHOICE_UNDEFINED);
            case 0x1204, 0x1406 ->
                    notes.noteIf(values.byteAt(from + 1) > 1, Condition.CHOICE_UNDEFINED);
            case 0x4400 -> notes.noteIf(values.byteAt(from + 1) > 4, Condition.CHOICE_UNDEFINED);
            case 0x1402 ->
                    notes.noteIf(
                            values.variableBytes(from).length > 32,
                            Condition.DELIVERY_TAG_TOO_LONG);
            case 0x2801, 0x2901 ->
                    notes.noteIf(
                            FoundDescriptor.number(bytes, from + 1, width) > 2,
                            Condition.DURABILITY_UNDEFINED);
            case 0x2802, 0x2902 -> {
                final String policy =
                        new String(values.variableBytes(from), StandardCharsets.ISO_8859_1);
                notes.noteIf(
                        !List.of("link-detach", "session-end", "connection-close", "never")
                                .contains(policy),
                        Condition.EXPIRY_POLICY_UNDEFINED);
            }
            case 0x4000 -> {
                final int code = values.byteAt(from);
                notes.noteIf(
                        code == 0x45
                                || code >= 0xC0 && values.extent(code, from + 1, to).count() == 0,
                        Condition.MECHANISMS_EMPTY);
            }
            default -> {}
        }
    }

    private void message() {
        int at = 0;
        int last = 0;
        notes.noteIf(bytes.length == 0, Condition.NO_SECTION);
        while (at < bytes.length) {
            final FoundDescriptor found = FoundDescriptor.at(bytes, at, bytes.length);
            final int code = found.code();
            notes.stopIf(code < 0x70 || code > 0x78, Condition.NOT_A_SECTION);
            noteOrder(last, code);
            last = Math.max(last, code);
            at = section(code, found.end());
        }
    }

    private void noteOrder(final int last, final int code) {
        final boolean isBody = code >= 0x75 && code <= 0x77;
        if (isBody && last >= 0x75 && last <= 0x77 && last != code) {
            notes.note(Condition.BODIES_OF_TWO_KINDS);
        } else if (code < last) {
            notes.note(Condition.SECTION_OUT_OF_ORDER);
        } else if (code == last && code != 0x75 && code != 0x76) {
            notes.note(Condition.SECTION_REPEATED);
        }
    }

    private int section(final int code, final int at) {
        switch (code) {
            case 0x70, 0x73 -> {
                return composite(code, at, bytes.length);
            }
            case 0x77 -> {
                return values.value(at, bytes.length, 0);
            }
            default -> {
                notes.stopIf(at >= bytes.length, Condition.VALUE_PAST_END);
            }
        }
        final int content = values.byteAt(at);
        final List<Integer> codes =
                switch (code) {
                    case 0x75 -> CODES.get('b');
                    case 0x76 -> List.of(0x45, 0xC0, 0xD0);
                    default -> CODES.get('F');
                };
        notes.stopIf(!codes.contains(content), Condition.SECTION_MISTYPED);
        return switch (code) {
            case 0x75, 0x76 -> values.value(at, bytes.length, 0);
            case 0x74 -> maps.map(MapAnatomy.Rule.APPLICATION_PROPERTIES, at, bytes.length);
            default -> maps.map(MapAnatomy.Rule.ANNOTATIONS, at, bytes.length);
        };
    }
}
