package io.sluice.tools;

import io.sluice.engine.observe.Books;
import io.sluice.engine.observe.CounterBlocks;
import io.sluice.engine.observe.CounterFile;
import io.sluice.engine.observe.CounterSnapshot;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The counters of this run: in a file that {@code counters.path} in the data directory names, or,
 * where no file can be had, in plain memory. Owned by whoever holds the lock of that directory.
 */
final class RunCounters implements AutoCloseable {
    private static final String POINTER = "counters.path";
    private static final int PATH_BYTES_MAX = 4_096;

    private final CounterBlocks blocks;
    private final AutoCloseable file;
    private final List<String> notes;

    private RunCounters(
            final CounterBlocks blocks, final AutoCloseable file, final List<String> notes) {
        this.blocks = blocks;
        this.file = file;
        this.notes = notes;
    }

    /** Begins to count for the daemon over that directory. */
    static RunCounters begin(final Path data, final int agents, final long startMs) {
        final List<String> notes = new ArrayList<>();
        try {
            final Path real = data.toRealPath();
            final CounterFile file =
                    CounterFile.create(
                            CounterFile.places(System.getenv("RUNTIME_DIRECTORY"), real),
                            nameFor(real),
                            new CounterFile.Run(pid(), startMs, agents));
            notes.addAll(file.warnings());
            if (file.previous().isPresent()) {
                notes.add(interrupted(file.previous().get()));
            }
            tellWhere(real.resolve(POINTER), file.file(), notes);
            return new RunCounters(file.blocks(), file, notes);
        } catch (final IOException e) {
            notes.add("counters are in memory only, and end with the process: " + e.getMessage());
            return new RunCounters(
                    new CounterBlocks(
                            new UnsafeBuffer(
                                    ByteBuffer.allocateDirect(CounterBlocks.lengthFor(agents)))),
                    () -> {},
                    notes);
        }
    }

    /** Closes the books of a run that was killed: what it had not ended was interrupted. */
    private static String interrupted(final Path previous) throws IOException {
        final CounterSnapshot counted = CounterSnapshot.read(previous);
        return "the run before (process "
                + counted.pid()
                + ") did not end as it should: "
                + Books.messagesHeld(counted::value)
                + " messages received and "
                + Books.matchedHeld(counted::value)
                + " at consumers were interrupted; what it counted is in "
                + previous;
    }

    static long pid() {
        return ProcessHandle.current().pid();
    }

    /** Several daemons share a place, and each data directory has one. */
    private static String nameFor(final Path data) {
        final byte[] path = data.toString().getBytes(StandardCharsets.UTF_8);
        return "sluice-" + UUID.nameUUIDFromBytes(path) + ".counters";
    }

    private static void tellWhere(final Path pointer, final Path file, final List<String> notes) {
        try {
            // A daemon that comes back to the same place writes nothing to the disk.
            if (!Files.exists(pointer) || !fileOf(pointer.getParent()).equals(file)) {
                final Path made = pointer.resolveSibling(POINTER + ".new");
                Files.writeString(made, file + "\n");
                Files.move(made, pointer, StandardCopyOption.ATOMIC_MOVE);
            }
        } catch (final IOException e) {
            notes.add("sluice stat needs --file " + file + ", it cannot be told where: " + e);
        }
    }

    /** Where the counters are of the daemon over that directory, or of the last one. */
    static Path fileOf(final Path data) throws IOException {
        final Path pointer = data.resolve(POINTER);
        if (Files.size(pointer) > PATH_BYTES_MAX) {
            throw new IOException(pointer + " is no path");
        }
        try {
            return Path.of(Files.readString(pointer).strip());
        } catch (final InvalidPathException e) {
            throw new IOException(pointer + " is no path", e);
        }
    }

    CounterBlocks blocks() {
        return blocks;
    }

    /** What an operator should know about them. */
    List<String> notes() {
        return notes;
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (final Exception e) {
            throw new IllegalStateException("a mapped file is only written to", e);
        }
    }
}
