package io.sluice.engine.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** What the contract suites play on: a store that can be closed, killed and opened again. */
public abstract class StoreScene {
    /** How many identities the stores of the suites remember. */
    protected static final int IDENTITIES_MAX = 50;

    protected static final int NODE = StoreWriter.FIRST_NODE;
    protected static final int CLASS = 5;

    /** One more than the longest record that is read, so that the edges are seen. */
    private static final int INTO_LENGTH = (1 << 20) + 64;

    protected Store store;
    protected StoreWriter writer;
    protected StoreSnapshot reader;

    private final UnsafeBuffer into = new UnsafeBuffer(new byte[INTO_LENGTH]);

    /** A store that was never there, with room for some MiB. */
    protected abstract Store create() throws Exception;

    /** A store that was never there, with room for a few MiB at most. */
    protected abstract Store createSmall() throws Exception;

    /** Closes the store and opens it again. */
    protected abstract Store reopen(Store closing) throws Exception;

    /** Ends the store as the end of its process does, and opens it again. */
    protected abstract Store crash(Store crashing) throws Exception;

    @BeforeEach
    void createStore() throws Exception {
        use(create());
    }

    @AfterEach
    void closeStore() {
        store.close();
    }

    protected final void use(final Store opened) {
        store = opened;
        writer = opened.writer();
        reader = opened.reader();
    }

    /** The bytes of a record, told apart by its sequence; no store looks into them. */
    protected static byte[] bytes(final long sequence, final int length) {
        final byte[] bytes = new byte[length];
        new SplittableRandom(sequence).nextBytes(bytes);
        return bytes;
    }

    protected final void persist(final int node, final long sequence, final int length)
            throws StoreFullException {
        persist(node, CLASS, sequence, length);
    }

    protected final void persist(
            final int node, final int priorityClass, final long sequence, final int length)
            throws StoreFullException {
        // Somewhere in a larger buffer, as a record in its slab is.
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[length + 16]);
        buffer.putBytes(7, bytes(sequence, length));
        writer.persist(node, priorityClass, sequence, buffer, 7, length);
    }

    protected final void persisted(final int node, final long sequence, final int length)
            throws StoreFullException {
        persist(node, sequence, length);
        writer.sync();
    }

    protected final void node(final int node, final String address) throws StoreFullException {
        final UnsafeBuffer buffer = utf8(address);
        writer.createNode(node, buffer, 0, buffer.capacity());
    }

    protected final boolean remember(final int node, final String id) throws StoreFullException {
        final UnsafeBuffer buffer = utf8(id);
        return writer.remember(node, buffer, 0, buffer.capacity());
    }

    private static UnsafeBuffer utf8(final String text) {
        return new UnsafeBuffer(text.getBytes(StandardCharsets.UTF_8));
    }

    /** What a read of the record answers, on a commit of its own. */
    protected final int lengthOf(final int node, final int priorityClass, final long sequence) {
        reader.renew();
        try {
            return reader.read(node, priorityClass, sequence, into, 3, INTO_LENGTH - 3);
        } finally {
            reader.release();
        }
    }

    protected final void assertThere(final int node, final long sequence, final int length) {
        assertThere(node, CLASS, sequence, length);
    }

    protected final void assertThere(
            final int node, final int priorityClass, final long sequence, final int length) {
        assertEquals(length, lengthOf(node, priorityClass, sequence), "length of " + sequence);
        assertRead(sequence, length);
    }

    /** Whether what was read last are the bytes of the sequence. */
    protected final void assertRead(final long sequence, final int length) {
        final byte[] read = new byte[length];
        into.getBytes(3, read);
        assertArrayEquals(bytes(sequence, length), read, "bytes of " + sequence);
    }

    protected final void assertAbsent(final int node, final long sequence) {
        assertEquals(StoreSnapshot.ABSENT, lengthOf(node, CLASS, sequence), "sequence " + sequence);
    }

    protected final int readDead(final long number) {
        reader.renew();
        try {
            return reader.readDead(number, into, 3, INTO_LENGTH - 3);
        } finally {
            reader.release();
        }
    }

    /** The sequences of a class of a node, on a commit of their own. */
    protected final List<Long> sequences(
            final int node, final int priorityClass, final long fromSequence) {
        reader.renew();
        try {
            return heldSequences(node, priorityClass, fromSequence);
        } finally {
            reader.release();
        }
    }

    protected final List<Long> heldSequences(
            final int node, final int priorityClass, final long fromSequence) {
        final List<Long> sequences = new ArrayList<>();
        reader.index(
                node,
                priorityClass,
                fromSequence,
                (foundClass, sequence, length, deliveryCount) -> {
                    assertEquals(priorityClass, foundClass);
                    return sequences.add(sequence);
                });
        return sequences;
    }

    /** What {@link StoreSnapshot#index} tells of a class, as "sequence:length:count". */
    protected final List<String> entries(final int node, final int priorityClass) {
        final List<String> entries = new ArrayList<>();
        reader.renew();
        reader.index(
                node,
                priorityClass,
                0,
                (foundClass, sequence, length, deliveryCount) ->
                        entries.add(sequence + ":" + length + ":" + deliveryCount));
        reader.release();
        return entries;
    }

    /** The dead letters, as "number:node:sequence:reason:at:length". */
    protected final List<String> dead(final long fromNumber) {
        final List<String> letters = new ArrayList<>();
        reader.renew();
        reader.dead(
                fromNumber,
                (number, node, sequence, reasonCode, atMs, length) ->
                        letters.add(
                                String.join(
                                        ":",
                                        Long.toString(number),
                                        Integer.toUnsignedString(node),
                                        Long.toString(sequence),
                                        Integer.toString(reasonCode),
                                        Long.toString(atMs),
                                        Integer.toString(length))));
        reader.release();
        return letters;
    }

    /** The nodes, as "number address last messages bytes high". */
    protected final List<String> nodes() {
        final List<String> nodes = new ArrayList<>();
        writer.forEachNode(
                (node, address, offset, length, state) ->
                        nodes.add(
                                String.join(
                                        " ",
                                        Integer.toUnsignedString(node),
                                        address.getStringWithoutLengthUtf8(offset, length),
                                        Long.toString(state.lastSequence),
                                        Long.toString(state.messages),
                                        Long.toString(state.bytes),
                                        Long.toString(state.transferredHigh))));
        return nodes;
    }
}
