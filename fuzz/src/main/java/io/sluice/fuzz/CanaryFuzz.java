package io.sluice.fuzz;

import io.sluice.fuzz.law.Finding;
import io.sluice.fuzz.law.Seeds;
import io.sluice.fuzz.law.Target;

/**
 * A planted fault, eight comparisons deep, that only a fuzzer guided by coverage reaches in
 * seconds. A run that does not find it proves nothing about the other targets, and fails.
 */
public final class CanaryFuzz implements Target {
    /** What the finding says, so that no other fault passes for this one. */
    static final String SONG = "the canary was found";

    @Override
    public void check(final byte[] input) {
        if (input.length >= 8
                && input[0] == 's'
                && input[1] == 'l'
                && input[2] == 'u'
                && input[3] == 'i'
                && input[4] == 'c'
                && input[5] == 'e'
                && input[6] == 0x5C
                && input[7] == (byte) 0xE5) {
            throw new Finding(SONG);
        }
    }

    @Override
    public void seeds(final Seeds seeds) {
        seeds.text("a canary does not sing at once");
    }
}
