package io.sluice.engine.config;

import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes and durations as an operator writes them: digits and a unit. */
final class Units {
    private static final Pattern WRITTEN = Pattern.compile("(\\d{1,18}) ?([A-Za-z]*)");
    private static final String[] SIZES = {"B", "KiB", "MiB", "GiB", "TiB"};
    private static final int SIZE_SHIFT = 10;
    private static final String[] DURATIONS = {"ms", "s", "m", "h", "d"};
    private static final long[] DURATION_MS = {1, 1_000, 60_000, 3_600_000, 86_400_000};

    private Units() {}

    /** Bytes, if it is a size; without a unit it is bytes. */
    static OptionalLong size(final String text) {
        final Matcher written = WRITTEN.matcher(text);
        if (!written.matches()) {
            return OptionalLong.empty();
        }
        final long count = Long.parseLong(written.group(1));
        if (written.group(2).isEmpty()) {
            return OptionalLong.of(count);
        }
        for (int i = 0; i < SIZES.length; i++) {
            if (SIZES[i].equals(written.group(2))) {
                return OptionalLong.of(times(count, 1L << SIZE_SHIFT * i));
            }
        }
        return OptionalLong.empty();
    }

    /** Milliseconds, if it is a duration; nothing is meant by a number alone but zero. */
    static OptionalLong duration(final String text) {
        final Matcher written = WRITTEN.matcher(text);
        if (!written.matches()) {
            return OptionalLong.empty();
        }
        final long count = Long.parseLong(written.group(1));
        for (int i = 0; i < DURATIONS.length; i++) {
            if (DURATIONS[i].equals(written.group(2))) {
                return OptionalLong.of(times(count, DURATION_MS[i]));
            }
        }
        return count == 0 && written.group(2).isEmpty() ? OptionalLong.of(0) : OptionalLong.empty();
    }

    /** What does not fit is too much for every rule, as the most that fits is. */
    private static long times(final long count, final long unit) {
        return count > Long.MAX_VALUE / unit ? Long.MAX_VALUE : count * unit;
    }

    /** In the largest unit that leaves no rest. */
    static String sizeText(final long bytes) {
        int unit = SIZES.length - 1;
        while (unit > 0 && (bytes == 0 || bytes % (1L << SIZE_SHIFT * unit) != 0)) {
            unit--;
        }
        return (bytes >> SIZE_SHIFT * unit) + SIZES[unit];
    }

    /** In the largest unit that leaves no rest. */
    static String durationText(final long ms) {
        int unit = DURATIONS.length - 1;
        while (unit > 0 && (ms == 0 || ms % DURATION_MS[unit] != 0)) {
            unit--;
        }
        return ms / DURATION_MS[unit] + DURATIONS[unit];
    }
}
