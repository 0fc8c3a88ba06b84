package io.sluice.tools;

import io.sluice.engine.config.EngineConfig;
import io.sluice.store.lmdb.LmdbStore;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Starts the daemon on a directory of its own, takes a message through it and ends it: the launcher
 * lets the JVM take down which classes that needs, and has them at hand at the next start.
 */
@Command(
        name = RehearseCommand.NAME,
        hidden = true,
        description = "Start and end a daemon that nobody sees, for the launcher.",
        mixinStandardHelpOptions = true)
final class RehearseCommand implements Callable<Integer> {
    static final String NAME = "rehearse";

    private static final String ADDRESS = "queues/rehearsal";

    @Option(
            names = "--library",
            paramLabel = "FILE",
            description = "Where the native library of LMDB is put.")
    private Path library;

    @Override
    public Integer call() throws Exception {
        if (library != null) {
            LmdbStore.copyLibrary(library);
        }
        final Path directory = Files.createTempDirectory("sluice-rehearsal");
        try {
            final EngineConfig config =
                    EngineConfig.embedded(directory, Runtime.getRuntime().availableProcessors())
                            .withPorts(0, 0, 0);
            final Daemon daemon = new Daemon(config, line -> {});
            final int mqtt = daemon.engine().mqttAddress().getPort();
            final int amqp = daemon.engine().amqpAddress().getPort();
            play("pub", "--port=" + mqtt, ADDRESS, "a message");
            play("receive", "--port=" + amqp, "--all", ADDRESS);
            daemon.close();
            Files.deleteIfExists(RunCounters.fileOf(directory));
        } finally {
            delete(directory);
        }
        return ExitCode.OK.code();
    }

    /** Whether it succeeds is not asked: what counts is that its classes were needed. */
    private static void play(final String... args) {
        Sluice.commandLine(args)
                .setOut(new PrintWriter(Writer.nullWriter()))
                .setErr(new PrintWriter(Writer.nullWriter()))
                .execute(args);
    }

    private static void delete(final Path directory) throws Exception {
        final List<Path> there;
        try (Stream<Path> walk = Files.walk(directory)) {
            there = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (final Path path : there) {
            Files.delete(path);
        }
    }
}
