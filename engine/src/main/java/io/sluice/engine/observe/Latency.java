package io.sluice.engine.observe;

/**
 * Every time that is measured: its name, what it means, and why it grows and what to do then;
 * {@code docs/operating.md} and the help of the metrics repeat them.
 */
public enum Latency {
    ACKNOWLEDGE(
            "acknowledge",
            "From a message for a queue that was received whole to its commit, as its sender sees"
                    + " it.",
            "The disk is slow, or the queue or the store is full and senders wait; compare it with"
                    + " commit."),
    SETTLE(
            "settle",
            "From a message of a queue fetched for a consumer to the commit of the consumer's"
                    + " outcome.",
            "A consumer is slow, or far; what is fetched and not settled is bounded by its"
                    + " credit."),
    COMMIT(
            "commit",
            "One commit of the store, from its first change to the end of its sync.",
            "The disk syncs slowly, or other programs keep it busy; no message is acknowledged"
                    + " sooner."),
    DUTY(
            "duty",
            "One duty cycle of a loop in which there was something to do.",
            "The machine is too slow for the connections of the loop, swaps, or stops the"
                    + " process.");

    private final String label;
    private final String meaning;
    private final String action;

    Latency(final String label, final String meaning, final String action) {
        this.label = label;
        this.meaning = meaning;
        this.action = action;
    }

    /** Its name in the metrics and in the documentation. */
    public String label() {
        return label;
    }

    /** From when to when: a sentence. */
    public String meaning() {
        return meaning;
    }

    /** Why it grows, and what an operator does then. */
    public String action() {
        return action;
    }
}
