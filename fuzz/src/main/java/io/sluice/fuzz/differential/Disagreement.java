package io.sluice.fuzz.differential;

/**
 * A class of inputs on which a peer is known to judge otherwise.
 *
 * @param condition what holds for such an input: the name of a predicate in the code
 * @param rule the statement or section of the specification that settles it
 * @param sentence the rule, and what the peer does, in our own words
 */
public record Disagreement(String condition, Outcome outcome, String rule, String sentence) {
    public Disagreement {
        if (condition.isBlank() || rule.isBlank() || sentence.isBlank()) {
            throw new IllegalArgumentException("a disagreement needs all its columns");
        }
    }
}
