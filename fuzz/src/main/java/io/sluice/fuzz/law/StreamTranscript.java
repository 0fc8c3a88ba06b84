package io.sluice.fuzz.law;

import io.sluice.codec.wire.Slice;
import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * What was read out of a stream: the bytes it carries, the events between them, the failure that
 * ended it. A place is told twice: in what is carried, and in the stream itself, where only one
 * that comes byte by byte shows it. Allocates only while it grows.
 */
public final class StreamTranscript {
    private final Transcript transcript = new Transcript();
    private final UnsafeBuffer carried = new UnsafeBuffer(new byte[0]);
    private final Slice last = new Slice();
    private byte[] bytes = new byte[4_096];
    private int length;

    /** Forgets everything. */
    public void begin() {
        transcript.begin(0);
        length = 0;
    }

    /** These bytes came next. */
    public void carry(final DirectBuffer buffer, final int offset, final int count) {
        if (length + count > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + count));
        }
        buffer.getBytes(offset, bytes, length, count);
        length += count;
    }

    /**
     * An event came next; its details go to the transcript that is returned.
     *
     * @param arrived bytes of the stream that were there when it was told
     */
    public Transcript event(final int event, final int arrived) {
        tell("event", event, arrived);
        return transcript;
    }

    /** The stream failed here. */
    public void failure(final int verdict, final int arrived) {
        tell("failure", verdict, arrived);
    }

    /** All is told. */
    public void end() {
        carried.wrap(bytes);
        transcript.range("what is carried", carried, 0, length);
    }

    private void tell(final String what, final int verdict, final int arrived) {
        transcript.number(what, verdict);
        transcript.number("after bytes carried", length);
        transcript.position("after bytes of the stream", arrived);
    }

    /** Whether the range holds the bytes that were carried last. */
    boolean endsWith(final DirectBuffer buffer, final int offset, final int count) {
        carried.wrap(bytes);
        return last.wrap(buffer, offset, count).contentEquals(carried, length - count, count);
    }

    /**
     * The first thing that was told otherwise, in words, or null if all is the same.
     *
     * @param arrivals whether places in the stream must be the same too
     */
    public String difference(final StreamTranscript other, final boolean arrivals) {
        return transcript.difference(other.transcript, arrivals);
    }
}
