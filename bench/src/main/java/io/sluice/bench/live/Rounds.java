package io.sluice.bench.live;

import io.sluice.bench.report.Line;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** What one row's rounds gave, ours and the peer's if there is one, each pair taken together. */
final class Rounds {
    private final List<Double> ours = new ArrayList<>();
    private final List<Double> peers = new ArrayList<>();

    void ours(final double value) {
        ours.add(value);
    }

    void peer(final double value) {
        peers.add(value);
    }

    double median() {
        return median(ours);
    }

    /** The median of the rounds' ratios, NaN without a peer. */
    double ratio() {
        final List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < Math.min(ours.size(), peers.size()); i++) {
            ratios.add(ours.get(i) / peers.get(i));
        }
        return ratios.isEmpty() ? Double.NaN : median(ratios);
    }

    /** A row whose figures are shown in this format. */
    Line line(final String what, final String format, final String goal, final String met) {
        final String peer =
                peers.isEmpty() ? Line.NONE : String.format(Locale.ROOT, format, median(peers));
        final String ratio =
                peers.isEmpty() ? Line.NONE : String.format(Locale.ROOT, "%.2f", ratio());
        final String own = String.format(Locale.ROOT, format, median());
        return new Line(what, own, peer, ratio, goal, met);
    }

    private static double median(final List<Double> values) {
        final List<Double> sorted = new ArrayList<>(values);
        Collections.sort(sorted);
        final int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1
                ? sorted.get(middle)
                : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
