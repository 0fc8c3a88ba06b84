package io.sluice.fuzz.amqp;

import static java.nio.ByteOrder.BIG_ENDIAN;

import io.sluice.codec.amqp.TypeLimits;
import io.sluice.fuzz.law.Laws;
import io.sluice.fuzz.law.Seeds;
import io.sluice.fuzz.law.Target;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A decoder of described lists: frame bodies, states, ends of links, errors. The first byte of an
 * input selects; the rest is a described list, or what gets the right sizes around it, so that
 * mutations reach the fields.
 *
 * <pre>
 *   7 .. 3     1       0
 *  +------+---------+-------+----------------------------------------
 *  |      | framed  | tight | described list, or: code, count, fields
 *  +------+---------+-------+----------------------------------------
 * </pre>
 */
public final class DescribedFuzz implements Target {
    private static final int TIGHT = 1;
    private static final int FRAMED = 2;
    private static final int SIZE_8_MAX = 0xFF;

    private final Laws laws;
    private final List<byte[]> samples;
    private final DescribedReader[] readers;
    private final UnsafeBuffer alone = new UnsafeBuffer(new byte[0]);

    private DescribedFuzz(
            final Laws laws,
            final List<byte[]> samples,
            final Function<TypeLimits, DescribedReader> factory) {
        this.laws = laws;
        this.samples = samples;
        readers =
                new DescribedReader[] {
                    factory.apply(new TypeLimits(50, 1_000, 256)),
                    factory.apply(new TypeLimits(4, 64, 3))
                };
    }

    public static Target performatives(final Laws laws) {
        return new DescribedFuzz(laws, AmqpSamples.performatives(), PerformativeReader::new);
    }

    public static Target sasl(final Laws laws) {
        return new DescribedFuzz(laws, AmqpSamples.saslBodies(), SaslReader::new);
    }

    public static Target deliveryStates(final Laws laws) {
        return new DescribedFuzz(laws, AmqpSamples.states(), DeliveryStateReader::new);
    }

    public static Target termini(final Laws laws) {
        return new DescribedFuzz(laws, AmqpSamples.termini(), TerminusReader::new);
    }

    public static Target errors(final Laws laws) {
        return new DescribedFuzz(laws, AmqpSamples.errors(), ErrorReader::new);
    }

    @Override
    public void check(final byte[] input) {
        if (input.length < 3) {
            return;
        }
        final DescribedReader reader = readers[input[0] & TIGHT];
        final byte[] body =
                (input[0] & FRAMED) == 0
                        ? Arrays.copyOfRange(input, 1, input.length)
                        : frame(input[1], input[2] & 0xFF, input, 3);
        final int verdict = laws.read(reader, body);
        if (!reader.accepts(verdict)) {
            return;
        }
        laws.truncate(reader, Arrays.copyOf(body, reader.requiredLength(body.length)));
        laws.echo(reader, body);
        if (reader instanceof PerformativeReader performative) {
            alone.wrap(body);
            performative.read(alone, 0, body.length);
            performative.othersRefuse(alone, body.length);
        }
    }

    /** A described list of so many fields, which are the rest of the input. */
    public static byte[] frame(
            final byte descriptor, final int count, final byte[] input, final int from) {
        final int length = input.length - from;
        final boolean isSmall = length < SIZE_8_MAX;
        final int head = isSmall ? 6 : 12;
        final byte[] body = new byte[head + length];
        final UnsafeBuffer buffer = new UnsafeBuffer(body);
        body[1] = 0x53;
        body[2] = descriptor;
        if (isSmall) {
            body[3] = (byte) 0xC0;
            body[4] = (byte) (length + 1);
            body[5] = (byte) count;
        } else {
            body[3] = (byte) 0xD0;
            buffer.putInt(4, length + 4, BIG_ENDIAN);
            buffer.putInt(8, count, BIG_ENDIAN);
        }
        System.arraycopy(input, from, body, head, length);
        return body;
    }

    @Override
    public void seeds(final Seeds seeds) {
        samples.forEach(body -> AmqpSamples.addSelected(seeds, body, TIGHT, FRAMED));
    }
}
