package io.sluice.fuzz.mqtt;

import io.sluice.codec.mqtt.MqttFramer;
import io.sluice.codec.mqtt.ReasonCode;
import io.sluice.fuzz.law.Finding;
import io.sluice.fuzz.law.Framing;
import io.sluice.fuzz.law.Laws;
import io.sluice.fuzz.law.Reader;
import io.sluice.fuzz.law.Seeds;
import io.sluice.fuzz.law.StreamLaws;
import io.sluice.fuzz.law.Target;
import io.sluice.fuzz.law.Transcript;
import org.agrona.DirectBuffer;

/** The framer over any stream, with a small Maximum Packet Size and with one nobody reaches. */
public final class MqttFramerFuzz implements Target {
    private static final int SMALL = 64;

    private final Laws laws;
    private final StreamLaws streamLaws = new StreamLaws();
    private final Framed small = new Framed(SMALL);
    private final Framed large = new Framed(Integer.MAX_VALUE);

    public MqttFramerFuzz(final Laws laws) {
        this.laws = laws;
    }

    @Override
    public void check(final byte[] input) {
        final int ofSmall = laws.read(small, input);
        final int ofLarge = laws.read(large, input);
        if (small.length() != large.length()) {
            throw new Finding("the limit changes what length is read");
        }
        final boolean tooLarge = ofSmall == ReasonCode.PACKET_TOO_LARGE;
        if (tooLarge != large.length() > SMALL) {
            throw new Finding("too large: " + tooLarge + ", with " + large.length() + " bytes");
        }
        if (!tooLarge && ofSmall != ofLarge) {
            throw new Finding("the limit changes " + ofLarge + " to " + ofSmall);
        }
        streamLaws.obey(small, input);
        streamLaws.obey(large, input);
    }

    @Override
    public void seeds(final Seeds seeds) {
        seeds.hex("C0 00").hex("C0 00 D0 00").hex("30 05 00 01 61 68 69 C0 00").hex("00 00");
        seeds.hex("30 80").hex("30 80 00").hex("30 80 80 80 80 01").hex("30 FF FF FF 7F");
        seeds.hex("30 3E").hex("30 3F").hex("30 80 01").hex("E0 02 00 00 0F 00");
        for (final MqttSamples.Sample session : MqttSamples.sessions()) {
            seeds.add(session.packet());
        }
    }

    /** One framer, as a reader of the first packet and as the framing of a stream. */
    private static final class Framed implements Reader, Framing {
        private final MqttFramer framer;

        Framed(final int maximumPacketSize) {
            framer = new MqttFramer(maximumPacketSize);
        }

        @Override
        public int read(final DirectBuffer buffer, final int offset, final int length) {
            return framer.next(buffer, offset, offset + length);
        }

        @Override
        public int next(final DirectBuffer buffer, final int offset, final int limit) {
            return framer.next(buffer, offset, limit);
        }

        @Override
        public boolean isIncomplete(final int verdict) {
            return verdict == MqttFramer.INCOMPLETE;
        }

        @Override
        public boolean isWhole(final int verdict) {
            return verdict == ReasonCode.SUCCESS;
        }

        @Override
        public int length() {
            return framer.packetLength();
        }

        @Override
        public void tell(final int verdict, final Transcript transcript) {
            transcript.number("packetLength", framer.packetLength());
        }
    }
}
