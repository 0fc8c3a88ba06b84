package io.sluice.engine.config;

import java.nio.file.Path;
import java.util.Objects;

/** Where records are kept, and how much of the disk they may take. */
public record StoreConfig(Path directory, long bytesMax) {
    private static final long BYTES_MIN = 64L << 20;

    public StoreConfig {
        Objects.requireNonNull(directory);
        Require.that(bytesMax >= BYTES_MIN, "store.max_bytes: at least 64 MiB");
    }
}
