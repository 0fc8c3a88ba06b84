package io.sluice.engine.link;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** CRC32C over the slabs of one loop; each thread that looks at them has its own. */
public final class Checksum {
    private final CRC32C crc = new CRC32C();
    private final ByteBuffer view;

    public Checksum(final SlabPool slabs) {
        view = slabs.byteBuffer().duplicate();
    }

    /** Of the bytes of a range in the region. */
    public int of(final int offset, final int length) {
        view.clear().position(offset).limit(offset + length);
        crc.reset();
        crc.update(view);
        return (int) crc.getValue();
    }
}
