package io.sluice.store.lmdb;

import io.sluice.engine.store.Durability;
import io.sluice.engine.store.Store;
import io.sluice.engine.store.StoreSnapshot;
import io.sluice.engine.store.StoreWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.lmdbjava.DbiFlags;
import org.lmdbjava.LmdbException;
import org.lmdbjava.Meta;
import org.lmdbjava.TargetName;

/**
 * A store in one directory: {@code data.mdb} with everything, LMDB's {@code lock.mdb}, our {@code
 * sluice.lock}, and the {@code ballast}.
 */
public final class LmdbStore implements Store {
    private final StoreLock lock;
    private final LmdbEnv env;
    private final LmdbWriter writer;
    private final LmdbSnapshot reader;
    private final OpenReport report;
    private boolean closed;

    private LmdbStore(
            final StoreLock lock,
            final LmdbEnv env,
            final LmdbWriter writer,
            final OpenReport report) {
        this.lock = lock;
        this.env = env;
        this.writer = writer;
        this.reader = new LmdbSnapshot(env);
        this.report = report;
    }

    /**
     * Loads LMDB's native library and the layer that calls it, which takes a tenth of a second when
     * cold: another thread may do so while the one that will open the store does something else.
     */
    public static void loadLibrary() {
        Meta.version();
    }

    /**
     * Puts LMDB's native library into a file, for {@code -Dlmdbjava.native.lib}. Otherwise each
     * process puts it among the temporary files, and leaves it there when it is killed.
     */
    public static void copyLibrary(final Path file) throws IOException {
        final String name = TargetName.RESOLVED_FILENAME;
        final Path made = file.resolveSibling(file.getFileName() + ".new");
        try (InputStream in = TargetName.class.getClassLoader().getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("no library of LMDB for this machine: " + name);
            }
            Files.copy(in, made, StandardCopyOption.REPLACE_EXISTING);
        }
        Files.move(made, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Opens the store in the directory, or makes one there. */
    public static LmdbStore open(final Path directory, final LmdbOptions options)
            throws StoreOpenException {
        return open(directory, options, new DirectoryDisk(directory), false);
    }

    /**
     * Opens a store whose newest commit is damaged at the one before, by an operator's decision:
     * what the newest one acknowledged is lost.
     */
    public static LmdbStore openPrevious(final Path directory, final LmdbOptions options)
            throws StoreOpenException {
        return open(directory, options, new DirectoryDisk(directory), true);
    }

    static LmdbStore open(
            final Path directory,
            final LmdbOptions options,
            final Disk disk,
            final boolean usePrevious)
            throws StoreOpenException {
        final Path real = directory(directory);
        final StoreLock lock = StoreLock.acquire(real);
        LmdbStore store = null;
        try {
            store = openLocked(lock, real, options, disk, usePrevious);
        } catch (final LmdbException
                | UncheckedIOException
                | IndexOutOfBoundsException
                | IOException e) {
            throw new StoreOpenException(
                    "the store " + real + " cannot be opened: " + e.getMessage(), e);
        } finally {
            if (store == null) {
                lock.close();
            }
        }
        return store;
    }

    private static Path directory(final Path directory) throws StoreOpenException {
        try {
            if (Files.exists(directory) && !Files.isDirectory(directory)) {
                throw new StoreOpenException("the store's place " + directory + " is no directory");
            }
            makeDirectories(directory.toAbsolutePath());
            return directory.toRealPath();
        } catch (final IOException e) {
            throw new StoreOpenException(
                    "the store's directory " + directory + " cannot be made: " + e, e);
        }
    }

    /** As a name has to survive the power, each directory is synced that got a new one. */
    private static void makeDirectories(final Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            makeDirectories(directory.getParent());
            Files.createDirectory(directory);
            sync(directory.getParent());
        }
    }

    private static void sync(final Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    private static LmdbStore openLocked(
            final StoreLock lock,
            final Path directory,
            final LmdbOptions options,
            final Disk disk,
            final boolean usePrevious)
            throws StoreOpenException, IOException {
        final Path data = directory.resolve(LmdbEnv.DATA_FILE);
        final List<String> notes = new ArrayList<>();
        final long closedAt = lock.closedAt();
        final boolean created = Files.notExists(data);
        if (created) {
            refuseLost(data, closedAt);
            create(directory, data, options);
            notes.add("a new store was made in " + directory);
        }
        final long inspectedAt = created ? StoreLock.NOT_CLOSED : closedAt;
        final Inspection inspection = Inspection.of(data, options, inspectedAt, usePrevious, notes);
        lock.markOpen();
        final Ballast ballast = new Ballast(directory, options.ballastBytes(), disk);
        final LmdbEnv env = new LmdbEnv(directory, options.mapBytes());
        LmdbStore store = null;
        try {
            if (!ballast.put()) {
                notes.add("no room for the ballast: nothing is taken before there is");
            }
            final LmdbWriter writer = new LmdbWriter(env, disk, ballast, options);
            final OpenReport report =
                    new OpenReport(
                            created,
                            created || closedAt != StoreLock.NOT_CLOSED,
                            inspection.metaRewritten(),
                            inspection.pagesVerified(),
                            writer.identities(),
                            ballast.isThere(),
                            List.copyOf(notes));
            store = new LmdbStore(lock, env, writer, report);
        } finally {
            if (store == null) {
                env.close();
            }
        }
        return store;
    }

    /** A store that was closed and has no file now was not given up by us. */
    private static void refuseLost(final Path data, final long closedAt) throws StoreOpenException {
        if (closedAt != StoreLock.NOT_CLOSED) {
            throw new StoreOpenException(
                    "the store's file "
                            + data
                            + " is gone; to begin with an empty store, remove sluice.lock beside"
                            + " it");
        }
    }

    /** Made beside its place and moved there when it is whole: a data file is never a half one. */
    private static void create(final Path directory, final Path data, final LmdbOptions options) {
        final Path making = directory.resolve("creating");
        try {
            Files.createDirectories(making);
            final Path made = making.resolve(LmdbEnv.DATA_FILE);
            Files.deleteIfExists(made);
            try (LmdbEnv env = new LmdbEnv(making, options.mapBytes(), DbiFlags.MDB_CREATE)) {
                LmdbWriter.putFirstRows(env);
            }
            Files.move(made, data, StandardCopyOption.ATOMIC_MOVE);
            Files.deleteIfExists(making.resolve("lock.mdb"));
            Files.delete(making);
            sync(directory);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What was found when it was opened. */
    public OpenReport report() {
        return report;
    }

    @Override
    public Durability durability() {
        return Durability.POWER;
    }

    @Override
    public StoreWriter writer() {
        return writer;
    }

    @Override
    public StoreSnapshot reader() {
        return reader;
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        final boolean inOrder = !writer.hasFailed();
        final long transaction = env.lastTransaction();
        writer.abandon();
        reader.close();
        env.close();
        try {
            if (inOrder) {
                lock.markClosed(transaction);
            }
        } catch (final IOException e) {
            assert e != null; // opened again, it looks as after a crash, and nothing is lost
        } finally {
            closed = true;
            lock.close();
        }
    }

    /** Lets go of the files and says nothing in them, as the end of the process does. */
    void abandon() {
        if (!closed) {
            closed = true;
            writer.abandon();
            reader.close();
            env.close();
            lock.close();
        }
    }
}
