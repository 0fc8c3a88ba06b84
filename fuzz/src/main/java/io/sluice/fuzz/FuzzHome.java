package io.sluice.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Where a run keeps its files: {@code seeds}, {@code corpus}, {@code findings} and {@code logs}, by
 * target.
 *
 * @param root the directory of all these
 */
record FuzzHome(Path root) {
    private static final Pattern JAZZER_SOURCE = Pattern.compile("Crash_\\w+\\.java");
    private static final Pattern PLAIN_WORD = Pattern.compile("[\\w./+:=@%,-]+");

    Path seeds(final String target) {
        return root.resolve("seeds").resolve(target);
    }

    Path corpus(final String target) {
        return root.resolve("corpus").resolve(target);
    }

    Path findings(final String target) {
        return root.resolve("findings").resolve(target);
    }

    Path log(final String target) {
        return root.resolve("logs").resolve(target + ".log");
    }

    void writeSeeds(final String target, final List<byte[]> inputs) throws IOException {
        clear(seeds(target));
        for (int i = 0; i < inputs.size(); i++) {
            Files.write(seeds(target).resolve("seed-%04d".formatted(i)), inputs.get(i));
        }
    }

    Path writeFinding(final String target, final byte[] input) throws IOException {
        Files.createDirectories(findings(target));
        final long name = new SplittableRandom().nextLong();
        final Path file = findings(target).resolve("drill-" + HexFormat.of().toHexDigits(name));
        return Files.write(file, input);
    }

    /** Removes the Java sources that Jazzer writes beside a finding: they are no inputs. */
    void removeSources(final String target) throws IOException {
        for (final Path file : files(findings(target))) {
            if (JAZZER_SOURCE.matcher(file.getFileName().toString()).matches()) {
                Files.delete(file);
            }
        }
    }

    static List<Path> files(final Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    /** Makes the directory, or makes it empty. */
    static void clear(final Path directory) throws IOException {
        if (Files.isDirectory(directory)) {
            try (Stream<Path> files = Files.walk(directory)) {
                for (final Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
        Files.createDirectories(directory);
    }

    /** What a person types to see a finding again. */
    static String replayCommand(final String target, final Path file) {
        return "fuzz/run " + target + " --replay " + quoted(file.toString());
    }

    /** A word as a shell takes it. */
    private static String quoted(final String word) {
        return PLAIN_WORD.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
