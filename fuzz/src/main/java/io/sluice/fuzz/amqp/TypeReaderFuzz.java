package io.sluice.fuzz.amqp;

import io.sluice.codec.amqp.AmqpError;
import io.sluice.codec.amqp.TypeLimits;
import io.sluice.codec.amqp.TypeReader;
import io.sluice.codec.amqp.TypeWriter;
import io.sluice.codec.amqp.TypedValue;
import io.sluice.fuzz.law.Finding;
import io.sluice.fuzz.law.Laws;
import io.sluice.fuzz.law.Reader;
import io.sluice.fuzz.law.Seeds;
import io.sluice.fuzz.law.Target;
import io.sluice.fuzz.law.Transcript;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Any encoded value, and any row of them, within tight limits and within the usual ones. */
public final class TypeReaderFuzz implements Target {
    private static final TypeLimits TIGHT = new TypeLimits(8, 100, 4);
    private static final int LIMIT_EXCEEDED = AmqpError.RESOURCE_LIMIT_EXCEEDED.ordinal();

    private final Laws laws;
    private final One tight = new One(TIGHT);
    private final One usual = new One(TypeLimits.DEFAULT);
    private final Row row = new Row(TIGHT);

    public TypeReaderFuzz(final Laws laws) {
        this.laws = laws;
    }

    @Override
    public void check(final byte[] input) {
        final int ofTight = laws.obey(tight, input);
        final int ofUsual = laws.read(usual, input);
        if (ofTight != ofUsual && ofTight != LIMIT_EXCEEDED) {
            throw new Finding("the limits change " + ofUsual + " to " + ofTight);
        }
        laws.read(row, input);
    }

    @Override
    public void seeds(final Seeds seeds) {
        AmqpSamples.values().forEach(seeds::add);
        AmqpSamples.recordedBodies().forEach(seeds::add);
    }

    /** One value that fills the range. */
    private static final class One implements Reader {
        private static final int SCRATCH = 65_536;

        private final TypeLimits limits;
        private final TypeReader types;
        private final TypedValue value = new TypedValue();
        private final ValueTelling telling = new ValueTelling();
        private final TypeWriter writer = new TypeWriter();
        private final UnsafeBuffer scratch = new UnsafeBuffer(new byte[SCRATCH]);
        private int announced;

        One(final TypeLimits limits) {
            this.limits = limits;
            types = new TypeReader(limits);
        }

        @Override
        public int read(final DirectBuffer buffer, final int offset, final int length) {
            final AmqpError skipped = types.wrap(buffer, offset, length).skip();
            final boolean isWhole = types.position() == offset + length;
            if (skipped != AmqpError.NONE && types.position() != offset) {
                throw new Finding("moved although it refused");
            }
            final AmqpError checked = types.check(buffer, offset, length);
            final AmqpError expected =
                    skipped == AmqpError.NONE && !isWhole ? AmqpError.DECODE_ERROR : skipped;
            if (checked != expected) {
                throw new Finding("check says " + checked + ", skip " + skipped);
            }
            if (checked == AmqpError.NONE) {
                value.wrap(buffer, offset);
            }
            return checked.ordinal();
        }

        @Override
        public void tell(final int verdict, final Transcript transcript) {
            if (!accepts(verdict)) {
                return;
            }
            transcript.position("value", value.encoded().offset());
            transcript.position("end", value.encoded().limit());
            if (limits == TIGHT) {
                telling.tell("value", value, transcript);
                if (telling.elements() > limits.elementsMax()) {
                    throw new Finding("let " + telling.elements() + " elements through");
                }
            }
        }

        @Override
        public boolean isCanonical() {
            return false;
        }

        @Override
        public int encodedLength() {
            announced = write(scratch, 0, SCRATCH);
            return announced;
        }

        @Override
        public int encode(final MutableDirectBuffer buffer, final int offset) {
            if (write(buffer, offset, offset + announced - 1) != TypeWriter.NO_ROOM) {
                throw new Finding("fits where a byte is missing");
            }
            return write(buffer, offset, offset + announced);
        }

        private int write(final MutableDirectBuffer buffer, final int offset, final int limit) {
            writer.wrap(buffer, offset, limit);
            telling.write(value, writer);
            return writer.end();
        }
    }

    /** Values one behind another, that share one budget. */
    private static final class Row implements Reader {
        private final TypeLimits limits;
        private final TypeReader types;
        private final TypedValue value = new TypedValue();
        private final ValueTelling telling = new ValueTelling();
        private DirectBuffer buffer;
        private int offset;
        private int length;

        Row(final TypeLimits limits) {
            this.limits = limits;
            types = new TypeReader(limits);
        }

        @Override
        public int read(final DirectBuffer buffer, final int offset, final int length) {
            this.buffer = buffer;
            this.offset = offset;
            this.length = length;
            return walk(null).ordinal();
        }

        @Override
        public void tell(final int verdict, final Transcript transcript) {
            walk(transcript);
        }

        private AmqpError walk(final Transcript transcript) {
            types.wrap(buffer, offset, length);
            long elements = 0;
            AmqpError error = AmqpError.NONE;
            while (error == AmqpError.NONE && types.position() < offset + length) {
                final int from = types.position();
                error = types.skip();
                if (transcript != null && error == AmqpError.NONE) {
                    telling.tell("value", value.wrap(buffer, from), transcript);
                    transcript.position("end", types.position());
                    elements += telling.elements();
                }
            }
            if (elements > limits.elementsMax()) {
                throw new Finding("let " + elements + " elements through");
            }
            return error;
        }
    }
}
