package io.sluice.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** One suite's results for a person to read, and for a page of the documentation. */
final class Table {
    private static final List<String> HEADER =
            List.of("what", "ours", "peer", "ratio", "goal", "met");

    /** Less than this is the harness's own garbage, spread over the operations... */
    private static final double NO_BYTES = 0.5;

    /** ...of which a long operation bears more: bytes for each nanosecond that it takes. */
    private static final double HARNESS_BYTES_A_NANOSECOND = 20e-6;

    private final List<List<String>> lines = new ArrayList<>();

    Table(final Suite suite, final Measurements measured) {
        lines.add(HEADER);
        suite.rows().forEach(row -> lines.add(line(row, measured)));
    }

    private static List<String> line(final Suite.Row row, final Measurements measured) {
        final boolean clean = isClean(row.ours(), measured);
        final String peer = row.peer().map(name -> cost(name, measured)).orElse("-");
        final double ratio =
                row.peer().map(name -> measured.ratio(row.ours(), name)).orElse(Double.NaN);
        final boolean fast = row.ratioMax().isEmpty() || ratio <= row.ratioMax().getAsDouble();
        final String goal =
                row.ratioMax().isPresent()
                        ? String.format(Locale.ROOT, "%.3f, 0 B", row.ratioMax().getAsDouble())
                        : "0 B";
        return List.of(
                row.what(),
                cost(row.ours(), measured),
                peer,
                Double.isNaN(ratio) ? "-" : String.format(Locale.ROOT, "%.3f", ratio),
                goal,
                clean && fast ? "yes" : "NO");
    }

    private static String cost(final String benchmark, final Measurements measured) {
        final double bytes = measured.bytes(benchmark);
        return String.format(
                Locale.ROOT,
                "%.1f ns, %.0f B",
                measured.nanoseconds(benchmark).orElseThrow(),
                isClean(benchmark, measured) ? 0 : bytes);
    }

    private static boolean isClean(final String benchmark, final Measurements measured) {
        final double nanoseconds = measured.nanoseconds(benchmark).orElseThrow();
        return measured.bytes(benchmark) < NO_BYTES + nanoseconds * HARNESS_BYTES_A_NANOSECOND;
    }

    /** The table in Markdown, its columns aligned. */
    String markdown() {
        final int[] widths = new int[HEADER.size()];
        for (final List<String> line : lines) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], line.get(i).length());
            }
        }
        final StringBuilder text = new StringBuilder();
        for (int i = 0; i < lines.size(); i++) {
            append(text, lines.get(i), widths);
            if (i == 0) {
                for (final int width : widths) {
                    text.append('|').append("-".repeat(width + 2));
                }
                text.append("|\n");
            }
        }
        return text.toString();
    }

    private static void append(
            final StringBuilder text, final List<String> line, final int[] widths) {
        for (int i = 0; i < widths.length; i++) {
            final String cell = line.get(i);
            text.append("| ").append(cell).append(" ".repeat(widths[i] - cell.length() + 1));
        }
        text.append("|\n");
    }
}
