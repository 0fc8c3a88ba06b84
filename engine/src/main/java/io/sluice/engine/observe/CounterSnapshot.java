package io.sluice.engine.observe;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * What stood in a counter file, by the labels that the file itself names: its writer may be another
 * version.
 *
 * @param pid the process that counts or counted
 * @param startMs when it began
 * @param hasEnded whether it ended as it should
 * @param sameBoot whether the machine has not started anew since
 * @param values the sum over all agents, for each label
 */
public record CounterSnapshot(
        long pid, long startMs, boolean hasEnded, boolean sameBoot, Map<String, Long> values) {
    private static final int FILE_BYTES_MAX = 16 << 20;

    public CounterSnapshot {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /** Whether its process is there still. */
    public boolean isRunning() {
        return !hasEnded
                && sameBoot
                && ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
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

    /** Reads the file, which may be counted in meanwhile. */
    public static CounterSnapshot read(final Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            final long length = channel.size();
            if (length < CounterFile.LABELS || length > FILE_BYTES_MAX) {
                throw new IOException(file + " is no counter file");
            }
            return snapshot(
                    file, new UnsafeBuffer(channel.map(FileChannel.MapMode.READ_ONLY, 0, length)));
        }
    }

    private static CounterSnapshot snapshot(final Path file, final UnsafeBuffer buffer)
            throws IOException {
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
                || first + (long) blocks * stride > buffer.capacity()) {
            throw new IOException(file + " is no counter file of this version");
        }
        final byte[] text = new byte[labelsLength];
        buffer.getBytes(CounterFile.LABELS, text);
        final String[] labels = new String(text, StandardCharsets.US_ASCII).split("\n");
        if ((long) labels.length * Long.BYTES > stride) {
            throw new IOException(file + " is no counter file: it names more than it has");
        }
        final Map<String, Long> values = new LinkedHashMap<>();
        for (int i = 0; i < labels.length; i++) {
            long sum = 0;
            for (int block = 0; block < blocks; block++) {
                sum += buffer.getLongVolatile(first + block * stride + i * Long.BYTES);
            }
            values.put(labels[i], sum);
        }
        final byte[] boot = new byte[CounterFile.BOOT_BYTES];
        buffer.getBytes(CounterFile.BOOT_AT, boot);
        return new CounterSnapshot(
                buffer.getLong(CounterFile.PID_AT),
                buffer.getLong(CounterFile.START_AT),
                buffer.getIntVolatile(CounterFile.STATE_AT) == CounterFile.STATE_ENDED,
                Arrays.equals(boot, BootId.current()),
                values);
    }
}
