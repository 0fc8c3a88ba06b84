package io.sluice.store.lmdb;

/**
 * How a store is opened.
 *
 * @param mapBytes what the data file may grow to; never changed while the store is open
 * @param reserveBytes how much of it is kept for completions, positions and counts
 * @param ballastBytes the file that is given up when the disk is full; 0 for none, and then the
 *     disk's free space is not watched
 * @param dedupEntriesMax how many identities are remembered
 * @param verifyBytesMax after an unclean stop every page is looked at, if the file is not larger
 * @param seed keys the hash of the identities; another one in each process
 */
public record LmdbOptions(
        long mapBytes,
        long reserveBytes,
        long ballastBytes,
        int dedupEntriesMax,
        long verifyBytesMax,
        long seed) {
    private static final long MIB = 1 << 20;
    private static final long RESERVE_BYTES_MIN = 16 * MIB;
    private static final long MAP_BYTES_MIN = 64 * MIB;
    private static final int RESERVE_DIVISOR = 20;
    private static final long VERIFY_BYTES_MAX = 256 * MIB;
    private static final int DEDUP_ENTRIES_MAX = 1_000_000;

    public LmdbOptions {
        require(mapBytes >= MIB, "the store's limit: at least 1 MiB");
        require(reserveBytes >= 0 && reserveBytes < mapBytes, "the reserve: below the limit");
        require(ballastBytes >= 0, "the ballast: not negative");
        require(dedupEntriesMax >= 1, "remembered identities: at least 1");
        require(verifyBytesMax >= 0, "what is verified: not negative");
    }

    /** The usual reserve and ballast for a limit. */
    public static LmdbOptions of(final long mapBytes, final long seed) {
        require(mapBytes >= MAP_BYTES_MIN, "the store's limit: at least 64 MiB");
        final long reserveBytes = Math.max(RESERVE_BYTES_MIN, mapBytes / RESERVE_DIVISOR);
        return new LmdbOptions(
                mapBytes,
                reserveBytes,
                RESERVE_BYTES_MIN,
                DEDUP_ENTRIES_MAX,
                VERIFY_BYTES_MAX,
                seed);
    }

    private static void require(final boolean holds, final String message) {
        if (!holds) {
            throw new IllegalArgumentException(message);
        }
    }
}
