package io.sluice.store.lmdb;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The pages of the trees, as one commit sees them, read with every number checked. Owned by who
 * looks into the file before LMDB does.
 *
 * <pre>
 *  page   number u64 | pad u16 | flags u16 | lower u16 | upper u16 | offsets of nodes u16 ...
 *  node   low u16 | high u16 | flags u16 | length of key u16 | key | data
 * </pre>
 *
 * <p>Low and high are the data's length in a leaf; in a branch they are, with the flags, the number
 * of the child.
 */
final class TreePages {
    static final int FLAG_BRANCH = 0x01;
    static final int FLAG_LEAF = 0x02;
    static final int FLAG_OVERFLOW = 0x04;
    static final int NODE_BIG = 0x01;
    static final int NODE_TREE = 0x02;
    static final int FIRST_PAGE = 2;

    private static final int PAGE_HEADER = 16;
    private static final int FLAGS = 10;
    private static final int LOWER = 12;
    private static final int UPPER = 14;
    private static final int NODE_HEADER = 8;

    private final DataFile file;
    private final int pageSize;
    private final long lastPage;

    TreePages(final DataFile file, final MetaPage meta) {
        this.file = file;
        this.pageSize = meta.pageSize();
        this.lastPage = meta.lastPage();
    }

    int pageSize() {
        return pageSize;
    }

    /** A page of a tree, its header and its nodes within bounds. */
    ByteBuffer tree(final long number) throws DamageException {
        final ByteBuffer page = load(number, pageSize);
        final int flags = page.getShort(FLAGS);
        final int lower = page.getShort(LOWER) & 0xFFFF;
        final int upper = page.getShort(UPPER) & 0xFFFF;
        check(flags == FLAG_BRANCH || flags == FLAG_LEAF, number, "is no page of a tree");
        check(
                lower >= PAGE_HEADER && (lower & 1) == 0 && lower <= upper && upper <= pageSize,
                number,
                "has lost its bounds");
        int used = 0;
        for (int i = 0; i < count(page); i++) {
            final int node = node(page, i);
            check(node >= upper && node <= pageSize - NODE_HEADER, number, "has lost a node");
            final int stored = isLeaf(page) ? storedLength(page, i) : 0;
            check(
                    stored >= 0
                            && stored <= pageSize
                            && key(node) + keyLength(page, i) + stored <= pageSize,
                    number,
                    "has a node that is too long");
            // Nodes begin at even places, one at the end of the other.
            used += NODE_HEADER + keyLength(page, i) + stored + 1 & ~1;
        }
        check(used == pageSize - upper, number, "has nodes that overlap or leave gaps");
        return page;
    }

    /** The pages of a value that has its own. */
    ByteBuffer overflow(final long number) throws DamageException {
        final ByteBuffer head = load(number, PAGE_HEADER);
        final int pages = head.getInt(LOWER);
        check(head.getShort(FLAGS) == FLAG_OVERFLOW, number, "is no value of its own");
        check(
                pages > 0
                        && pages <= lastPage - number + 1
                        && pages <= Integer.MAX_VALUE / pageSize,
                number,
                "is a value that does not end");
        return load(number, pages * pageSize);
    }

    static int overflowPages(final ByteBuffer head) {
        return head.getInt(LOWER);
    }

    private ByteBuffer load(final long number, final int length) throws DamageException {
        check(number >= FIRST_PAGE && number <= lastPage, number, "is outside of the file's pages");
        final ByteBuffer page = ByteBuffer.allocate(length).order(MetaPage.ORDER);
        check(file.read(page, number * pageSize), number, "lies behind the end of the file");
        check(page.getLong(0) == number, number, "is not where it belongs");
        return page;
    }

    static void check(final boolean holds, final long page, final String what)
            throws DamageException {
        if (!holds) {
            throw new DamageException("page " + page + " " + what);
        }
    }

    static boolean isLeaf(final ByteBuffer page) {
        return page.getShort(FLAGS) == FLAG_LEAF;
    }

    static int count(final ByteBuffer page) {
        return ((page.getShort(LOWER) & 0xFFFF) - PAGE_HEADER) / Short.BYTES;
    }

    private static int node(final ByteBuffer page, final int index) {
        return page.getShort(PAGE_HEADER + index * Short.BYTES) & 0xFFFF;
    }

    private static int key(final int node) {
        return node + NODE_HEADER;
    }

    private static int keyLength(final ByteBuffer page, final int index) {
        return page.getShort(node(page, index) + 6) & 0xFFFF;
    }

    static int nodeFlags(final ByteBuffer page, final int index) {
        return page.getShort(node(page, index) + 4) & 0xFFFF;
    }

    static byte[] key(final ByteBuffer page, final int index) {
        final byte[] key = new byte[keyLength(page, index)];
        page.get(key(node(page, index)), key);
        return key;
    }

    static long child(final ByteBuffer page, final int index) {
        final int node = node(page, index);
        return page.getInt(node) & 0xFFFFFFFFL | (long) nodeFlags(page, index) << Integer.SIZE;
    }

    static int dataLength(final ByteBuffer page, final int index) {
        return page.getInt(node(page, index));
    }

    private static int storedLength(final ByteBuffer page, final int index) {
        return (nodeFlags(page, index) & NODE_BIG) != 0 ? Long.BYTES : dataLength(page, index);
    }

    /** What stands in the node: its data, or the number of the page that it begins on. */
    static ByteBuffer stored(final ByteBuffer page, final int index) {
        final int from = key(node(page, index)) + keyLength(page, index);
        return page.slice(from, storedLength(page, index)).order(MetaPage.ORDER);
    }

    /** The data of a key in a tree, or null. */
    ByteBuffer find(final long root, final byte[] key) throws DamageException {
        long number = root;
        for (int depth = 0; number != MetaPage.Tree.EMPTY; depth++) {
            check(depth < Long.SIZE, number, "leads in circles");
            final ByteBuffer page = tree(number);
            final int index = lastNotAbove(page, key);
            if (isLeaf(page)) {
                final boolean found = index >= 0 && Arrays.equals(key(page, index), key);
                return found ? stored(page, index) : null;
            }
            check(count(page) > 0, number, "is a branch without a child");
            number = child(page, Math.max(index, 0));
        }
        return null;
    }

    private static int lastNotAbove(final ByteBuffer page, final byte[] key) {
        int index = count(page) - 1;
        // The first key of a branch is empty: it stands for everything below the second.
        while (index >= 0 && Arrays.compareUnsigned(key(page, index), key) > 0) {
            index--;
        }
        return index;
    }
}
