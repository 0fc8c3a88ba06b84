package io.sluice.fuzz;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** How the processes of a run are started: checks on, memory bounded, quiet on new JDKs. */
final class ChildJvm {
    private ChildJvm() {}

    /** The command up to the main class. */
    static List<String> command() {
        final List<String> command = new ArrayList<>();
        command.add(System.getProperty("java.home") + "/bin/java");
        command.addAll(
                List.of(
                        "-ea",
                        "-Xmx384m",
                        "-Xss512k",
                        "-XX:+UseSerialGC",
                        "-Dagrona.disable.bounds.checks=false",
                        "-Dio.netty.noUnsafe=true",
                        "--add-opens",
                        "java.base/jdk.internal.misc=ALL-UNNAMED"));
        if (Runtime.version().feature() >= 24) {
            command.add("--sun-misc-unsafe-memory-access=allow");
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        return command;
    }

    /** Runs a main class with this process's own output, and returns its exit code. */
    static int run(final int secondsMax, final Class<?> main, final List<String> arguments)
            throws IOException, InterruptedException {
        final List<String> command = command();
        command.add(main.getName());
        command.addAll(arguments);
        final Process process = new ProcessBuilder(command).inheritIO().start();
        final Thread watch = watch(process, secondsMax);
        final int exit = process.waitFor();
        watch.interrupt();
        return exit;
    }

    /** Ends a process that does not end by itself. */
    static Thread watch(final Process process, final int secondsMax) {
        final Thread watch =
                new Thread(
                        () -> {
                            try {
                                if (!process.waitFor(secondsMax, TimeUnit.SECONDS)) {
                                    System.out.println("killed after " + secondsMax + " s");
                                    process.destroyForcibly();
                                }
                            } catch (final InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                        });
        watch.setDaemon(true);
        watch.start();
        return watch;
    }
}
