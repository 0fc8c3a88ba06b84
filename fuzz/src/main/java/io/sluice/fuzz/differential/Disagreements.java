package io.sluice.fuzz.differential;

import io.sluice.fuzz.law.Finding;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The list of explained disagreements with one peer, read from a file of tab-separated lines:
 * condition, outcome, rule, sentence. A disagreement that is not in it is a finding.
 */
public final class Disagreements {
    private static final int COLUMNS = 4;

    private final List<Disagreement> list;

    private Disagreements(final List<Disagreement> list) {
        this.list = Collections.unmodifiableList(list);
    }

    /**
     * Reads the list that lies beside a class.
     *
     * @param conditions the predicates that the code has: a line may name no other
     */
    public static Disagreements read(
            final Class<?> beside, final String file, final Set<String> conditions) {
        final List<Disagreement> list = new ArrayList<>();
        final Set<String> seen = new HashSet<>();
        try (InputStream stream = beside.getResourceAsStream(file)) {
            if (stream == null) {
                throw new IllegalStateException(file + ": not found");
            }
            final BufferedReader lines =
                    new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.isEmpty() || line.startsWith("#")) {
                    continue;
                }
                final Disagreement entry = parse(line);
                if (!conditions.contains(entry.condition())) {
                    throw new IllegalStateException(file + ": no condition " + entry.condition());
                }
                if (!seen.add(entry.condition() + ' ' + entry.outcome())) {
                    throw new IllegalStateException(file + ": twice: " + line);
                }
                list.add(entry);
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Disagreements(list);
    }

    private static Disagreement parse(final String line) {
        final String[] columns = line.split("\t", -1);
        if (columns.length != COLUMNS) {
            throw new IllegalStateException("four columns: " + line);
        }
        final String outcome = columns[1].toUpperCase(Locale.ROOT).replace('-', '_');
        return new Disagreement(columns[0], Outcome.valueOf(outcome), columns[2], columns[3]);
    }

    public List<Disagreement> list() {
        return list;
    }

    /**
     * The entry that explains a disagreement.
     *
     * @param holding the conditions that hold for the input
     * @throws Finding if there is none
     */
    public Disagreement explain(
            final Outcome outcome, final Set<String> holding, final String details) {
        for (final Disagreement entry : list) {
            if (entry.outcome() == outcome && holding.contains(entry.condition())) {
                return entry;
            }
        }
        throw new Finding("unexplained " + outcome + " with " + holding + ": " + details);
    }
}
