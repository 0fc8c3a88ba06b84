package io.sluice.store.lmdb;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;

/**
 * Walks all trees of one commit and its free list: every page is where it belongs and belongs to
 * one thing, keys are in order, counts are right. No record is looked into: their checksums are
 * their readers' business. Owned by one inspection.
 */
final class PageWalk {
    private static final int DEPTH_MAX = 32;
    private static final int ANY_LENGTH = -1;

    /** How long the keys of our tables are; those of the state are of two kinds. */
    private static final Map<String, Integer> KEY_LENGTHS =
            Map.of(
                    LmdbEnv.RECORDS,
                    Keys.RECORD_LENGTH,
                    "attempts",
                    Keys.RECORD_LENGTH,
                    "blobs",
                    Long.BYTES + Integer.BYTES,
                    "dlq",
                    Long.BYTES,
                    "dedup",
                    Long.BYTES,
                    "nodes",
                    Integer.BYTES);

    private final TreePages pages;
    private final MetaPage meta;
    private final BitSet seen = new BitSet();

    // Of the tree that is walked.
    private byte[] lastKey;

    /** What the next key may not be below: the branch says so. */
    private byte[] floor;

    private Kind kind;
    private int keyLength;
    private long entries;
    private long pagesOfTree;

    /** What a tree is made of. */
    private enum Kind {
        /** Lists of free pages, by the commit that freed them. */
        FREE_LIST(MetaPage.Tree.NUMBERED),
        /** Trees, by their names. */
        NAMES(0),
        /** Rows of ours. */
        TABLE(0);

        private final int flags;

        Kind(final int flags) {
            this.flags = flags;
        }
    }

    private PageWalk(final TreePages pages, final MetaPage meta) {
        this.pages = pages;
        this.meta = meta;
    }

    /** Walks everything; returns how many pages were looked at. */
    static long walk(final DataFile file, final MetaPage meta) throws DamageException {
        final PageWalk walk = new PageWalk(new TreePages(file, meta), meta);
        walk.named("the free list", meta.freeList(), Kind.FREE_LIST);
        walk.named("the table of tables", meta.main(), Kind.NAMES);
        return walk.seen.cardinality();
    }

    private void named(final String name, final MetaPage.Tree tree, final Kind ofKind)
            throws DamageException {
        lastKey = null;
        floor = null;
        kind = ofKind;
        keyLength = KEY_LENGTHS.getOrDefault(name, ANY_LENGTH);
        entries = 0;
        pagesOfTree = 0;
        if (tree.flags() != kind.flags) {
            throw new DamageException(name + " is a tree of another kind");
        }
        try {
            if (tree.root() != MetaPage.Tree.EMPTY) {
                visit(tree.root(), 1, tree.depth());
            }
        } catch (final DamageException e) {
            throw new DamageException(name + ": " + e.getMessage());
        }
        if (entries != tree.entries() || pagesOfTree != tree.pages()) {
            throw new DamageException(
                    name
                            + " has "
                            + entries
                            + " rows on "
                            + pagesOfTree
                            + " pages, and should have "
                            + tree.entries()
                            + " on "
                            + tree.pages());
        }
    }

    private void visit(final long number, final int level, final int depth) throws DamageException {
        TreePages.check(level <= DEPTH_MAX, number, "lies too deep");
        take(number, 1);
        pagesOfTree++;
        final ByteBuffer page = pages.tree(number);
        final boolean isLeaf = TreePages.isLeaf(page);
        TreePages.check(isLeaf == (level == depth), number, "is not at the depth of its tree");
        for (int i = 0; i < TreePages.count(page); i++) {
            if (isLeaf) {
                next(TreePages.key(page, i), number);
                onRow(page, i, number);
            } else {
                final byte[] separator = i == 0 ? null : TreePages.key(page, i);
                TreePages.check(isAboveLast(separator), number, "is out of order");
                floor = separator == null ? floor : separator;
                visit(TreePages.child(page, i), level + 1, depth);
            }
        }
    }

    private void next(final byte[] key, final long page) throws DamageException {
        TreePages.check(isAboveLast(key), page, "has keys out of order");
        TreePages.check(
                floor == null || compare(key, floor) >= 0, page, "has a key of another page");
        floor = null;
        lastKey = key;
        entries++;
    }

    private boolean isAboveLast(final byte[] key) {
        return key == null || lastKey == null || compare(key, lastKey) > 0;
    }

    private int compare(final byte[] left, final byte[] right) {
        if (kind == Kind.FREE_LIST && left.length == Long.BYTES && right.length == Long.BYTES) {
            return Long.compareUnsigned(number(left), number(right));
        }
        return Arrays.compareUnsigned(left, right);
    }

    private static long number(final byte[] key) {
        return ByteBuffer.wrap(key).order(MetaPage.ORDER).getLong();
    }

    private void onRow(final ByteBuffer page, final int index, final long number)
            throws DamageException {
        final int flags = TreePages.nodeFlags(page, index);
        final ByteBuffer data = TreePages.stored(page, index);
        switch (kind) {
            case FREE_LIST -> {
                final boolean isBig = flags == TreePages.NODE_BIG;
                TreePages.check(isBig || flags == 0, number, "has a row of another kind");
                final int length = TreePages.dataLength(page, index);
                onFreePages(isBig ? big(data.getLong(0), length) : data, number);
            }
            case NAMES -> {
                TreePages.check(
                        flags == TreePages.NODE_TREE && data.remaining() == MetaPage.Tree.LENGTH,
                        number,
                        "names a tree that is none");
                final String name = new String(lastKey, StandardCharsets.UTF_8);
                TreePages.check(isOurs(name), number, "names a table that we do not have");
                onTree(name, MetaPage.Tree.read(data, 0));
            }
            case TABLE ->
                    TreePages.check(
                            flags == 0
                                    && data.remaining() <= Rows.VALUE_MAX
                                    && (keyLength == ANY_LENGTH || lastKey.length == keyLength),
                            number,
                            "has a row of another kind");
        }
    }

    private ByteBuffer big(final long number, final int length) throws DamageException {
        final ByteBuffer value = pages.overflow(number);
        final int count = TreePages.overflowPages(value);
        take(number, count);
        pagesOfTree += count;
        TreePages.check(
                length >= 0 && length <= value.capacity() - 16, number, "is a value cut short");
        return value.slice(16, length).order(MetaPage.ORDER);
    }

    private void onFreePages(final ByteBuffer list, final long number) throws DamageException {
        final long count = list.remaining() < Long.BYTES ? -1 : list.getLong(0);
        TreePages.check(
                count >= 0 && count <= list.remaining() / Long.BYTES - 1,
                number,
                "has a list of free pages without an end");
        for (int i = 1; i <= count; i++) {
            take(list.getLong(i * Long.BYTES), 1);
        }
    }

    private static boolean isOurs(final String name) {
        return KEY_LENGTHS.containsKey(name) || name.equals(LmdbEnv.STATE);
    }

    private void onTree(final String name, final MetaPage.Tree tree) throws DamageException {
        final byte[] key = lastKey;
        final long outerEntries = entries;
        final long outerPages = pagesOfTree;
        named(name, tree, Kind.TABLE);
        kind = Kind.NAMES;
        lastKey = key;
        floor = null;
        entries = outerEntries;
        pagesOfTree = outerPages;
    }

    private void take(final long number, final int count) throws DamageException {
        TreePages.check(
                number >= TreePages.FIRST_PAGE && number + count - 1 <= meta.lastPage(),
                number,
                "is outside of the file's pages");
        for (int i = 0; i < count; i++) {
            TreePages.check(!seen.get((int) number + i), number + i, "belongs to two things");
            seen.set((int) number + i);
        }
    }
}
