package io.sluice.fuzz.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.amqp.AmqpError;
import io.sluice.codec.amqp.AmqpType;
import io.sluice.codec.amqp.Descriptor;
import io.sluice.codec.amqp.TypeLimits;
import io.sluice.codec.amqp.TypeReader;
import io.sluice.codec.amqp.TypedValue;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/**
 * What the targets start from is mostly valid: a target that only sees what is refused is blind.
 */
final class AmqpSamplesTest {
    private static int accepted(final DescribedReader reader, final List<byte[]> samples) {
        int accepted = 0;
        for (final byte[] sample : samples) {
            final int verdict = reader.read(new UnsafeBuffer(sample), 0, sample.length);
            accepted += reader.accepts(verdict) ? 1 : 0;
        }
        return accepted;
    }

    @Test
    void areValidButForAFew() {
        final TypeLimits limits = TypeLimits.DEFAULT;
        final List<byte[]> bodies = AmqpSamples.performatives();
        assertEquals(bodies.size() - 8, accepted(new PerformativeReader(limits), bodies));
        final List<byte[]> sasl = AmqpSamples.saslBodies();
        assertEquals(sasl.size() - 3, accepted(new SaslReader(limits), sasl));
        final List<byte[]> states = AmqpSamples.states();
        assertEquals(states.size() - 2, accepted(new DeliveryStateReader(limits), states));
        final List<byte[]> termini = AmqpSamples.termini();
        assertEquals(termini.size() - 5, accepted(new TerminusReader(limits), termini));
        final List<byte[]> errors = AmqpSamples.errors();
        assertEquals(errors.size() - 3, accepted(new ErrorReader(limits), errors));
    }

    @Test
    void haveValuesOfEveryType() {
        final TypeReader types = new TypeReader(TypeLimits.DEFAULT);
        final Set<AmqpType> found = EnumSet.noneOf(AmqpType.class);
        for (final byte[] sample : AmqpSamples.values()) {
            final UnsafeBuffer buffer = new UnsafeBuffer(sample);
            if (types.check(buffer, 0, sample.length) == AmqpError.NONE) {
                found.add(new TypedValue().wrap(buffer, 0).type());
            }
        }
        assertEquals(EnumSet.allOf(AmqpType.class), found);
    }

    @Test
    void haveEveryPerformative() {
        final Set<Descriptor> kinds = EnumSet.noneOf(Descriptor.class);
        final PerformativeReader reader = new PerformativeReader(TypeLimits.DEFAULT);
        for (final byte[] sample : AmqpSamples.performatives()) {
            if (reader.accepts(reader.read(new UnsafeBuffer(sample), 0, sample.length))) {
                kinds.add(reader.kind());
            }
        }
        assertEquals(EnumSet.range(Descriptor.OPEN, Descriptor.CLOSE), kinds);
    }

    @Test
    void haveMessagesOfRealPeers() {
        final List<byte[]> messages = AmqpSamples.messages();
        final int accepted = accepted(new MessageReader(TypeLimits.DEFAULT), messages);
        assertTrue(accepted > 30, accepted + " of " + messages.size());
    }
}
