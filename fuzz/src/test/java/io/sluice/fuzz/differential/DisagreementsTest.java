package io.sluice.fuzz.differential;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.sluice.fuzz.law.Finding;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The list of disagreements explains what it names, and nothing else. */
final class DisagreementsTest {
    private static final Set<String> CONDITIONS = Set.of("too-red", "too-round", "too-loud");

    private static Disagreements read(final String file) {
        return Disagreements.read(DisagreementsTest.class, file, CONDITIONS);
    }

    @Test
    void explainsByConditionAndOutcome() {
        final Disagreements list = read("sound.tsv");
        final Disagreement entry =
                list.explain(Outcome.PEER_ONLY, Set.of("too-loud", "too-round"), "a drum");
        assertEquals("too-round", entry.condition());
        assertEquals("section 2", entry.rule());
        assertEquals(2, list.list().size());
    }

    @Test
    void explainsNothingThatItDoesNotName() {
        final Disagreements list = read("sound.tsv");
        for (final Outcome outcome : Outcome.values()) {
            assertThrows(Finding.class, () -> list.explain(outcome, Set.of("too-loud"), "a drum"));
        }
        assertThrows(
                Finding.class,
                () -> list.explain(Outcome.SLUICE_ONLY, Set.of("too-round"), "a drum"));
    }

    @Test
    void refusesAConditionThatTheCodeDoesNotHave() {
        assertThrows(IllegalStateException.class, () -> read("unknown-condition.tsv"));
    }

    @Test
    void refusesALineWithoutAReason() {
        assertThrows(IllegalStateException.class, () -> read("no-sentence.tsv"));
        assertThrows(IllegalArgumentException.class, () -> read("empty-sentence.tsv"));
    }

    @Test
    void refusesTheSameLineTwice() {
        assertThrows(IllegalStateException.class, () -> read("twice.tsv"));
    }
}
