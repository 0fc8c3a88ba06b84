package io.sluice.engine.config;

/**
 * One thing that is wrong in a configuration file, and what would be right; line and column count
 * from 1, and are 0 where the whole file is meant.
 */
public record ConfigError(String file, int line, int column, String found, String allowed) {
    /** The line that an operator reads. */
    public String text() {
        final String place = line == 0 ? file : file + ":" + line + ":" + column;
        return place + ": " + found + ", " + allowed;
    }
}
