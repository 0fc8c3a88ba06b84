package io.sluice.codec.amqp;

import org.agrona.MutableDirectBuffer;

/** Writes a disposition frame (AMQP 1.0 part 2 section 2.7.6); one encoder per loop. */
public final class DispositionEncoder {
    private final FieldWriter fields = new FieldWriter();
    private final DeliveryStateEncoder state = new DeliveryStateEncoder(Archetype.DELIVERY_STATE);

    private int channel;
    private Role role = Role.SENDER;
    private long first;
    private long last;
    private boolean settled;
    private boolean batchable;

    public DispositionEncoder() {
        clear();
    }

    /** Forgets every field: mandatory ones are 0 or empty, all others absent. */
    public DispositionEncoder clear() {
        channel = 0;
        role = Role.SENDER;
        first = 0;
        last = FieldReader.ABSENT;
        settled = false;
        state.clear();
        batchable = false;
        return this;
    }

    public DispositionEncoder channel(final int value) {
        channel = value;
        return this;
    }

    public DispositionEncoder role(final Role value) {
        role = value;
        return this;
    }

    /** The first delivery-id, a serial number. */
    public DispositionEncoder first(final int value) {
        first = Integer.toUnsignedLong(value);
        return this;
    }

    /** The last delivery-id, a serial number; absent, it is the first. */
    public DispositionEncoder last(final int value) {
        last = Integer.toUnsignedLong(value);
        return this;
    }

    public DispositionEncoder settled(final boolean value) {
        settled = value;
        return this;
    }

    /** No state until it is told which. */
    public DeliveryStateEncoder state() {
        return state;
    }

    public DispositionEncoder batchable(final boolean value) {
        batchable = value;
        return this;
    }

    /** Writes the frame: its bytes, or {@link TypeWriter#NO_ROOM}. */
    public int encode(final MutableDirectBuffer buffer, final int offset, final int limit) {
        fields.beginFrame(buffer, offset, limit, channel, Descriptor.DISPOSITION)
                .mandatory(role == Role.RECEIVER)
                .mandatoryUint(first)
                .uint(last)
                .flag(settled);
        state.write(fields);
        fields.flag(batchable);
        return fields.end();
    }
}
