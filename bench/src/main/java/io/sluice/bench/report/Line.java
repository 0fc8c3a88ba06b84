package io.sluice.bench.report;

/**
 * One comparison as it is shown, each cell as it is printed.
 *
 * @param met whether the goal is met, or that there is none
 */
public record Line(String what, String ours, String peer, String ratio, String goal, String met) {
    /** A cell that has nothing to say. */
    public static final String NONE = "-";

    /** The last cell of a line with a goal. */
    public static String met(final boolean met) {
        return met ? "yes" : "NO";
    }
}
