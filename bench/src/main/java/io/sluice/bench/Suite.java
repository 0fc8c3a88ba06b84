package io.sluice.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeSet;

/**
 * What one suite measures: a row for each comparison. Read from a resource with a line for each
 * row: what, our benchmark, the peer's (or {@code -}), the largest ratio that is good enough (or
 * {@code -}), separated by tabs.
 */
record Suite(String name, List<Row> rows) {
    /** Every suite there is. */
    static final List<String> NAMES = List.of("codec");

    /**
     * One comparison.
     *
     * @param ours our benchmark, {@code Class.method} in this package
     * @param peer what it is compared with, if anything
     * @param ratioMax how much of the peer's time ours may take, if there is a goal
     */
    record Row(String what, String ours, Optional<String> peer, OptionalDouble ratioMax) {
        private static final String NONE = "-";

        static Row parse(final String line) {
            final String[] fields = line.split("\t+");
            if (fields.length != 4) {
                throw new IllegalArgumentException("not four fields: " + line);
            }
            return new Row(
                    fields[0],
                    fields[1],
                    fields[2].equals(NONE) ? Optional.empty() : Optional.of(fields[2]),
                    fields[3].equals(NONE)
                            ? OptionalDouble.empty()
                            : OptionalDouble.of(Double.parseDouble(fields[3])));
        }
    }

    /** Reads the suite of this name, empty if there is none. */
    static Optional<Suite> load(final String name) throws IOException {
        if (!NAMES.contains(name)) {
            return Optional.empty();
        }
        try (InputStream in = Suite.class.getResourceAsStream("/suites/" + name + ".tsv")) {
            final List<Row> rows = new ArrayList<>();
            final BufferedReader lines =
                    new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.isBlank() && !line.startsWith("#")) {
                    rows.add(Row.parse(line));
                }
            }
            return Optional.of(new Suite(name, List.copyOf(rows)));
        }
    }

    /** The rows with a goal: what a quick run measures. */
    Suite withGoals() {
        return new Suite(name, rows.stream().filter(row -> row.ratioMax().isPresent()).toList());
    }

    /** Every benchmark that the rows name, each once. */
    TreeSet<String> benchmarks() {
        final TreeSet<String> names = new TreeSet<>();
        rows.forEach(
                row -> {
                    names.add(row.ours());
                    row.peer().ifPresent(names::add);
                });
        return names;
    }
}
