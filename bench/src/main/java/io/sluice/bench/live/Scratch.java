package io.sluice.bench.live;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A directory on the disk of the checkout, gone with what is in it when it is closed. */
record Scratch(Path path) implements AutoCloseable {
    private static final Path ABOVE = Path.of("bench", "target", "live");

    static Scratch make() throws IOException {
        Files.createDirectories(ABOVE);
        return new Scratch(Files.createTempDirectory(ABOVE.toAbsolutePath(), "run-"));
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> all = Files.walk(path)) {
            all.sorted(Comparator.reverseOrder()).forEach(Scratch::delete);
        } catch (final UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static void delete(final Path path) {
        try {
            Files.deleteIfExists(path);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
