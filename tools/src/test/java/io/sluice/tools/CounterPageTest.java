package io.sluice.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.engine.observe.Counter;
import io.sluice.engine.observe.Latency;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code docs/operating.md} says what is counted and how the command ends. */
class CounterPageTest {
    private static final Path PAGE = Path.of("..", "docs", "operating.md");

    private static List<String> rows(final String heading) throws Exception {
        final String page = Files.readString(PAGE);
        final String section = page.substring(page.indexOf(heading) + heading.length());
        final int end = section.indexOf("\n## ");
        return section.substring(0, end < 0 ? section.length() : end)
                .lines()
                .filter(line -> line.startsWith("| `"))
                .toList();
    }

    @Test
    void everyCounterHasItsRow() throws Exception {
        final List<String> expected =
                Stream.of(Counter.values())
                        .map(
                                counter ->
                                        String.join(
                                                " | ",
                                                "| `" + counter.label() + "`",
                                                counter.meaning(),
                                                counter.action() + " |"))
                        .toList();
        assertEquals(String.join("\n", expected), String.join("\n", rows("## Counters")));
    }

    @Test
    void everyTimeHasItsRow() throws Exception {
        final List<String> expected =
                Stream.of(Latency.values())
                        .map(
                                latency ->
                                        String.join(
                                                " | ",
                                                "| `" + latency.label() + "`",
                                                latency.meaning(),
                                                latency.action() + " |"))
                        .toList();
        assertEquals(String.join("\n", expected), String.join("\n", rows("## Times")));
    }

    @Test
    void everyCounterHasSentencesAndANameOfItsOwn() {
        final Set<String> labels = new HashSet<>();
        for (final Counter counter : Counter.values()) {
            assertTrue(labels.add(counter.label()), counter::label);
            assertTrue(counter.label().matches("[a-z]+(_[a-z]+)*"), counter::label);
            assertTrue(counter.meaning().matches("[A-Z][^|\\n]+\\."), counter::meaning);
            assertTrue(counter.action().matches("[A-Z][^|\\n]+\\."), counter::action);
        }
    }

    @Test
    void everyExitCodeHasItsRow() throws Exception {
        assertEquals(
                Stream.of(ExitCode.values()).map(code -> "| `" + code.code() + "`").toList(),
                rows("## Exit codes").stream()
                        .map(row -> row.substring(0, row.indexOf(" |", 2)))
                        .toList());
    }
}
