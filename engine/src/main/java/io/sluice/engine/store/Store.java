package io.sluice.engine.store;

/** A store that is open: one writer, one reader, each owned by its agent. */
public interface Store extends AutoCloseable {
    /** What a commit of this store survives. */
    Durability durability();

    /** Owned by {@link StoreLoop}. */
    StoreWriter writer();

    /** Owned by {@link StoreReader}. */
    StoreSnapshot reader();

    /** After both agents have ended, the writer with no batch open. */
    @Override
    void close();
}
