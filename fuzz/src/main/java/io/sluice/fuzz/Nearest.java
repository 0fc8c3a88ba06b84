package io.sluice.fuzz;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The name that somebody has probably meant. */
final class Nearest {
    private static final String ENDING = "fuzz";

    private Nearest() {}

    /** The nearest of the names, if one is near; case does not count, nor a missing "Fuzz". */
    static Optional<String> to(final String word, final List<String> names) {
        return names.stream()
                .min(Comparator.comparingInt(name -> distance(word, name)))
                .filter(name -> distance(word, name) <= name.length() / 3);
    }

    private static int distance(final String word, final String name) {
        final String said = word.toLowerCase(Locale.ROOT);
        final String meant = name.toLowerCase(Locale.ROOT);
        return Math.min(edits(said, meant), edits(said + ENDING, meant));
    }

    /** How many characters are put in, taken out or changed between the two. */
    private static int edits(final String from, final String to) {
        int[] previous = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            final int[] current = new int[to.length() + 1];
            current[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                final int changed = from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1;
                current[j] =
                        Math.min(
                                previous[j - 1] + changed,
                                1 + Math.min(previous[j], current[j - 1]));
            }
            previous = current;
        }
        return previous[to.length()];
    }
}
