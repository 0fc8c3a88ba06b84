package io.sluice.engine.observe;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * What stood in a counter file, by the labels that the file itself names: its writer may be another
 * version.
 *
 * @param run whose counters they are
 * @param hasEnded whether it ended as it should
 * @param sameBoot whether the machine has not started anew since
 * @param agents what each agent counted
 * @param values the sum over all agents, for each label
 */
public record CounterSnapshot(
        CounterFile.Run run,
        boolean hasEnded,
        boolean sameBoot,
        List<Agent> agents,
        Map<String, Long> values) {
    private static final int FILE_BYTES_MAX = 16 << 20;

    /**
     * The counters of one agent.
     *
     * @param atBoundary whether they were read between two of its duties, and belong together
     */
    public record Agent(boolean atBoundary, Map<String, Long> values) {
        public Agent {
            values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
        }

        /** Of that label; nothing is counted under one that the file does not know. */
        public long value(final Counter counter) {
            return Objects.requireNonNullElse(values.get(counter.label()), 0L);
        }
    }

    public CounterSnapshot {
        agents = List.copyOf(agents);
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    public long pid() {
        return run.pid();
    }

    /** When it began. */
    public long startMs() {
        return run.startMs();
    }

    /** Whether its process is there still. */
    public boolean isRunning() {
        return !hasEnded
                && sameBoot
                && ProcessHandle.of(pid()).map(ProcessHandle::isAlive).orElse(false);
    }

    /** Whether it is that run in the books of the store. */
    boolean isOf(final long epoch, final long startMs) {
        return run.epoch() == epoch && run.startMs() == startMs;
    }

    /** Of that label; nothing is counted under one that the file does not know. */
    public long value(final Counter counter) {
        return Objects.requireNonNullElse(values.get(counter.label()), 0L);
    }

    /** As {@link #read}, for whoever does not care why there is none. */
    static Optional<CounterSnapshot> tryRead(final Path file) {
        try {
            return Optional.of(read(file));
        } catch (final IOException e) {
            return Optional.empty();
        }
    }

    /** Reads the file as it is, which may be counted in meanwhile. */
    public static CounterSnapshot read(final Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return snapshot(file, map(file, channel, FileChannel.MapMode.READ_ONLY), 0);
        }
    }

    /**
     * Reads each agent's counters between two of its duties, one agent after the other as they
     * stand in the file, and waits so long for that. An agent that was killed in its duty, or does
     * not come to an end of it, is told as it is.
     */
    public static CounterSnapshot readAtBoundaries(final Path file, final long patienceNs)
            throws IOException {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            final UnsafeBuffer buffer = map(file, channel, FileChannel.MapMode.READ_WRITE);
            final boolean mayAnswer = snapshot(file, buffer, 0).isRunning();
            return snapshot(file, buffer, mayAnswer ? patienceNs : 0);
        }
    }

    private static UnsafeBuffer map(
            final Path file, final FileChannel channel, final FileChannel.MapMode mode)
            throws IOException {
        final long length = channel.size();
        if (length < CounterFile.LABELS || length > FILE_BYTES_MAX) {
            throw new IOException(file + " is no counter file");
        }
        return new UnsafeBuffer(channel.map(mode, 0, length));
    }

    private static CounterSnapshot snapshot(
            final Path file, final UnsafeBuffer buffer, final long patienceNs) throws IOException {
        final int blocks = buffer.getInt(CounterFile.BLOCKS_AT);
        final int stride = buffer.getInt(CounterFile.STRIDE_AT);
        final int first = buffer.getInt(CounterFile.FIRST_AT);
        final int labelsLength = buffer.getInt(CounterFile.LABELS_AT);
        if (buffer.getLong(0) != CounterFile.MAGIC
                || buffer.getInt(CounterFile.VERSION_AT) != CounterFile.VERSION
                || blocks < 0
                || stride < 0
                || labelsLength < 0
                || first < (long) CounterFile.LABELS + labelsLength
                || first + (long) blocks * stride > buffer.capacity()
                || CounterFile.check(buffer) != buffer.getLong(CounterFile.CHECK_AT)) {
            throw new IOException(file + " is no counter file of this version");
        }
        final byte[] text = new byte[labelsLength];
        buffer.getBytes(CounterFile.LABELS, text);
        final String[] labels = new String(text, StandardCharsets.US_ASCII).split("\n");
        if (Counters.lengthFor(labels.length) > stride) {
            throw new IOException(file + " is no counter file: it names more than it has");
        }
        final Agent[] agents = new Agent[blocks];
        final long deadlineNs = System.nanoTime() + patienceNs;
        for (int i = 0; i < blocks; i++) {
            final BlockReader reader = new BlockReader(buffer, first + i * stride, labels);
            // One after the other: what the loops know of the store, the store knew before.
            agents[i] = patienceNs == 0 ? reader.read() : reader.read(deadlineNs);
        }
        final Map<String, Long> values = new LinkedHashMap<>();
        for (final String label : labels) {
            long sum = 0;
            for (final Agent agent : agents) {
                sum += agent.values().get(label);
            }
            values.put(label, sum);
        }
        final byte[] boot = new byte[CounterFile.BOOT_BYTES];
        buffer.getBytes(CounterFile.BOOT_AT, boot);
        return new CounterSnapshot(
                new CounterFile.Run(
                        buffer.getLong(CounterFile.PID_AT),
                        buffer.getLong(CounterFile.START_AT),
                        blocks,
                        buffer.getLong(CounterFile.EPOCH_AT)),
                buffer.getIntVolatile(CounterFile.STATE_AT) == CounterFile.STATE_ENDED,
                Arrays.equals(boot, BootId.current()),
                List.of(agents),
                values);
    }
}
