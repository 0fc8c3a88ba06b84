package io.sluice.tools;

import io.sluice.engine.observe.CounterBlocks;
import io.sluice.engine.observe.CounterFile;
import io.sluice.engine.observe.CounterSnapshot;
import io.sluice.engine.store.BooksEntry;
import io.sluice.engine.store.RunBooks;
import io.sluice.engine.store.StoreBooks;
import io.sluice.engine.store.StoreFullException;
import io.sluice.engine.store.StoreWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The counters of this run: in a file that {@code counters.path} in the data directory names, or,
 * where no file can be had, in plain memory; and its books in the store. Owned by whoever holds the
 * lock of that directory.
 */
final class RunCounters implements AutoCloseable {
    private static final String POINTER = "counters.path";
    private static final int PATH_BYTES_MAX = 4_096;

    private final CounterBlocks blocks;
    private final Optional<CounterFile> file;
    private final RunBooks books;
    private final List<String> notes;

    private RunCounters(
            final CounterBlocks blocks,
            final Optional<CounterFile> file,
            final RunBooks books,
            final List<String> notes) {
        this.blocks = blocks;
        this.file = file;
        this.books = books;
        this.notes = notes;
    }

    /**
     * Closes the books of the run before, if it was killed, and begins to count for the daemon over
     * that directory. The counters of that run stay where they are until the books are closed.
     *
     * @throws StoreFullException there is no room for the books
     */
    static RunCounters begin(
            final Path data, final StoreWriter writer, final int agents, final long startMs)
            throws StoreFullException {
        final StoreBooks before = RunBooks.read(writer);
        final long epoch = before.get(BooksEntry.EPOCH) + 1;
        final CounterFile.Run run = new CounterFile.Run(pid(), startMs, agents, epoch);
        final List<String> notes = new ArrayList<>();
        Optional<CounterFile> file = Optional.empty();
        Optional<CounterSnapshot> last = Optional.empty();
        try {
            final Path real = data.toRealPath();
            final List<Path> places = CounterFile.places(System.getenv("RUNTIME_DIRECTORY"), real);
            if (before.get(BooksEntry.EPOCH_OPEN) != 0) {
                last =
                        CounterFile.find(
                                places,
                                nameFor(real),
                                before.get(BooksEntry.EPOCH),
                                before.get(BooksEntry.EPOCH_START_MS));
            }
            file = Optional.of(CounterFile.create(places, nameFor(real), run));
            notes.addAll(file.get().warnings());
            tellWhere(real.resolve(POINTER), file.get().file(), notes);
        } catch (final IOException e) {
            notes.add("counters are in memory only, and end with the process: " + e.getMessage());
        }
        final RunBooks books = RunBooks.begin(writer, last, run);
        notes.addAll(books.warnings());
        if (file.isPresent()) {
            install(file.get(), notes);
        }
        final CounterBlocks blocks =
                file.map(CounterFile::blocks).orElseGet(() -> inMemory(agents));
        return new RunCounters(blocks, file, books, notes);
    }

    private static void install(final CounterFile file, final List<String> notes) {
        try {
            file.install();
            file.previous()
                    .ifPresent(path -> notes.add("what the run before counted is in " + path));
        } catch (final IOException e) {
            notes.add(
                    "the counters are not at " + file.file() + ", where they are looked for: " + e);
        }
    }

    private static CounterBlocks inMemory(final int agents) {
        return new CounterBlocks(
                new UnsafeBuffer(ByteBuffer.allocateDirect(CounterBlocks.lengthFor(agents))));
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

    /** The books in one line, as they were when the run began. */
    String summary() {
        return books.summary();
    }

    /** The agents have ended: closes the books of the run, while the store is open still. */
    void closeBooks(final StoreWriter writer) throws StoreFullException {
        RunBooks.end(writer, blocks::sum);
    }

    @Override
    public void close() {
        file.ifPresent(CounterFile::close);
    }
}
