package io.sluice.engine.config;

import java.util.Objects;

/** How the daemon says on its standard error what happens. */
public record LogConfig(Format format, Level level) {
    /** How a line looks. */
    public enum Format {
        /** For people. */
        TEXT,
        /** One JSON object on each line. */
        JSON
    }

    /** How much is said; each level says what the ones before it say too. */
    public enum Level {
        /** What went wrong. */
        ERROR,
        /** What may go wrong later, if nobody looks. */
        WARN,
        /** That the daemon began, and that it ends. */
        INFO
    }

    public LogConfig {
        Objects.requireNonNull(format);
        Objects.requireNonNull(level);
    }

    /** Whether a line of that level is printed. */
    public boolean prints(final Level wanted) {
        return wanted.compareTo(level) <= 0;
    }
}
