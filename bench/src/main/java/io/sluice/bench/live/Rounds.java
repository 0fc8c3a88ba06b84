package io.sluice.bench.live;

import io.sluice.bench.report.Line;
import io.sluice.bench.report.Median;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What one row's rounds gave, ours and the peer's if there is one, each pair taken together. */
final class Rounds {
    private final List<Double> ours = new ArrayList<>();
    private final List<Double> peers = new ArrayList<>();

    private double ourLoss;
    private double peerLoss;

    void ours(final double value) {
        ours.add(value);
    }

    void peer(final double value) {
        peers.add(value);
    }

    /** Shares of what was sent that did not arrive, the largest of a round. */
    void lost(final double ours, final double peer) {
        ourLoss = Math.max(ourLoss, ours);
        peerLoss = Math.max(peerLoss, peer);
    }

    double median() {
        return Median.of(ours);
    }

    /** The median of the rounds' ratios, NaN without a peer. */
    double ratio() {
        final List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < Math.min(ours.size(), peers.size()); i++) {
            ratios.add(ours.get(i) / peers.get(i));
        }
        return ratios.isEmpty() ? Double.NaN : Median.of(ratios);
    }

    /** A row whose figures are shown in this format. */
    Line line(final String what, final String format, final String goal, final String met) {
        final String peer = peers.isEmpty() ? Line.NONE : cell(format, peers, peerLoss);
        final String ratio =
                peers.isEmpty() ? Line.NONE : String.format(Locale.ROOT, "%.2f", ratio());
        return new Line(what, cell(format, ours, ourLoss), peer, ratio, goal, met);
    }

    private static String cell(final String format, final List<Double> values, final double loss) {
        final String value = String.format(Locale.ROOT, format, Median.of(values));
        return loss > 0
                ? value + String.format(Locale.ROOT, ", %.1f %% dropped", loss * 100)
                : value;
    }
}
