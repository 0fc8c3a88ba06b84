package io.sluice.engine.config;

import java.util.Collection;
import java.util.Optional;

/** Which of the allowed words somebody meant who wrote another one. */
final class Nearest {
    private static final int LETTERS_MAX = 64; // a longer word is no slip of the finger

    private Nearest() {}

    /** The nearest one, unless none is near. */
    static Optional<String> of(final String written, final Collection<String> allowed) {
        if (written.length() > LETTERS_MAX) {
            return Optional.empty();
        }
        String nearest = null;
        int least = Math.max(1, Math.min(3, written.length() / 2)) + 1;
        for (final String word : allowed) {
            final int distance = distance(written, word);
            if (distance < least) {
                least = distance;
                nearest = word;
            }
        }
        return Optional.ofNullable(nearest);
    }

    /** Letters to put in, to leave out, to replace or to swap with their neighbour. */
    static int distance(final String a, final String b) {
        final int[][] d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    d[i][j] = i + j;
                    continue;
                }
                final int other = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                d[i][j] = Math.min(d[i - 1][j - 1] + other, 1 + Math.min(d[i - 1][j], d[i][j - 1]));
                if (i > 1
                        && j > 1
                        && a.charAt(i - 1) == b.charAt(j - 2)
                        && a.charAt(i - 2) == b.charAt(j - 1)) {
                    d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
                }
            }
        }
        return d[a.length()][b.length()];
    }
}
