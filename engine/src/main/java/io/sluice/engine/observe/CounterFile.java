package io.sluice.engine.observe;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The counters of one run of the daemon in a memory-mapped file: whoever kills the process, what
 * was counted stays, and another process may look at any time. One writer, who owns the name.
 *
 * <pre>
 *  0  magic            8 bytes, "SLUICECT"
 *  8  version          4 bytes
 * 12  state            4 bytes: 1 runs, 2 has ended
 * 16  boot id         16 bytes
 * 32  process id       8 bytes
 * 40  start            8 bytes, milliseconds of the epoch
 * 48  blocks           4 bytes, one for each agent
 * 52  stride           4 bytes, from block to block
 * 56  first block      4 bytes, its offset
 * 60  labels           4 bytes, how long they are
 * 64  epoch            8 bytes, the number of the run in the books of the store, 0 for none
 * 72  check            8 bytes, CRC-32C of what never changes: all but the state and the request
 * 128 request          8 bytes, one more for each copy of the blocks that was asked for
 * 192 the labels, each with a line feed behind it
 * </pre>
 *
 * <p>A file is made beside its place and moved there by {@link #install}: until then the file of
 * the run before is what it was.
 */
public final class CounterFile implements AutoCloseable {
    static final long MAGIC = 0x5443_4543_4955_4C53L;
    static final int VERSION = 2;
    static final int STATE_RUNS = 1;
    static final int STATE_ENDED = 2;

    static final int VERSION_AT = 8;
    static final int STATE_AT = 12;
    static final int BOOT_AT = 16;
    static final int BOOT_BYTES = 16;
    static final int PID_AT = 32;
    static final int START_AT = 40;
    static final int BLOCKS_AT = 48;
    static final int STRIDE_AT = 52;
    static final int FIRST_AT = 56;
    static final int LABELS_AT = 60;
    static final int EPOCH_AT = 64;
    static final int CHECK_AT = 72;
    static final int REQUEST_AT = 128;
    static final int LABELS = 192;

    private static final int LINE = 64;
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    private final Path file;
    private final UnsafeBuffer buffer;
    private final CounterBlocks blocks;
    private final List<String> warnings;
    private Optional<Path> previous = Optional.empty();

    private CounterFile(final Path file, final UnsafeBuffer buffer, final List<String> warnings) {
        this.file = file;
        this.buffer = buffer;
        this.warnings = warnings;
        final int first = buffer.getInt(FIRST_AT);
        this.blocks =
                new CounterBlocks(
                        new UnsafeBuffer(buffer, first, buffer.capacity() - first),
                        buffer,
                        REQUEST_AT);
    }

    /** Whose counters they are: of this process, since then, of so many agents, in that epoch. */
    public record Run(long pid, long startMs, int agents, long epoch) {}

    /**
     * Where a counter file may be, the best place first: in memory, because a page of a disk that
     * is being written back would stop the thread that counts, and because an idle daemon shall
     * write nothing. The last one is the directory of the data, for want of a better.
     *
     * @param runtimeDirectory as the service manager tells it, or null
     */
    public static List<Path> places(final String runtimeDirectory, final Path data) {
        final List<Path> places = new ArrayList<>();
        if (runtimeDirectory != null && !runtimeDirectory.isBlank()) {
            places.add(Path.of(runtimeDirectory.split(":")[0]));
        }
        places.add(SHARED_MEMORY);
        places.add(data);
        return places;
    }

    /**
     * Begins to count in the first of the places that takes it. What a former run left there under
     * the same name stays until {@link #install}.
     *
     * @throws IOException no place takes it
     */
    public static CounterFile create(final List<Path> places, final String name, final Run run)
            throws IOException {
        final List<String> warnings = new ArrayList<>();
        final Path last = places.get(places.size() - 1);
        for (final Path place : places) {
            try {
                final CounterFile made = createIn(place, name, run, warnings);
                if (place.equals(last) && places.size() > 1) {
                    warnings.add(
                            "counters are kept on a disk, in "
                                    + made.file
                                    + ": an idle daemon writes there too");
                }
                return made;
            } catch (final IOException e) {
                warnings.add("no counters in " + place + ": " + e);
            }
        }
        throw new IOException("the counters have no place: " + String.join("; ", warnings));
    }

    private static CounterFile createIn(
            final Path place, final String name, final Run run, final List<String> warnings)
            throws IOException {
        final Path file = place.resolve(name);
        final Path made = newOf(file);
        Files.deleteIfExists(made);
        boolean whole = false;
        try (FileChannel channel = open(made)) {
            final ByteBuffer image = image(run);
            // Written, not only made longer: memory that is not there would be missed at a counter.
            while (image.hasRemaining()) {
                channel.write(image);
            }
            final UnsafeBuffer mapped =
                    new UnsafeBuffer(
                            channel.map(FileChannel.MapMode.READ_WRITE, 0, image.capacity()));
            mapped.putIntOrdered(STATE_AT, STATE_RUNS);
            whole = true;
            return new CounterFile(file, mapped, warnings);
        } finally {
            if (!whole) {
                Files.deleteIfExists(made);
            }
        }
    }

    /**
     * Moves it to its place, where others look for it; what a former run left there is kept aside
     * if it did not end well.
     */
    public void install() throws IOException {
        previous = install(file);
    }

    private static Optional<Path> install(final Path file) throws IOException {
        final Optional<Path> aside = keepAside(file);
        Files.move(newOf(file), file, StandardCopyOption.ATOMIC_MOVE);
        return aside;
    }

    /**
     * What was counted in a run, wherever its file is by now. A run that was killed before its file
     * was moved to its place has it moved now.
     *
     * @param epoch its number in the books of the store
     * @param startMs when it began
     */
    public static Optional<CounterSnapshot> find(
            final List<Path> places, final String name, final long epoch, final long startMs)
            throws IOException {
        for (final Path place : places) {
            final Path file = place.resolve(name);
            for (final Path candidate : List.of(newOf(file), file, previousOf(file))) {
                final Optional<CounterSnapshot> found =
                        CounterSnapshot.tryRead(candidate)
                                .filter(read -> read.isOf(epoch, startMs));
                if (found.isPresent()) {
                    if (candidate.equals(newOf(file))) {
                        install(file);
                    }
                    return found;
                }
            }
        }
        return Optional.empty();
    }

    private static Path newOf(final Path file) {
        return file.resolveSibling(file.getFileName() + ".new");
    }

    /** Never through a link that somebody else has put there. */
    private static FileChannel open(final Path file) throws IOException {
        return FileChannel.open(
                file,
                Set.of(
                        StandardOpenOption.CREATE_NEW,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE,
                        LinkOption.NOFOLLOW_LINKS),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-r-----")));
    }

    /** The file of a run that was killed goes on as the previous one; any other is in the way. */
    private static Optional<Path> keepAside(final Path file) throws IOException {
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        final Optional<CounterSnapshot> left = CounterSnapshot.tryRead(file);
        if (left.isEmpty() || left.get().hasEnded()) {
            Files.delete(file);
            return Optional.empty();
        }
        final Path aside = previousOf(file);
        Files.move(file, aside, StandardCopyOption.REPLACE_EXISTING);
        return Optional.of(aside);
    }

    /** Where the counters of the last run that was killed are kept. */
    public static Path previousOf(final Path file) {
        return file.resolveSibling(file.getFileName() + ".previous");
    }

    private static ByteBuffer image(final Run run) {
        final byte[] labels =
                Stream.of(Counter.values())
                        .map(counter -> counter.label() + "\n")
                        .collect(Collectors.joining())
                        .getBytes(StandardCharsets.US_ASCII);
        final int first = (LABELS + labels.length + LINE - 1) / LINE * LINE;
        final ByteBuffer image = ByteBuffer.allocate(first + CounterBlocks.lengthFor(run.agents()));
        final UnsafeBuffer header = new UnsafeBuffer(image);
        header.putLong(0, MAGIC);
        header.putInt(VERSION_AT, VERSION);
        header.putBytes(BOOT_AT, BootId.current());
        header.putLong(PID_AT, run.pid());
        header.putLong(START_AT, run.startMs());
        header.putInt(BLOCKS_AT, run.agents());
        header.putInt(STRIDE_AT, CounterBlocks.STRIDE);
        header.putInt(FIRST_AT, first);
        header.putInt(LABELS_AT, labels.length);
        header.putLong(EPOCH_AT, run.epoch());
        header.putBytes(LABELS, labels);
        header.putLong(CHECK_AT, check(header));
        return image;
    }

    /** Of what never changes, in a buffer whose lengths hold. */
    static long check(final UnsafeBuffer buffer) {
        final byte[] bytes = new byte[LABELS + buffer.getInt(LABELS_AT)];
        buffer.getBytes(0, bytes);
        Arrays.fill(bytes, STATE_AT, STATE_AT + Integer.BYTES, (byte) 0);
        Arrays.fill(bytes, CHECK_AT, LABELS, (byte) 0);
        final CRC32C crc = new CRC32C();
        crc.update(bytes);
        return crc.getValue();
    }

    /** Where the agents count. */
    public CounterBlocks blocks() {
        return blocks;
    }

    public Path file() {
        return file;
    }

    /** The counters of the run before, if it was killed; once it is installed. */
    public Optional<Path> previous() {
        return previous;
    }

    /** What an operator should know about the place. */
    public List<String> warnings() {
        return List.copyOf(warnings);
    }

    /**
     * Says that the run has ended as it should. The memory stays mapped: a thread that counts late
     * must find it.
     */
    @Override
    public void close() {
        buffer.putIntOrdered(STATE_AT, STATE_ENDED);
    }
}
