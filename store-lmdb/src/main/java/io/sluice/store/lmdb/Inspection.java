package io.sluice.store.lmdb;

import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Looks at a data file before LMDB maps it, and mends the one thing that a crash may leave: the
 * newest meta page torn. Its batch was never acknowledged, since the meta page is the last thing
 * that a commit waits for, and the commit before is untouched by it.
 */
final class Inspection {
    private static final byte[] STATE = LmdbEnv.STATE.getBytes(StandardCharsets.UTF_8);

    private final DataFile file;
    private final LmdbOptions options;
    private final long closedAt;
    private final boolean usePrevious;
    private final List<String> notes;
    private boolean metaRewritten;
    private long pagesVerified;

    private Inspection(
            final DataFile file,
            final LmdbOptions options,
            final long closedAt,
            final boolean usePrevious,
            final List<String> notes) {
        this.file = file;
        this.options = options;
        this.closedAt = closedAt;
        this.usePrevious = usePrevious;
        this.notes = notes;
    }

    /**
     * Looks at the file.
     *
     * @param closedAt the commit at which the last process closed the store, or {@link
     *     StoreLock#NOT_CLOSED}
     * @param usePrevious the newest commit is given up if it is damaged: an operator said so
     */
    static Inspection of(
            final Path path,
            final LmdbOptions options,
            final long closedAt,
            final boolean usePrevious,
            final List<String> notes)
            throws StoreOpenException {
        if (!Files.isRegularFile(path) || !Files.isReadable(path) || !Files.isWritable(path)) {
            throw new StoreOpenException(
                    "the store's file "
                            + path
                            + " cannot be read and written: is it another user's, or no file?");
        }
        try (DataFile file =
                new DataFile(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            final Inspection inspection =
                    new Inspection(file, options, closedAt, usePrevious, notes);
            inspection.inspect();
            return inspection;
        } catch (final UncheckedIOException e) {
            throw new StoreOpenException(
                    "the store's file " + path + " cannot be read: " + e.getCause(), e);
        }
    }

    boolean metaRewritten() {
        return metaRewritten;
    }

    long pagesVerified() {
        return pagesVerified;
    }

    private void inspect() throws StoreOpenException {
        final int pageSize = pageSize();
        final MetaPage first = file.meta(0);
        final MetaPage second = file.meta(pageSize);
        if (first == null || second == null) {
            throw refuse("it ends within its first pages: it was cut off, and is lost");
        }
        if (!first.isMeta() || !second.isMeta()) {
            restore(first.isMeta() ? first : second, first.isMeta() ? 1 : 0);
            return;
        }
        final boolean isFirstNewer = first.transaction() > second.transaction();
        final MetaPage newest = isFirstNewer ? first : second;
        final MetaPage other = isFirstNewer ? second : first;
        final String torn = torn(newest, other);
        if (torn != null) {
            goBack(newest, other, torn);
            return;
        }
        try {
            accept(newest);
        } catch (final DamageException e) {
            if (!usePrevious) {
                throw refuse("it is damaged: " + e.getMessage());
            }
            goBack(newest, other, e.getMessage());
        }
    }

    /** The page size that one of the meta pages says. */
    private int pageSize() throws StoreOpenException {
        final int pageSize = file.pageSize();
        if (pageSize == 0) {
            throw refuse("it is not a store of Sluice, or its beginning is destroyed");
        }
        return pageSize;
    }

    /**
     * Why the newest meta page cannot be what one commit wrote, or null. What is damaged is not
     * torn: its batch may have been acknowledged.
     */
    private String torn(final MetaPage newest, final MetaPage other) {
        if (newest.lastPage() < other.lastPage()) {
            return "it has fewer pages than the one before";
        }
        try {
            final long transaction = transaction(newest);
            return transaction == newest.transaction()
                    ? null
                    : "its tables are those of commit " + transaction;
        } catch (final DamageException e) {
            return null;
        }
    }

    /** The commit that the tables say they are of. */
    private long transaction(final MetaPage meta) throws DamageException {
        final ByteBuffer row = row(meta, Keys.STATE_COMMIT);
        if (!Rows.isIntact(new UnsafeBuffer(row))) {
            throw new DamageException("the row of the commit is not what was written");
        }
        return row.order(Rows.ORDER).getLong(0);
    }

    private ByteBuffer row(final MetaPage meta, final byte kind) throws DamageException {
        final TreePages pages = new TreePages(file, meta);
        final ByteBuffer tree = pages.find(meta.main().root(), STATE);
        if (tree == null || tree.remaining() != MetaPage.Tree.LENGTH) {
            throw new DamageException("the table of the store's state is not there");
        }
        final ByteBuffer row = pages.find(MetaPage.Tree.read(tree, 0).root(), new byte[] {kind});
        if (row == null || row.remaining() < Integer.BYTES) {
            throw new DamageException("the store's state has lost a row");
        }
        return row;
    }

    private boolean wasClosed() {
        return closedAt != StoreLock.NOT_CLOSED;
    }

    /** The store goes on from the commit before the newest, if that is whole. */
    private void goBack(final MetaPage newest, final MetaPage other, final String why)
            throws StoreOpenException {
        final String what = "commit " + newest.transaction() + " is not whole (" + why + ")";
        if (wasClosed() && !usePrevious) {
            throw refuse(what + ", though it was closed in order: the disk has lost or changed it");
        }
        try {
            accept(other);
        } catch (final DamageException e) {
            throw refuse(what + ", and the one before is damaged too: " + e.getMessage());
        }
        rewrite(other, slot(newest));
        notes.add(
                what
                        + (usePrevious ? " and was given up" : " and was never acknowledged")
                        + ": the store goes on from commit "
                        + other.transaction());
    }

    private int slot(final MetaPage meta) {
        return file.meta(0).equals(meta) ? 0 : 1;
    }

    /** One meta page is none: only if the other is known to be the newest nothing is lost. */
    private void restore(final MetaPage whole, final int slot) throws StoreOpenException {
        if (closedAt != whole.transaction() && !usePrevious) {
            throw refuse(
                    "its "
                            + (slot == 0 ? "first" : "second")
                            + " page is destroyed, and may have been the newest");
        }
        try {
            accept(whole);
        } catch (final DamageException e) {
            throw refuse("a meta page is destroyed, and it is damaged: " + e.getMessage());
        }
        rewrite(whole, slot);
        notes.add("a meta page was destroyed: it was rewritten from the other");
    }

    private void rewrite(final MetaPage from, final int slot) {
        final long source = slot == 0 ? from.pageSize() : 0;
        final ByteBuffer bytes = ByteBuffer.allocate(MetaPage.LENGTH - MetaPage.MAGIC_OFFSET);
        file.read(bytes, source + MetaPage.MAGIC_OFFSET);
        // The page's own header: its number and what it is.
        final ByteBuffer page = ByteBuffer.allocate(MetaPage.LENGTH).order(MetaPage.ORDER);
        page.putLong(slot).putShort((short) 0).putShort(MetaPage.FLAG_META).putInt(0).put(bytes);
        file.write(page.flip(), (long) slot * from.pageSize());
        metaRewritten = true;
    }

    /** The commit that the store goes on from: of our layout, not too large, and all there. */
    private void accept(final MetaPage meta) throws StoreOpenException, DamageException {
        if (wasClosed() && closedAt != meta.transaction() && !usePrevious) {
            throw refuse(
                    "it was closed at commit "
                            + closedAt
                            + " and now ends at "
                            + meta.transaction()
                            + ": if it is an older copy, remove sluice.lock beside it");
        }
        if (transaction(meta) != meta.transaction()) {
            throw new DamageException("its tables are of another commit");
        }
        final int version = row(meta, Keys.STATE_LAYOUT).order(Rows.ORDER).getInt(0);
        if (version != Rows.LAYOUT_VERSION) {
            throw refuse(
                    "its layout is version "
                            + version
                            + ", this program knows "
                            + Rows.LAYOUT_VERSION
                            + ": use the program that made it");
        }
        final long needed = (meta.lastPage() + 1) * meta.pageSize();
        if (needed > options.mapBytes()) {
            throw refuse(
                    "it has "
                            + needed
                            + " bytes, more than its limit of "
                            + options.mapBytes()
                            + ": raise the limit");
        }
        verify(meta, needed);
    }

    private void verify(final MetaPage meta, final long needed) throws DamageException {
        // Pages at the end that a commit took and gave back are never written: a shorter file is
        // whole if every page that is used lies in it. Only looking at all of them tells.
        final boolean isShort = file.length() < needed;
        if (isShort || !wasClosed() && needed <= options.verifyBytesMax()) {
            pagesVerified = PageWalk.walk(file, meta);
        }
        if (isShort) {
            file.extend(needed);
        }
    }

    private StoreOpenException refuse(final String why) {
        return new StoreOpenException("the store's file " + file.path() + " is refused: " + why);
    }
}
