package io.sluice.fuzz.amqp;

import io.sluice.codec.amqp.TypeLimits;
import io.sluice.fuzz.law.Finding;
import io.sluice.fuzz.law.Laws;
import io.sluice.fuzz.law.Seeds;
import io.sluice.fuzz.law.Target;
import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Whole messages. The first byte of an input selects the limits, the rest is the message. A message
 * that is cut short is one only where it is cut between two sections.
 */
public final class MessageFuzz implements Target {
    private static final int TIGHT = 1;
    private static final int CUTS_MAX = 512;

    private final Laws laws;
    private final MessageReader[] readers = {
        new MessageReader(new TypeLimits(12, 1_000, 256)),
        new MessageReader(new TypeLimits(4, 64, 3))
    };
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[0]);
    private int[] ends = new int[64];

    public MessageFuzz(final Laws laws) {
        this.laws = laws;
    }

    @Override
    public void check(final byte[] input) {
        if (input.length == 0) {
            return;
        }
        final MessageReader reader = readers[input[0] & TIGHT];
        final byte[] bytes = Arrays.copyOfRange(input, 1, input.length);
        if (reader.accepts(laws.read(reader, bytes))) {
            cut(reader, bytes);
            laws.echo(reader, bytes);
        }
    }

    private void cut(final MessageReader reader, final byte[] bytes) {
        buffer.wrap(bytes);
        reader.read(buffer, 0, bytes.length);
        int sections = 0;
        while (reader.message().next()) {
            if (sections == ends.length) {
                ends = Arrays.copyOf(ends, 2 * sections);
            }
            ends[sections++] = reader.message().sectionOffset() + reader.message().sectionLength();
        }
        final int step = 1 + bytes.length / CUTS_MAX;
        for (int cut = 0; cut < bytes.length; cut += step) {
            final boolean isEnd = Arrays.binarySearch(ends, 0, sections, cut) >= 0;
            if (reader.accepts(reader.read(buffer, 0, cut)) != isEnd) {
                throw new Finding("the first " + cut + " of " + bytes.length + " bytes: " + isEnd);
            }
        }
    }

    @Override
    public void seeds(final Seeds seeds) {
        for (final byte[] message : AmqpSamples.messages()) {
            seeds.add(AmqpSamples.prepend(0, message)).add(AmqpSamples.prepend(TIGHT, message));
        }
    }
}
