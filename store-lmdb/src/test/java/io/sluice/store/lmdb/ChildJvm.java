package io.sluice.store.lmdb;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Another JVM with the flags and the classes of this one. Owned by the test that started it. */
final class ChildJvm implements AutoCloseable {
    private static final int END_SECONDS = 60;

    private final Process process;
    private final BufferedReader lines;

    private ChildJvm(final Process process) {
        this.process = process;
        this.lines = process.inputReader(StandardCharsets.UTF_8);
    }

    static ChildJvm start(final Class<?> main, final String... arguments) throws IOException {
        return start(List.of(), main, arguments);
    }

    /** Starts it behind a command that ends by becoming it. */
    static ChildJvm start(final List<String> prefix, final Class<?> main, final String... arguments)
            throws IOException {
        final List<String> command = new ArrayList<>(prefix);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        for (final String flag : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
            if (!flag.startsWith("-javaagent") && !flag.startsWith("-agentlib")) {
                command.add(flag);
            }
        }
        // What is killed leaves the native libraries that it unpacked: here the build cleans up.
        final Path temporary = Files.createDirectories(Path.of("target", "children"));
        command.add("-Djava.io.tmpdir=" + temporary.toAbsolutePath());
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(main.getName());
        command.addAll(List.of(arguments));
        return new ChildJvm(new ProcessBuilder(command).redirectError(Redirect.INHERIT).start());
    }

    /** The next line that it prints, or null at its end. */
    String line() {
        try {
            return lines.readLine();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether it has printed more. */
    boolean hasMore() {
        try {
            return lines.ready();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends it as a power switch does: SIGKILL. */
    void kill() {
        process.toHandle().destroyForcibly(); // the process's own would close what it has said
        await();
    }

    /** Waits for its end. */
    void await() {
        try {
            process.onExit().get(END_SECONDS, TimeUnit.SECONDS);
        } catch (final InterruptedException | ExecutionException | TimeoutException e) {
            throw new AssertionError("the child does not end", e);
        }
    }

    @Override
    public void close() {
        kill();
    }
}
