package io.sluice.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The sluice command in a process of its own, that is signalled and read line by line. */
final class SluiceProcess implements AutoCloseable {
    private static final long PATIENCE_S = 60;
    private static final String END = "the end of the stream";

    private final Process process;
    private final BlockingQueue<String> out = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> err = new LinkedBlockingQueue<>();
    private final StringBuffer said = new StringBuffer();
    private final Thread outThread;
    private final Thread errThread;

    SluiceProcess(final Map<String, String> environment, final List<String> arguments)
            throws IOException {
        final ProcessBuilder builder = new ProcessBuilder(command(arguments));
        builder.environment().putAll(environment);
        process = builder.start();
        outThread = collect(process.getInputStream(), out, "out ");
        errThread = collect(process.getErrorStream(), err, "err ");
    }

    SluiceProcess(final String... arguments) throws IOException {
        this(Map.of(), List.of(arguments));
    }

    /** A daemon at free ports, without administration. */
    static SluiceProcess daemon(final Path data, final String... more) throws IOException {
        final List<String> arguments = new ArrayList<>();
        arguments.addAll(List.of("run", "--data=" + data, "--mqtt=0", "--amqp=0"));
        arguments.addAll(List.of(more));
        return new SluiceProcess(Map.of(), arguments);
    }

    /** How it is started, by this JVM's class path. */
    static List<String> command(final List<String> arguments) {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED"));
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-ea"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.add(Sluice.class.getName());
        command.addAll(arguments);
        return command;
    }

    private Thread collect(
            final InputStream stream, final BlockingQueue<String> lines, final String name) {
        final Thread thread =
                new Thread(
                        () -> {
                            try (BufferedReader reader =
                                    new BufferedReader(
                                            new InputStreamReader(
                                                    stream, StandardCharsets.UTF_8))) {
                                reader.lines()
                                        .forEach(
                                                line -> {
                                                    said.append(name).append(line).append('\n');
                                                    lines.add(line);
                                                });
                            } catch (final IOException | UncheckedIOException e) {
                                said.append(name).append(e).append('\n');
                            }
                            lines.add(END);
                        },
                        "lines of a process");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** The next line of standard output, or the first after it that matches. */
    Matcher awaitOut(final String pattern) throws InterruptedException {
        return await(out, pattern);
    }

    /** The next line of standard error, or the first after it that matches. */
    Matcher awaitErr(final String pattern) throws InterruptedException {
        return await(err, pattern);
    }

    private Matcher await(final BlockingQueue<String> lines, final String wanted)
            throws InterruptedException {
        final Pattern pattern = Pattern.compile(wanted);
        while (true) {
            final String line = lines.poll(PATIENCE_S, TimeUnit.SECONDS);
            assertNotNull(line, () -> "no line " + wanted + " in\n" + said);
            final Matcher matcher = pattern.matcher(line);
            if (matcher.find()) {
                return matcher;
            }
            assertTrue(line != END, () -> "no line " + wanted + " in\n" + said);
        }
    }

    /** The port of a daemon's first line, "MQTT" or "AMQP". */
    int awaitMqttPort() throws InterruptedException {
        return Integer.parseInt(awaitOut("MQTT .* at 127\\.0\\.0\\.1:(\\d+), AMQP").group(1));
    }

    void signal(final String name) throws IOException, InterruptedException {
        final Process kill =
                new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
        assertEquals(0, kill.waitFor(), () -> "kill -" + name);
    }

    OutputStream in() {
        return process.getOutputStream();
    }

    /** Waits until it has ended by itself. */
    int awaitExit() throws InterruptedException {
        assertTrue(process.waitFor(PATIENCE_S, TimeUnit.SECONDS), () -> "runs on:\n" + said);
        outThread.join();
        errThread.join();
        return process.exitValue();
    }

    long pid() {
        return process.pid();
    }

    /** Everything that it has said so far, each line with the stream in front. */
    String said() {
        return said.toString();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }
}
