package io.sluice.tools;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** What a command sends, one after the other: the same several times, or line by line. */
interface Payloads {
    /** Bytes of the longest: a packet has to hold it. */
    int BYTES_MAX = (16 << 20) - 1024;

    /** Whether there are no more; else the next is there or may still come. */
    boolean isAtEnd() throws IOException;

    /** The next one; nothing if it has not come within this time, or at the end. */
    Optional<byte[]> next(long waitMs) throws IOException, InterruptedException;

    /** The same so many times. */
    static Payloads repeated(final byte[] payload, final long times) {
        return new Payloads() {
            private long left = times;

            @Override
            public boolean isAtEnd() {
                return left == 0;
            }

            @Override
            public Optional<byte[]> next(final long waitMs) {
                left--;
                return Optional.of(payload);
            }
        };
    }

    /** Each line of the stream, without its end; a thread waits for them. */
    static Payloads lines(final InputStream stream) {
        return new Lines(stream);
    }

    /** Reads lines on a thread of its own, a few ahead. */
    final class Lines implements Payloads {
        private static final int AHEAD = 16;
        private static final byte[] END = {};

        private final BlockingQueue<byte[]> lines = new LinkedBlockingQueue<>(AHEAD);
        private final InputStream stream;
        private volatile IOException failure;
        private boolean ended;

        private Lines(final InputStream stream) {
            this.stream = stream;
            final Thread thread = new Thread(this::read, "sluice-lines");
            thread.setDaemon(true);
            thread.start();
        }

        private void read() {
            try {
                byte[] line = line();
                while (line != null) {
                    lines.put(line);
                    line = line();
                }
                lines.put(END);
            } catch (final IOException e) {
                failure = e;
                lines.clear();
                lines.add(END);
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private byte[] line() throws IOException {
            final ByteArrayOutputStream line = new ByteArrayOutputStream();
            int read = stream.read();
            if (read < 0) {
                return null;
            }
            while (read >= 0 && read != '\n') {
                line.write(read);
                if (line.size() > BYTES_MAX) {
                    throw new IOException("a line is longer than " + BYTES_MAX + " bytes");
                }
                read = stream.read();
            }
            final byte[] bytes = line.toByteArray();
            final int length = bytes.length;
            return length > 0 && bytes[length - 1] == '\r'
                    ? java.util.Arrays.copyOf(bytes, length - 1)
                    : bytes;
        }

        @Override
        public boolean isAtEnd() throws IOException {
            if (failure != null) {
                throw failure;
            }
            return ended;
        }

        @Override
        public Optional<byte[]> next(final long waitMs) throws IOException, InterruptedException {
            final byte[] line = lines.poll(waitMs, TimeUnit.MILLISECONDS);
            ended = line == END;
            isAtEnd();
            return ended ? Optional.empty() : Optional.ofNullable(line);
        }
    }
}
