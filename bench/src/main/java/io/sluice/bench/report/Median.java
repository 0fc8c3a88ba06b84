package io.sluice.bench.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The middle of some values, which one bad round does not move. */
public final class Median {
    private Median() {}

    public static double of(final List<Double> values) {
        final List<Double> sorted = new ArrayList<>(values);
        Collections.sort(sorted);
        final int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1
                ? sorted.get(middle)
                : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
