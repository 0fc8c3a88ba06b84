package io.sluice.fuzz.proton;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;

/** Walks the maps whose keys and values the standard restricts. */
final class MapAnatomy {
    static final int KEYS_MAX = 256;

    /** Which keys and values a map has. */
    enum Rule {
        FIELDS(0xA3, 0xB3),
        INFO(0xA3, 0xB3, 0xA1, 0xB1),
        ANNOTATIONS(0xA3, 0xB3, 0x80, 0x53, 0x44),
        FILTERS(0xA3, 0xB3),
        APPLICATION_PROPERTIES(0xA1, 0xB1),
        UNSETTLED(0xA0, 0xB0);

        private final Set<Integer> keyCodes;

        Rule(final Integer... keyCodes) {
            this.keyCodes = Set.of(keyCodes);
        }
    }

    private final ValueAnatomy values;
    private final Notes notes;

    MapAnatomy(final ValueAnatomy values, final Notes notes) {
        this.values = values;
        this.notes = notes;
    }

    /** Walks the map whose constructor stands here; its end. */
    int map(final Rule rule, final int at, final int limit) {
        final ValueAnatomy.Extent extent = values.extent(values.byteAt(at), at + 1, limit);
        values.charge(extent.count());
        notes.stopIf((extent.count() & 1) != 0, Condition.MAP_COUNT_ODD);
        final Set<String> keys = new HashSet<>();
        int next = extent.content();
        for (long i = 0; i < extent.count(); i += 2) {
            next = key(rule, next, extent.end(), keys);
            notes.stopIf(next >= extent.end(), Condition.COUNT_PAST_SIZE);
            restrict(rule, next, extent.end());
            next = values.value(next, extent.end(), 0);
        }
        notes.noteIf(next != extent.end(), Condition.COUNT_BELOW_SIZE);
        return extent.end();
    }

    /** The rules that the values of some maps have. */
    private void restrict(final Rule rule, final int at, final int end) {
        final int code = values.byteAt(at);
        final int width = ValueAnatomy.width(code);
        notes.stopIf(width == -2, Condition.FORMAT_CODE_UNKNOWN);
        switch (rule) {
            case APPLICATION_PROPERTIES -> {
                final boolean isSimple = width >= 0 && code != 0x45 || (code & 0xE0) == 0xA0;
                notes.stopIf(!isSimple, Condition.PROPERTY_NOT_SIMPLE);
            }
            case FILTERS ->
                    notes.stopIf(!isNullOr(Slot.FILTER, at, end), Condition.FILTER_MISTYPED);
            case UNSETTLED ->
                    notes.stopIf(!isNullOr(Slot.STATE, at, end), Condition.UNSETTLED_MISTYPED);
            default -> {}
        }
    }

    private boolean isNullOr(final Slot slot, final int at, final int end) {
        final int code = values.byteAt(at);
        return code == 0x40 || code == 0 && slot.takes(values.descriptor(at, end));
    }

    private int key(final Rule rule, final int at, final int end, final Set<String> keys) {
        notes.stopIf(at >= end, Condition.COUNT_PAST_SIZE);
        final int code = values.byteAt(at);
        notes.stopIf(!rule.keyCodes.contains(code), Condition.KEY_MISTYPED);
        notes.noteIf(code < 0xA0, Condition.ANNOTATION_KEY_ULONG);
        notes.stopIf(keys.size() == KEYS_MAX, Condition.TOO_MANY_KEYS);
        final int next = values.value(at, end, 0);
        notes.noteIf(
                rule == Rule.UNSETTLED && values.variableBytes(at).length > 32,
                Condition.DELIVERY_TAG_TOO_LONG);
        final String key =
                code >= 0xA0 ? HexFormat.of().formatHex(values.variableBytes(at)) : ulong(at, next);
        notes.noteIf(!keys.add(key), Condition.KEY_REPEATED);
        return next;
    }

    private String ulong(final int at, final int next) {
        final ByteBuffer number = ByteBuffer.allocate(Long.BYTES);
        for (int i = at + 1; i < next; i++) {
            number.put(Long.BYTES - (next - i), (byte) values.byteAt(i));
        }
        return "ulong " + number.getLong(0);
    }
}
