package io.sluice.codec.amqp;

import static io.sluice.codec.amqp.AmqpError.DECODE_ERROR;
import static io.sluice.codec.amqp.AmqpError.INVALID_FIELD;
import static io.sluice.codec.amqp.AmqpError.NONE;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Set;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which described type stands where: the standard's columns "requires" and "provides". */
class ArchetypeTest {
    /** Fields of an attach before its source, as a receiver says them. */
    private static final String BEFORE_SOURCE = "a1016c 43 41 40 40 ";

    private static final Set<Descriptor> OUTCOMES =
            EnumSet.of(
                    Descriptor.ACCEPTED,
                    Descriptor.REJECTED,
                    Descriptor.RELEASED,
                    Descriptor.MODIFIED,
                    Descriptor.DECLARED);

    private static final Set<Descriptor> STATES =
            EnumSet.of(
                    Descriptor.RECEIVED,
                    Descriptor.ACCEPTED,
                    Descriptor.REJECTED,
                    Descriptor.RELEASED,
                    Descriptor.MODIFIED,
                    Descriptor.DECLARED,
                    Descriptor.TRANSACTIONAL_STATE);

    private static final Set<Descriptor> ERROR = EnumSet.of(Descriptor.ERROR);

    private final FrameBodies bodies = new FrameBodies();

    /** Every field, and every value of a map, that the standard gives a described type. */
    enum Slot {
        ATTACH_SOURCE(Descriptor.ATTACH, EnumSet.of(Descriptor.SOURCE)),
        ATTACH_TARGET(Descriptor.ATTACH, EnumSet.of(Descriptor.TARGET, Descriptor.COORDINATOR)),
        DEFAULT_OUTCOME(Descriptor.ATTACH, OUTCOMES),
        FILTER(Descriptor.ATTACH, EnumSet.noneOf(Descriptor.class)),
        UNSETTLED(Descriptor.ATTACH, STATES),
        TRANSFER_STATE(Descriptor.TRANSFER, STATES),
        DISPOSITION_STATE(Descriptor.DISPOSITION, STATES),
        REJECTED_ERROR(Descriptor.DISPOSITION, ERROR),
        DETACH_ERROR(Descriptor.DETACH, ERROR),
        END_ERROR(Descriptor.END, ERROR),
        CLOSE_ERROR(Descriptor.CLOSE, ERROR);

        private final Descriptor performative;
        private final Set<Descriptor> standard;

        Slot(final Descriptor performative, final Set<Descriptor> standard) {
            this.performative = performative;
            this.standard = standard;
        }

        /** Whether the type of the field is a choice that others may extend. */
        private boolean isOpen() {
            return standard != ERROR;
        }

        private byte[] body(final byte[] value) {
            return composite(performative, fields(value));
        }

        private byte[] fields(final byte[] value) {
            return switch (this) {
                case ATTACH_SOURCE -> fields(6, BEFORE_SOURCE, value);
                case ATTACH_TARGET -> fields(7, BEFORE_SOURCE + "40", value);
                case DEFAULT_OUTCOME -> fields(6, BEFORE_SOURCE, source(9, "4040", value));
                case FILTER -> fields(6, BEFORE_SOURCE, source(8, "40", map("a30166", value)));
                case UNSETTLED -> fields(8, BEFORE_SOURCE + "4040", map("a00101", value));
                case TRANSFER_STATE -> fields(8, "43 40404040 4040", value);
                case DISPOSITION_STATE -> fields(5, "41 43 40 40", value);
                case REJECTED_ERROR -> fields(5, "41 43 40 40", rejected(value));
                case DETACH_ERROR -> fields(3, "43 40", value);
                default -> fields(1, "", value);
            };
        }

        private static byte[] source(final int count, final String before, final byte[] value) {
            return composite(Descriptor.SOURCE, fields(count, "40404040 4040" + before, value));
        }

        private static byte[] rejected(final byte[] value) {
            return composite(Descriptor.REJECTED, fields(1, "", value));
        }

        /** The count and the fields of a list, of which this value is the last. */
        private static byte[] fields(final int count, final String before, final byte[] value) {
            final byte[] head = Transcript.bytes(String.format("%08x", count) + before);
            return Transcript.concat(head, value);
        }

        private static byte[] composite(final Descriptor descriptor, final byte[] fields) {
            final String head = String.format("0053%02x d0 %08x", descriptor.code(), fields.length);
            return Transcript.concat(Transcript.bytes(head), fields);
        }

        private static byte[] map(final String key, final byte[] value) {
            final byte[] pair = fields(2, key, value);
            return Transcript.concat(Transcript.bytes(String.format("d1 %08x", pair.length)), pair);
        }
    }

    @ParameterizedTest
    @EnumSource
    void takesTheTypesThatProvideWhatItRequiresAndNoOther(final Slot slot) {
        for (final Descriptor descriptor : Descriptor.values()) {
            if (descriptor != Descriptor.UNKNOWN) {
                final AmqpError expected = slot.standard.contains(descriptor) ? NONE : DECODE_ERROR;
                final String symbol = descriptor.symbol();
                final String hex = Transcript.hex(symbol.getBytes(StandardCharsets.US_ASCII));
                final String value = value(descriptor);
                final String message = slot + ": " + descriptor;
                final int code = descriptor.code();
                assertEquals(
                        expected, wrap(slot, String.format("0053%02x", code) + value), message);
                assertEquals(
                        expected, wrap(slot, String.format("0080%016x", code) + value), message);
                assertEquals(
                        expected,
                        wrap(slot, String.format("00a3%02x", symbol.length()) + hex + value),
                        message);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void takesTypesOfSomeoneElseWhereTheyMayExtendTheStandard(final Slot slot) {
        final AmqpError expected = slot.isOpen() ? NONE : DECODE_ERROR;
        for (final String other :
                new String[] {
                    "005399 45", "0044 a10161", "00a3026f6b 40", "00800000000100000024 45"
                }) {
            assertEquals(expected, wrap(slot, other), slot + ": " + other);
        }
        assertEquals(NONE, wrap(slot, "40"), "null");
    }

    @ParameterizedTest
    @EnumSource
    void refusesWhatIsNotDescribed(final Slot slot) {
        for (final String other :
                new String[] {"a10161", "a30161", "41", "43", "45", "5324", "c00100", "c10100"}) {
            assertEquals(DECODE_ERROR, wrap(slot, other), slot + ": " + other);
        }
    }

    @Test
    void refusesAnUnsettledTagOf33Bytes() {
        assertEquals(NONE, unsettled("a020" + "00".repeat(32)));
        assertEquals(NONE, unsettled("b000000020" + "00".repeat(32)));
        assertEquals(INVALID_FIELD, unsettled("a021" + "00".repeat(33)));
        assertEquals(INVALID_FIELD, unsettled("b000000021" + "00".repeat(33)));
        assertEquals(DECODE_ERROR, unsettled("a021" + "00".repeat(28)), "cut short");
    }

    @Test
    void judgesAloneAsWithin() {
        final TerminusDecoder terminus = new TerminusDecoder(TypeLimits.DEFAULT);
        final DeliveryStateDecoder state = new DeliveryStateDecoder(TypeLimits.DEFAULT);
        for (final Descriptor descriptor : Descriptor.values()) {
            final int code = descriptor.code() & 0xFF;
            final byte[] bytes =
                    Transcript.bytes(String.format("0053%02x", code) + value(descriptor));
            final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
            final boolean isUnknown = descriptor == Descriptor.UNKNOWN;
            final boolean isState = isUnknown || STATES.contains(descriptor);
            final boolean isTerminus =
                    isUnknown
                            || Slot.ATTACH_SOURCE.standard.contains(descriptor)
                            || Slot.ATTACH_TARGET.standard.contains(descriptor);
            assertEquals(isState ? NONE : DECODE_ERROR, state.wrap(buffer, 0, bytes.length));
            assertEquals(isTerminus ? NONE : DECODE_ERROR, terminus.wrap(buffer, 0, bytes.length));
        }
    }

    @Test
    void refusesAloneWhatIsNotDescribed() {
        final TerminusDecoder terminus = new TerminusDecoder(TypeLimits.DEFAULT);
        final DeliveryStateDecoder state = new DeliveryStateDecoder(TypeLimits.DEFAULT);
        for (final String other : new String[] {"", "40", "41", "45", "a10161", "c00100"}) {
            final byte[] bytes = Transcript.bytes(other);
            final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
            assertEquals(DECODE_ERROR, state.wrap(buffer, 0, bytes.length), other);
            assertEquals(DECODE_ERROR, terminus.wrap(buffer, 0, bytes.length), other);
        }
    }

    private AmqpError unsettled(final String key) {
        final byte[] map = Slot.map(key, Transcript.bytes("00532445"));
        final byte[] fields = Slot.fields(8, BEFORE_SOURCE + "4040", map);
        return wrap(Slot.composite(Descriptor.ATTACH, fields));
    }

    /** What such a composite has where it stands rightly: its mandatory fields. */
    private static String value(final Descriptor descriptor) {
        return switch (descriptor) {
            case RECEIVED -> "c0 03 02 43 44";
            case ERROR -> "c0 04 01 a30161";
            default -> "45";
        };
    }

    private AmqpError wrap(final Slot slot, final String value) {
        return wrap(slot.body(Transcript.bytes(value)));
    }

    private AmqpError wrap(final byte[] body) {
        return bodies.wrap(new UnsafeBuffer(body), 0, body.length);
    }
}
