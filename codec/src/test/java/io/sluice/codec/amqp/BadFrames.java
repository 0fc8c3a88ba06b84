package io.sluice.codec.amqp;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a peer must not send, by name, and the condition that it must be told. */
public final class BadFrames {
    /**
     * The body of a frame.
     *
     * @param descriptor which performative it would be
     * @param error what its decoder answers
     * @param bytes the body
     */
    public record Body(Descriptor descriptor, AmqpError error, byte[] bytes) {}

    /** Types that no field has, and one that goes on behind its end. */
    private static final Map<String, String> OTHER_TYPES =
            Map.of("other", "74 00000000", "reserved", "3f", "long", "d1 ffffffff");

    private static final List<String> LISTS_THAT_LIE =
            List.of(
                    "005311 c0 06 04 40434343",
                    "005311 c0 06 04 4043434343",
                    "005311 c0 05 05 40434343",
                    "005311 c0 00 00",
                    "005311 d0 ffffffff 00000004 40434343",
                    "005311 d0 00000008 7fffffff 40434343",
                    "005311 d0 00000008 ffffffff 40434343",
                    "005311 c1 05 04 40434343");

    private static final List<String> FRAMING =
            List.of(
                    "ffffffff 02 00 0000",
                    "80000000 02 00 0000",
                    "00000007 02 00 0000",
                    "00000000 02 00 0000",
                    "00000008 01 00 0000",
                    "00000008 00 00 0000",
                    "00000008 03 00 0000",
                    "0000000b 03 00 0000 112233",
                    "00000100 ff 00 0000",
                    "00000008 02 02 0000",
                    "00000008 02 ff 0000");

    private BadFrames() {}

    /** Bytes that begin no frame: a framing error on their first eight. */
    public static List<byte[]> framing() {
        return FRAMING.stream().map(Transcript::bytes).toList();
    }

    /** Bodies of whole frames, those of SASL too. */
    public static Map<String, Body> bodies() {
        final Map<String, Body> bad = new TreeMap<>();
        CompositeTest.bodies().forEach(body -> addTo(bad, body));
        for (int i = 0; i < LISTS_THAT_LIE.size(); i++) {
            final byte[] bytes = Transcript.bytes(LISTS_THAT_LIE.get(i));
            bad.put("BEGIN-lies-" + i, new Body(Descriptor.BEGIN, AmqpError.DECODE_ERROR, bytes));
        }
        return bad;
    }

    private static void addTo(final Map<String, Body> bad, final CompositeTest.Body body) {
        final Descriptor descriptor = body.descriptor();
        final int count = body.fields().size();
        for (final int field : body.mandatory()) {
            bad.put(
                    descriptor + "-without-" + field,
                    new Body(descriptor, AmqpError.INVALID_FIELD, body.with(field, "40")));
        }
        for (int field = 0; field < count; field++) {
            for (final Map.Entry<String, String> other : OTHER_TYPES.entrySet()) {
                final byte[] bytes = body.with(field, other.getValue());
                bad.put(
                        descriptor + "-" + other.getKey() + "-" + field,
                        new Body(descriptor, AmqpError.DECODE_ERROR, bytes));
            }
        }
        bad.put(
                descriptor + "-too-many",
                new Body(descriptor, AmqpError.DECODE_ERROR, body.with(count, "40")));
    }
}
