package io.sluice.bench.live;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A process of ours, ended by its own pid, also when this one is told to end. */
final class Child implements AutoCloseable {
    private static final int START_SECONDS = 60;
    private static final int END_SECONDS = 20;

    private final Process process;
    private final Path log;
    private final Thread hook;

    /** Starts the command; what it says on stderr goes to the log. */
    Child(final List<String> command, final Map<String, String> environment, final Path log)
            throws IOException {
        final ProcessBuilder builder = new ProcessBuilder(command).redirectError(log.toFile());
        builder.environment().putAll(environment);
        this.log = log;
        process = builder.start();
        hook = new Thread(process::destroy, "bench-child-end");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Waits until it prints a line in which the pattern is found. */
    Matcher await(final Pattern pattern) throws IOException {
        final CompletableFuture<Matcher> line =
                CompletableFuture.supplyAsync(() -> find(pattern, process));
        try {
            final Matcher found = line.get(START_SECONDS, TimeUnit.SECONDS);
            if (found == null) {
                throw new IOException("a child ended before it was ready; " + log + " says why");
            }
            return found;
        } catch (final TimeoutException e) {
            throw new IOException("a child is not ready after " + START_SECONDS + " s", e);
        } catch (final ExecutionException e) {
            throw new IOException("a child cannot be read: " + e.getCause(), e);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private static Matcher find(final Pattern pattern, final Process process) {
        final BufferedReader lines =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        return lines.lines().map(pattern::matcher).filter(Matcher::find).findFirst().orElse(null);
    }

    /** Runs the command to its end and returns what it prints; what it says goes to our stderr. */
    static String output(final List<String> command) throws IOException {
        final Process process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        final String printed =
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (process.waitFor() != 0) {
                throw new IOException(String.join(" ", command) + " fails");
            }
        } catch (final InterruptedException e) {
            process.destroy();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
        return printed;
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (final InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (final IllegalStateException e) {
            assert e != null; // this process ends as well, and the hook does no harm
        }
    }
}
