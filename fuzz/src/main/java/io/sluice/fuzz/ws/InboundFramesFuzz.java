package io.sluice.fuzz.ws;

import io.sluice.codec.ws.Endpoint;
import io.sluice.fuzz.law.InPlaceLaws;
import io.sluice.fuzz.law.Laws;
import io.sluice.fuzz.law.Seeds;
import io.sluice.fuzz.law.StreamTranscript;
import io.sluice.fuzz.law.Target;
import java.util.List;

/** Any stream as frames of either end, with small limits and with none, against a plain reading. */
public final class InboundFramesFuzz implements Target {
    private static final int FRAME_MAX = 20;
    private static final int MESSAGE_MAX = 30;

    /** The edges of the ranges that may be sent. */
    private static final int[] CLOSE_CODES = {
        999, 1000, 1003, 1004, 1006, 1007, 1014, 1015, 2999, 3000, 4999, 5000
    };

    private final InPlaceLaws laws;
    private final StreamTranscript expected = new StreamTranscript();
    private final List<Pair> pairs =
            List.of(
                    new Pair(Endpoint.CLIENT, Long.MAX_VALUE, Long.MAX_VALUE),
                    new Pair(Endpoint.SERVER, Long.MAX_VALUE, Long.MAX_VALUE),
                    new Pair(Endpoint.CLIENT, FRAME_MAX, MESSAGE_MAX),
                    new Pair(Endpoint.SERVER, FRAME_MAX, MESSAGE_MAX));

    /** What is fuzzed and what it must agree with. */
    private record Pair(FramesReader reader, PlainFrames plain) {
        Pair(final Endpoint sender, final long frameMax, final long messageMax) {
            this(
                    new FramesReader(sender, frameMax, messageMax),
                    new PlainFrames(sender == Endpoint.CLIENT, frameMax, messageMax));
        }
    }

    public InboundFramesFuzz(final Laws laws) {
        this.laws = new InPlaceLaws(laws);
    }

    @Override
    public void check(final byte[] input) {
        for (final Pair pair : pairs) {
            pair.plain.tell(input, expected);
            laws.obey(pair.reader, input, expected);
        }
    }

    @Override
    public void seeds(final Seeds seeds) {
        for (final boolean masked : new boolean[] {true, false}) {
            seeds.add(new FrameSamples(masked).session().bytes());
            seeds.add(new FrameSamples(masked).shreds().bytes());
            seeds.add(new FrameSamples(masked).fragments().close(1001, "going \u2713").bytes());
            seeds.add(new FrameSamples(masked).fragments().frame(0x81, new byte[2]).bytes());
            seeds.add(new FrameSamples(masked).frame(0x82, new byte[20]).bytes());
            seeds.add(new FrameSamples(masked).frame(0x82, new byte[21]).bytes());
            final byte[] half = new byte[15];
            seeds.add(new FrameSamples(masked).frame(2, half).frame(0x80, half).bytes());
            seeds.add(new FrameSamples(masked).frame(2, half).frame(0, new byte[16]).bytes());
            seeds.add(new FrameSamples(masked).frame(2, half).frame(2, half).bytes());
            seeds.add(new FrameSamples(masked).frame(0x82, new byte[300]).bytes());
            seeds.add(new FrameSamples(masked).frame(0x89, new byte[125]).bytes());
            seeds.add(new FrameSamples(masked).frame(0x88, new byte[0]).raw("82 01").bytes());
            seeds.add(new FrameSamples(masked).frame(0x88, new byte[1]).bytes());
            final String rest =
                    (masked ? "00 FF" : "00 7F") + "7F FF FF FF FF FF FF F8 01 02 03 04";
            seeds.add(new FrameSamples(masked).frame(2, half).raw(rest).bytes());
            for (final int code : CLOSE_CODES) {
                seeds.add(new FrameSamples(masked).close(code, "why").bytes());
            }
        }
        seeds.hex("88 04 03 E8 C3 28").hex("C2 00").hex("83 00").hex("8B 00").hex("09 00");
        seeds.hex("82 7E 00 7D").hex("82 7E 00 7E 01").hex("82 7F 00 00 00 00 00 00 FF FF");
        seeds.hex("82 7F 00 00 00 00 00 01 00 00 01").hex("82 7F 80 00 00 00 00 00 00 00");
        seeds.hex("82 FF 7F FF FF FF FF FF FF FF 01 02 03 04 05").hex("80 00").hex("89 7E 00 7E");
        seeds.hex("02 FF 7F FF FF FF FF FF FF FF 01 02 03 04").hex("89 00 8A 00 88 00");
    }
}
