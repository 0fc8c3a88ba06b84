package io.sluice.fuzz.proton;

import io.sluice.codec.amqp.AmqpError;
import io.sluice.codec.amqp.TypeLimits;
import io.sluice.fuzz.amqp.AmqpSamples;
import io.sluice.fuzz.amqp.DescribedFuzz;
import io.sluice.fuzz.amqp.MessageReader;
import io.sluice.fuzz.amqp.PerformativeReader;
import io.sluice.fuzz.amqp.SaslReader;
import io.sluice.fuzz.differential.Disagreement;
import io.sluice.fuzz.differential.Disagreements;
import io.sluice.fuzz.differential.Outcome;
import io.sluice.fuzz.law.Finding;
import io.sluice.fuzz.law.Reader;
import io.sluice.fuzz.law.Seeds;
import io.sluice.fuzz.law.Target;
import io.sluice.fuzz.law.Transcript;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Three opinions on a frame body or a message: Sluice, the plain {@link Anatomy}, and protonj2. The
 * first two must be one, down to the error where there is a single fault; where the third differs,
 * the list of disagreements must say why. What both accept is written by the peer's encoder, and
 * must read the same.
 *
 * <p>The first byte of an input selects: a performative, a message, a SASL body, or (with bit 2)
 * the descriptor, count and fields of a body that gets the right sizes.
 */
public final class ProtonDifferentialFuzz implements Target {
    static final int LENGTH_MAX = 1_024;

    private static final int FRAMED = 4;
    private static final int KINDS = 3;

    private final Map<ProtonCodec.Kind, Reader> readers = new EnumMap<>(ProtonCodec.Kind.class);
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[0]);
    private final Transcript ours = new Transcript();
    private final Transcript theirs = new Transcript();
    private final ProtonCodec proton = new ProtonCodec();
    private final Disagreements disagreements =
            Disagreements.read(
                    ProtonDifferentialFuzz.class, "proton-disagreements.tsv", Condition.allIds());

    private String difference;

    public ProtonDifferentialFuzz() {
        readers.put(ProtonCodec.Kind.PERFORMATIVE, new PerformativeReader(TypeLimits.DEFAULT));
        readers.put(ProtonCodec.Kind.MESSAGE, new MessageReader(TypeLimits.DEFAULT));
        readers.put(ProtonCodec.Kind.SASL, new SaslReader(TypeLimits.DEFAULT));
    }

    @Override
    public void check(final byte[] input) {
        if (input.length < 3 || input.length > LENGTH_MAX) {
            return;
        }
        final ProtonCodec.Kind kind = ProtonCodec.Kind.values()[(input[0] & 3) % KINDS];
        final boolean isFramed = (input[0] & FRAMED) != 0;
        final byte[] bytes =
                isFramed
                        ? DescribedFuzz.frame(input[1], input[2] & 0xFF, input, 3)
                        : Arrays.copyOfRange(input, 1, input.length);
        compare(kind, bytes);
    }

    /**
     * Holds the opinions against each other.
     *
     * @return the entry that explains where protonj2 differs, nothing where it does not
     */
    Optional<Disagreement> compare(final ProtonCodec.Kind kind, final byte[] bytes) {
        difference = null;
        final Set<Condition> conditions = conditions(kind, bytes);
        final boolean valid = agree(kind, bytes, conditions);
        if (!ProtonCodec.isBounded(bytes)) {
            return Optional.empty();
        }
        final Outcome outcome = outcome(kind, bytes, valid);
        return outcome == null
                ? Optional.empty()
                : Optional.of(
                        disagreements.explain(
                                outcome, explaining(outcome, conditions), details(kind, bytes)));
    }

    static Set<Condition> conditions(final ProtonCodec.Kind kind, final byte[] bytes) {
        return switch (kind) {
            case PERFORMATIVE -> Anatomy.ofBody(bytes, 0x10, 0x18);
            case SASL -> Anatomy.ofBody(bytes, 0x40, 0x44);
            case MESSAGE -> Anatomy.ofMessage(bytes);
        };
    }

    /** What is refused is explained by its faults alone. */
    private static Set<String> explaining(final Outcome outcome, final Set<Condition> conditions) {
        final Predicate<Condition> isOne =
                condition -> condition.isFault() == (outcome == Outcome.PEER_ONLY);
        return Condition.ids(conditions.stream().filter(isOne).collect(Collectors.toSet()));
    }

    private boolean agree(
            final ProtonCodec.Kind kind, final byte[] bytes, final Set<Condition> conditions) {
        buffer.wrap(bytes);
        final Reader reader = readers.get(kind);
        final AmqpError error = AmqpError.values()[reader.read(buffer, 0, bytes.length)];
        final Set<AmqpError> expected =
                conditions.stream()
                        .filter(Condition::isFault)
                        .map(Condition::error)
                        .collect(Collectors.toSet());
        // Of several faults any may be told, but none that is not there.
        if (expected.isEmpty() ? error != AmqpError.NONE : !expected.contains(error)) {
            throw new Finding(
                    error + " for Sluice, conditions " + conditions + details(kind, bytes));
        }
        ours.begin(0);
        reader.tell(error.ordinal(), ours);
        return error == AmqpError.NONE;
    }

    private Outcome outcome(final ProtonCodec.Kind kind, final byte[] bytes, final boolean valid) {
        if (!proton.isValid(kind, bytes)) {
            return valid ? Outcome.SLUICE_ONLY : null;
        }
        if (!valid) {
            return Outcome.PEER_ONLY;
        }
        return isSame(kind) ? null : Outcome.FIELDS;
    }

    private boolean isSame(final ProtonCodec.Kind kind) {
        final byte[] again;
        try {
            again = proton.encodeAgain(kind);
        } catch (final RuntimeException e) {
            difference = "cannot be encoded: " + e;
            return false;
        }
        buffer.wrap(again);
        final Reader reader = readers.get(kind);
        final int verdict = reader.read(buffer, 0, again.length);
        theirs.begin(0);
        reader.tell(verdict, theirs);
        difference =
                verdict == 0
                        ? ours.difference(theirs, false)
                        : "refused as " + HexFormat.of().formatHex(again);
        return difference == null;
    }

    private String details(final ProtonCodec.Kind kind, final byte[] bytes) {
        return ", " + kind + " " + HexFormat.of().formatHex(bytes) + " " + difference;
    }

    @Override
    public void seeds(final Seeds seeds) {
        for (final byte[] body : AmqpSamples.performatives()) {
            AmqpSamples.addSelected(seeds, body, 0, FRAMED);
        }
        for (final byte[] message : AmqpSamples.messages()) {
            seeds.add(AmqpSamples.prepend(1, message));
        }
        for (final byte[] body : AmqpSamples.saslBodies()) {
            seeds.add(AmqpSamples.prepend(2, body));
        }
    }
}
