package io.sluice.tools;

import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A daemon in a process of its own at free ports, that can be killed. */
final class ChildDaemon implements AutoCloseable {
    private static final Pattern PORTS =
            Pattern.compile("MQTT .* at 127\\.0\\.0\\.1:(\\d+), AMQP .* at 127\\.0\\.0\\.1:(\\d+)");

    private final Process process;
    private final int mqttPort;
    private final int amqpPort;

    ChildDaemon(final Path data, final String... jvmOptions) throws IOException {
        this(data, new String[0], jvmOptions);
    }

    /** With more options of the command, too. */
    ChildDaemon(final Path data, final String[] options, final String... jvmOptions)
            throws IOException {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED"));
        command.addAll(List.of(jvmOptions));
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(Sluice.class.getName(), "run", "--data=" + data));
        command.addAll(List.of("--mqtt=0", "--amqp=0", "--admin=off"));
        command.addAll(List.of(options));
        process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        final Matcher ports = ports();
        mqttPort = Integer.parseInt(ports.group(1));
        amqpPort = Integer.parseInt(ports.group(2));
    }

    private Matcher ports() throws IOException {
        final BufferedReader out =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        while (true) {
            final String line = out.readLine();
            assertNotNull(line, "the daemon has ended");
            final Matcher matcher = PORTS.matcher(line);
            if (matcher.matches()) {
                return matcher;
            }
        }
    }

    int mqttPort() {
        return mqttPort;
    }

    int amqpPort() {
        return amqpPort;
    }

    /** As {@code kill -9} does. */
    void kill() {
        process.destroyForcibly();
        process.onExit().join();
    }

    /** As a service manager does. */
    void terminate() {
        process.destroy();
        process.onExit().join();
    }

    long pid() {
        return process.pid();
    }

    @Override
    public void close() {
        kill();
    }
}
