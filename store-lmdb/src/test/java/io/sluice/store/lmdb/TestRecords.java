package io.sluice.store.lmdb;

import io.sluice.engine.link.Checksum;
import io.sluice.engine.link.Record;
import io.sluice.engine.link.SlabPool;
import io.sluice.engine.store.StoreFullException;
import io.sluice.engine.store.StoreSnapshot;
import io.sluice.engine.store.StoreWriter;
import org.agrona.concurrent.UnsafeBuffer;

/** Real records, made from their sequence, sealed, and told apart when they are read. */
final class TestRecords {
    static final int NODE = StoreWriter.FIRST_NODE;
    static final int CLASS = 5;
    private static final int REGION = 4 << 20;

    /** Where a record is made, and where one is read to. */
    private static final int READ_OFFSET = 2 << 20;

    private final SlabPool slabs = new SlabPool(REGION);
    private final UnsafeBuffer region = slabs.buffer();
    private final Checksum checksum = new Checksum(slabs);

    /** What a read has shown. */
    enum Finding {
        ABSENT,
        INTACT,
        NOT_INTACT,
        ANOTHER
    }

    /** Lengths around all edges, by the sequence. */
    static int length(final long sequence) {
        final int[] lengths = {64, 200, 1_990, 33, 2_000, 500, 2_001, 90, 4_100, 256, 20_000, 128};
        return lengths[(int) (sequence % lengths.length)];
    }

    private int make(final long sequence) {
        final int length = length(sequence);
        final int bodyLength = length - Record.HEADER_LENGTH;
        Record.begin(region, 0, Record.FORMAT_MQTT, Record.FLAG_DURABLE, bodyLength);
        Record.arrivedAtMs(region, 0, sequence);
        for (int i = 0; i < bodyLength; i++) {
            region.putByte(Record.HEADER_LENGTH + i, (byte) (sequence * 31 + i * 7));
        }
        Record.seal(region, 0, checksum);
        return length;
    }

    void persist(final StoreWriter writer, final long sequence) throws StoreFullException {
        final int length = make(sequence);
        writer.persist(NODE, CLASS, sequence, region, 0, length);
    }

    Finding read(final StoreSnapshot held, final long sequence) {
        final int length =
                held.read(NODE, CLASS, sequence, region, READ_OFFSET, REGION - READ_OFFSET);
        if (length == StoreSnapshot.ABSENT) {
            return Finding.ABSENT;
        }
        if (!Record.isIntact(region, READ_OFFSET, length, checksum)) {
            return Finding.NOT_INTACT;
        }
        return Record.arrivedAtMs(region, READ_OFFSET) == sequence && length == length(sequence)
                ? Finding.INTACT
                : Finding.ANOTHER;
    }
}
