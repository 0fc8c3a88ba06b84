package io.sluice.store.lmdb;

import java.io.File;
import java.nio.file.Path;
import org.agrona.DirectBuffer;
import org.lmdbjava.Txn;

/** The disk that a directory is on. */
final class DirectoryDisk implements Disk {
    private final File directory;

    DirectoryDisk(final Path directory) {
        this.directory = directory.toFile();
    }

    @Override
    public long usableBytes() {
        return directory.getUsableSpace();
    }

    @Override
    public void commit(final Txn<DirectBuffer> txn) {
        txn.commit();
    }
}
