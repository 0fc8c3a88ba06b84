package io.sluice.engine.observe;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/** Which start of the machine this is: what memory holds does not outlive it. */
final class BootId {
    private static final Path SOURCE = Path.of("/proc/sys/kernel/random/boot_id");

    private BootId() {}

    /** Sixteen bytes; all zero where the system does not tell. */
    static byte[] current() {
        final ByteBuffer bytes = ByteBuffer.allocate(CounterFile.BOOT_BYTES);
        try {
            final UUID id = UUID.fromString(Files.readString(SOURCE).strip());
            bytes.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
        } catch (final IOException | IllegalArgumentException e) {
            bytes.clear(); // not Linux, or hidden in a sandbox
        }
        return bytes.array();
    }
}
