package io.sluice.fuzz.proton;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The descriptor of a described value, numeric or symbolic.
 *
 * @param code the number, of the standard's symbols too; UNKNOWN for any other and for none
 * @param end where the value behind it begins
 */
record FoundDescriptor(int code, int end) {
    static final int UNKNOWN = 0;

    private static final Map<String, Integer> SYMBOLS = new HashMap<>();

    static {
        final String[] names = {
            "10 open:list",
            "11 begin:list",
            "12 attach:list",
            "13 flow:list",
            "14 transfer:list",
            "15 disposition:list",
            "16 detach:list",
            "17 end:list",
            "18 close:list",
            "1D error:list",
            "23 received:list",
            "24 accepted:list",
            "25 rejected:list",
            "26 released:list",
            "27 modified:list",
            "28 source:list",
            "29 target:list",
            "2B delete-on-close:list",
            "2C delete-on-no-links:list",
            "2D delete-on-no-messages:list",
            "2E delete-on-no-links-or-messages:list",
            "30 coordinator:list",
            "31 declare:list",
            "32 discharge:list",
            "33 declared:list",
            "34 transactional-state:list",
            "40 sasl-mechanisms:list",
            "41 sasl-init:list",
            "42 sasl-challenge:list",
            "43 sasl-response:list",
            "44 sasl-outcome:list",
            "70 header:list",
            "71 delivery-annotations:map",
            "72 message-annotations:map",
            "73 properties:list",
            "74 application-properties:map",
            "75 data:binary",
            "76 amqp-sequence:list",
            "77 amqp-value:*",
            "78 footer:map",
        };
        for (final String name : names) {
            SYMBOLS.put("amqp:" + name.substring(3), Integer.parseInt(name, 0, 2, 16));
        }
    }

    private static final Set<Integer> CODES = Set.copyOf(SYMBOLS.values());

    /** Whether the standard has a type with this descriptor. */
    boolean isStandard() {
        return CODES.contains(code);
    }

    /** Reads what begins at {@code at}, a described value or not. */
    static FoundDescriptor at(final byte[] bytes, final int at, final int limit) {
        if (limit - at < 2 || bytes[at] != 0) {
            return new FoundDescriptor(UNKNOWN, at);
        }
        final int from = at + 2;
        return switch (bytes[at + 1] & 0xFF) {
            case 0x44 -> new FoundDescriptor(UNKNOWN, from);
            case 0x53 -> numeric(bytes, from, 1, limit);
            case 0x80 -> numeric(bytes, from, Long.BYTES, limit);
            case 0xA3 -> symbolic(bytes, from, 1, limit);
            case 0xB3 -> symbolic(bytes, from, Integer.BYTES, limit);
            default -> new FoundDescriptor(UNKNOWN, at);
        };
    }

    // Both begin behind the descriptor's constructor.

    private static FoundDescriptor numeric(
            final byte[] bytes, final int at, final int width, final int limit) {
        if (limit - at < width) {
            return new FoundDescriptor(UNKNOWN, at - 2);
        }
        final long number = number(bytes, at, width);
        final boolean isSmall = number >= 0 && number <= 0xFF;
        return new FoundDescriptor(isSmall ? (int) number : UNKNOWN, at + width);
    }

    private static FoundDescriptor symbolic(
            final byte[] bytes, final int at, final int width, final int limit) {
        final long length = limit - at < width ? Long.MAX_VALUE : number(bytes, at, width);
        if (length > limit - at - width) {
            return new FoundDescriptor(UNKNOWN, at - 2);
        }
        final int from = at + width;
        final byte[] name = Arrays.copyOfRange(bytes, from, from + (int) length);
        for (final byte character : name) {
            if (character < 0) {
                return new FoundDescriptor(UNKNOWN, at - 2); // no symbol
            }
        }
        final String symbol = new String(name, StandardCharsets.ISO_8859_1);
        return new FoundDescriptor(SYMBOLS.getOrDefault(symbol, UNKNOWN), from + name.length);
    }

    /** An unsigned number of up to eight bytes. */
    static long number(final byte[] bytes, final int at, final int width) {
        long number = 0;
        for (int i = at; i < at + width; i++) {
            number = number << 8 | bytes[i] & 0xFF;
        }
        return number;
    }
}
