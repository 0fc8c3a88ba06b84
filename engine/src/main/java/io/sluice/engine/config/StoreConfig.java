package io.sluice.engine.config;

import java.nio.file.Path;
import java.util.Objects;

/** Where records are kept, and how much of the disk they may take. */
public record StoreConfig(Path directory, long bytesMax) {
    private static final long BYTES_MIN = 64L << 20;
    private static final long BYTES_LIMIT = 16L << 40;

    public StoreConfig {
        Objects.requireNonNull(directory);
        Require.that(
                bytesMax >= BYTES_MIN && bytesMax <= BYTES_LIMIT,
                "store.max_bytes: 64MiB to 16TiB");
    }
}
