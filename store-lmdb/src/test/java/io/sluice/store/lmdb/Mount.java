package io.sluice.store.lmdb;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** A small file system in memory over a test's directory; a test without the right is skipped. */
final class Mount implements AutoCloseable {
    private final Path directory;

    private Mount(final Path directory) {
        this.directory = directory;
    }

    static Mount tmpfs(final Path directory, final String size) {
        final String options = "size=" + size;
        final String refused =
                run("mount", "-t", "tmpfs", "-o", options, "none", directory.toString());
        Assumptions.assumeTrue(
                refused.isEmpty(),
                "skipped: a small file system cannot be mounted here (needs root): " + refused);
        return new Mount(directory);
    }

    /** The file system of most boxes, in an image; it answers a full disk as they do. */
    static Mount ext4(final Path directory, final Path image, final int mebibytes) {
        try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
            file.setLength((long) mebibytes << 20);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        String refused = run("mkfs.ext4", "-q", "-F", image.toString());
        if (refused.isEmpty()) {
            refused = run("mount", "-o", "loop", image.toString(), directory.toString());
        }
        Assumptions.assumeTrue(
                refused.isEmpty(),
                "skipped: no ext4 can be made and mounted here (needs root): " + refused);
        return new Mount(directory);
    }

    void makeReadOnly() {
        final String refused = run("mount", "-o", "remount,ro", directory.toString());
        Assumptions.assumeTrue(refused.isEmpty(), "skipped: remount refused: " + refused);
    }

    /** What it complained about, or nothing. */
    private static String run(final String... command) {
        try {
            final Process process =
                    new ProcessBuilder(List.of(command)).redirectErrorStream(true).start();
            final String output =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor() == 0 ? "" : output + " (" + command[0] + ")";
        } catch (final IOException | InterruptedException e) {
            return e.toString();
        }
    }

    @Override
    public void close() {
        run("umount", directory.toString());
    }
}
