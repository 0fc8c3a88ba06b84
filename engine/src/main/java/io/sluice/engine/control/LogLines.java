package io.sluice.engine.control;

import io.sluice.engine.config.LogConfig;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Consumer;

/** How lines of log look, as people read them or as JSON; no line ever spans two. */
public final class LogLines {
    private volatile LogConfig config;
    private final Consumer<String> out;

    /** Writes each line there, without its end. */
    public LogLines(final LogConfig config, final Consumer<String> out) {
        this.config = Objects.requireNonNull(config);
        this.out = Objects.requireNonNull(out);
    }

    /** From now on lines look so, and so much is said. */
    public void reload(final LogConfig other) {
        config = Objects.requireNonNull(other);
    }

    /** Something to know. */
    public void say(final LogConfig.Level level, final long timeMs, final String what) {
        say(level, timeMs, what, null);
    }

    /**
     * Something to know, and why.
     *
     * @param cause or null
     */
    public void say(
            final LogConfig.Level level,
            final long timeMs,
            final String what,
            final Throwable cause) {
        final LogConfig config = this.config; // once: another thread may reload it
        if (!config.prints(level)) {
            return;
        }
        final String time = Instant.ofEpochMilli(timeMs).toString();
        final String name = level.name().toLowerCase(Locale.ROOT);
        out.accept(
                config.format() == LogConfig.Format.JSON
                        ? json(time, name, what, cause)
                        : text(time, name, what, cause));
    }

    private static String text(
            final String time, final String level, final String what, final Throwable cause) {
        final String line =
                time
                        + " "
                        + level
                        + " "
                        + what
                        + (cause == null ? "" : ": " + (isOurs(cause) ? stack(cause) : cause));
        return line.strip().replaceAll("\\s*\\R\\s*", " | ").replaceAll("\\p{Cntrl}", "?");
    }

    private static String json(
            final String time, final String level, final String what, final Throwable cause) {
        final JsonText json =
                new JsonText().put("time", time).put("level", level).put("what", what);
        if (cause != null) {
            json.put("error", cause.toString());
            if (isOurs(cause)) {
                json.put("stack", stack(cause));
            }
        }
        return json.toString();
    }

    /** The world's fault needs no stack: it says what it is. */
    private static boolean isOurs(final Throwable cause) {
        return !(cause instanceof IOException);
    }

    private static String stack(final Throwable cause) {
        final StringWriter text = new StringWriter();
        final PrintWriter writer = new PrintWriter(text);
        // Not to a stream of the process: it becomes part of one line.
        writer.println(cause);
        for (final StackTraceElement element : cause.getStackTrace()) {
            writer.println("at " + element);
        }
        if (cause.getCause() != null) {
            writer.println("because of " + cause.getCause());
        }
        writer.flush();
        return text.toString();
    }
}
