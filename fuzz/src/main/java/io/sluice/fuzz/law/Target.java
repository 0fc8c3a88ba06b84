package io.sluice.fuzz.law;

/** Something that is fuzzed: what must hold for any input, and inputs to begin with. */
public interface Target {
    /** Checks one input. A {@link Finding}, or anything else that is thrown, is a fault. */
    void check(byte[] input);

    /** Adds the inputs that the fuzzer starts from: valid ones and nearly valid ones. */
    void seeds(Seeds seeds);
}
