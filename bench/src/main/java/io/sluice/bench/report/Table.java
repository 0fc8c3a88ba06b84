package io.sluice.bench.report;

import java.util.ArrayList;
import java.util.List;

/** One suite's results for a person to read, and for a page of the documentation. */
public final class Table {
    private static final List<String> HEADER =
            List.of("what", "ours", "peer", "ratio", "goal", "met");

    private final List<List<String>> rows = new ArrayList<>();

    public Table(final List<Line> lines) {
        rows.add(HEADER);
        lines.forEach(
                line ->
                        rows.add(
                                List.of(
                                        line.what(),
                                        line.ours(),
                                        line.peer(),
                                        line.ratio(),
                                        line.goal(),
                                        line.met())));
    }

    /** The table in Markdown, its columns aligned. */
    public String markdown() {
        final int[] widths = new int[HEADER.size()];
        for (final List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        final StringBuilder text = new StringBuilder();
        for (int i = 0; i < rows.size(); i++) {
            append(text, rows.get(i), widths);
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
            final StringBuilder text, final List<String> row, final int[] widths) {
        for (int i = 0; i < widths.length; i++) {
            final String cell = row.get(i);
            text.append("| ").append(cell).append(" ".repeat(widths[i] - cell.length() + 1));
        }
        text.append("|\n");
    }
}
