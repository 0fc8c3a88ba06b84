package io.sluice.store.lmdb;

import io.sluice.engine.store.NodeState;
import io.sluice.engine.store.StoreBooks;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The books in a store's file, read without opening the store: nothing is locked, mended or
 * written. Meant for a store that nobody has open; of one that is, a commit is read that was the
 * newest a moment ago.
 *
 * @param books the row of the books
 * @param pending the sum of the nodes' counts of records
 * @param records how many records there are, as their tree counts them
 */
public record StoredLedger(StoreBooks books, long pending, long records) {
    /** A commit may take the pages that are read, again and again; not so often. */
    private static final int ATTEMPTS = 20;

    /** Reads the newest commit of the store in the directory. */
    public static StoredLedger read(final Path directory) throws StoreOpenException {
        final Path path = directory.resolve(LmdbEnv.DATA_FILE);
        try (DataFile file = new DataFile(path, StandardOpenOption.READ)) {
            DamageException damage = null;
            for (int i = 0; i < ATTEMPTS; i++) {
                final MetaPage meta = file.newest();
                if (meta == null) {
                    throw new StoreOpenException(path + " is not a store of Sluice");
                }
                try {
                    return read(new TreePages(file, meta), meta);
                } catch (final DamageException e) {
                    damage = e;
                }
            }
            throw new StoreOpenException(path + " is damaged: " + damage.getMessage(), damage);
        } catch (final UncheckedIOException e) {
            throw new StoreOpenException(path + " cannot be read: " + e.getCause(), e);
        }
    }

    private static StoredLedger read(final TreePages pages, final MetaPage meta)
            throws DamageException {
        final MetaPage.Tree state = tree(pages, meta, LmdbEnv.STATE);
        final ByteBuffer commit = pages.find(state.root(), new byte[] {Keys.STATE_COMMIT});
        final ByteBuffer layout = pages.find(state.root(), new byte[] {Keys.STATE_LAYOUT});
        if (layout == null || layout.order(Rows.ORDER).getInt(0) != Rows.LAYOUT_VERSION) {
            throw new DamageException("its layout is of another version");
        }
        if (commit == null
                || !Rows.isIntact(new UnsafeBuffer(commit))
                || commit.order(Rows.ORDER).getLong(0) != meta.transaction()) {
            throw new DamageException("its tables are of another commit");
        }
        final ByteBuffer row = pages.find(state.root(), new byte[] {Keys.STATE_BOOKS});
        final StoreBooks books = new StoreBooks();
        if (!Rows.readBooks(row == null ? null : new UnsafeBuffer(row), books)) {
            throw new DamageException("the row of the books is not what was written");
        }
        return new StoredLedger(
                books, messages(pages, state.root()), tree(pages, meta, LmdbEnv.RECORDS).entries());
    }

    private static MetaPage.Tree tree(final TreePages pages, final MetaPage meta, final String name)
            throws DamageException {
        final ByteBuffer tree =
                pages.find(meta.main().root(), name.getBytes(StandardCharsets.UTF_8));
        if (tree == null || tree.remaining() != MetaPage.Tree.LENGTH) {
            throw new DamageException("the table of " + name + " is not there");
        }
        return MetaPage.Tree.read(tree, 0);
    }

    /** Over the rows of all nodes below a page. */
    private static long messages(final TreePages pages, final long number) throws DamageException {
        if (number == MetaPage.Tree.EMPTY) {
            return 0;
        }
        final ByteBuffer page = pages.tree(number);
        final NodeState state = new NodeState();
        long messages = 0;
        for (int i = 0; i < TreePages.count(page); i++) {
            if (!TreePages.isLeaf(page)) {
                messages += messages(pages, TreePages.child(page, i));
            } else if (TreePages.key(page, i)[0] == Keys.STATE_NODE) {
                if (!Rows.readState(new UnsafeBuffer(TreePages.stored(page, i)), state)) {
                    throw new DamageException("the state of a node is not what was written");
                }
                messages += state.messages;
            }
        }
        return messages;
    }
}
