package io.sluice.store.lmdb;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * One of the two pages that say where the trees begin; each commit writes the older one, so that
 * the other still tells of the commit before.
 *
 * <pre>
 *  0  page number u64 | pad u16 | flags u16 | 0 u32
 *  16 magic u32 | version u32 | address u64 | map size u64
 *  40 the free list: page size u32 | flags u16 | depth u16 | branch, leaf, overflow pages u64 |
 *     entries u64 | root u64
 *  88 the main tree, likewise
 *  136 last page u64 | transaction u64
 * </pre>
 *
 * <p>In the byte order of the machine, as LMDB writes it.
 */
record MetaPage(
        boolean isMeta, int pageSize, Tree freeList, Tree main, long lastPage, long transaction) {
    /** The end of what is read of it. */
    static final int LENGTH = 152;

    /** From here a commit writes: the fields before never change. */
    static final int WRITTEN_FROM = 32;

    static final int MAGIC_OFFSET = 16;
    static final int VERSION_OFFSET = 20;
    static final int FREE_LIST_OFFSET = 40;
    static final int MAIN_OFFSET = 88;
    static final int LAST_PAGE_OFFSET = 136;
    static final int TRANSACTION_OFFSET = 144;

    static final short FLAG_META = 0x08;
    static final ByteOrder ORDER = ByteOrder.nativeOrder();

    private static final int FLAGS_OFFSET = 10;
    private static final int MAGIC = 0xBEEFC0DE;
    private static final int VERSION = 1;
    private static final int PAGE_SIZE_MIN = 512;
    private static final int PAGE_SIZE_MAX = 1 << 16;

    /** One tree, as its row says. */
    record Tree(int flags, int depth, long pages, long entries, long root) {
        /** Of the free list: its keys are numbers. No other tree has any. */
        static final int NUMBERED = 0x08;

        static final int LENGTH = 48;

        /** The root of a tree with nothing in it. */
        static final long EMPTY = -1;

        static Tree read(final ByteBuffer bytes, final int offset) {
            return new Tree(
                    bytes.getShort(offset + 4) & 0xFFFF,
                    bytes.getShort(offset + 6) & 0xFFFF,
                    bytes.getLong(offset + 8)
                            + bytes.getLong(offset + 16)
                            + bytes.getLong(offset + 24),
                    bytes.getLong(offset + 32),
                    bytes.getLong(offset + 40));
        }
    }

    static MetaPage read(final ByteBuffer page) {
        page.order(ORDER);
        final int pageSize = page.getInt(FREE_LIST_OFFSET);
        final boolean isMeta =
                (page.getShort(FLAGS_OFFSET) & FLAG_META) != 0
                        && page.getInt(MAGIC_OFFSET) == MAGIC
                        && page.getInt(VERSION_OFFSET) == VERSION
                        && pageSize >= PAGE_SIZE_MIN
                        && pageSize <= PAGE_SIZE_MAX
                        && Integer.bitCount(pageSize) == 1;
        return new MetaPage(
                isMeta,
                pageSize,
                Tree.read(page, FREE_LIST_OFFSET),
                Tree.read(page, MAIN_OFFSET),
                page.getLong(LAST_PAGE_OFFSET),
                page.getLong(TRANSACTION_OFFSET));
    }
}
