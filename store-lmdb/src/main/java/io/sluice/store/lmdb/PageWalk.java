package io.sluice.store.lmdb;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Walks all trees of one commit and its free list: every page is where it belongs and belongs to
 * one thing, keys are in order, counts are right. No record is looked into: their checksums are
 * their readers' business. Owned by one inspection.
 */
final class PageWalk {
    private static final int DEPTH_MAX = 32;

    private final TreePages pages;
    private final MetaPage meta;
    private final BitSet seen = new BitSet();

    // Of the tree that is walked.
    private byte[] lastKey;

    /** What the next key may not be below: the branch says so. */
    private byte[] floor;

    private boolean isNumbered;
    private long entries;
    private long pagesOfTree;

    private PageWalk(final TreePages pages, final MetaPage meta) {
        this.pages = pages;
        this.meta = meta;
    }

    /** Walks everything; returns how many pages were looked at. */
    static long walk(final DataFile file, final MetaPage meta) throws DamageException {
        final PageWalk walk = new PageWalk(new TreePages(file, meta), meta);
        walk.named("the free list", meta.freeList(), true);
        walk.named("the table of tables", meta.main(), false);
        return walk.seen.cardinality();
    }

    private void named(final String name, final MetaPage.Tree tree, final boolean isFreeList)
            throws DamageException {
        lastKey = null;
        floor = null;
        isNumbered = isFreeList;
        entries = 0;
        pagesOfTree = 0;
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
        if (isNumbered && left.length == Long.BYTES && right.length == Long.BYTES) {
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
        ByteBuffer data = TreePages.stored(page, index);
        if ((flags & TreePages.NODE_BIG) != 0) {
            data = big(data.getLong(0), TreePages.dataLength(page, index));
        }
        if (isNumbered) {
            onFreePages(data, number);
        } else if ((flags & TreePages.NODE_TREE) != 0) {
            TreePages.check(
                    data.remaining() == MetaPage.Tree.LENGTH, number, "names a tree that is none");
            onTree(TreePages.key(page, index), MetaPage.Tree.read(data, 0));
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

    private void onTree(final byte[] name, final MetaPage.Tree tree) throws DamageException {
        final byte[] key = lastKey;
        final long outerEntries = entries;
        final long outerPages = pagesOfTree;
        named(new String(name, StandardCharsets.UTF_8), tree, false);
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
