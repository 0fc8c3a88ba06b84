package io.sluice.fuzz.differential;

/** How the judgements of two implementations on the same bytes can differ. */
public enum Outcome {
    /** Sluice accepts, the peer refuses. */
    SLUICE_ONLY,
    /** The peer accepts, Sluice refuses. */
    PEER_ONLY,
    /** The peer reads past the end of the unit and waits for more. */
    PEER_WAITS,
    /** The peer takes a part of the unit for the whole and the rest for the next one. */
    PEER_LEAVES_BYTES,
    /** Both accept, and read something else. */
    FIELDS
}
