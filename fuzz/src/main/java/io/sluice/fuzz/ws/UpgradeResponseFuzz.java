package io.sluice.fuzz.ws;

import io.sluice.codec.wire.Slice;
import io.sluice.codec.ws.Subprotocol;
import io.sluice.codec.ws.UpgradeLimits;
import io.sluice.codec.ws.UpgradeResponseDecoder;
import io.sluice.codec.ws.UpgradeResult;
import io.sluice.fuzz.law.Finding;
import io.sluice.fuzz.law.Framing;
import io.sluice.fuzz.law.Laws;
import io.sluice.fuzz.law.Reader;
import io.sluice.fuzz.law.Seeds;
import io.sluice.fuzz.law.StreamLaws;
import io.sluice.fuzz.law.Target;
import io.sluice.fuzz.law.Transcript;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;
import org.agrona.DirectBuffer;

/** Any bytes as the response to our request, against a plain reading; decided once and for all. */
public final class UpgradeResponseFuzz implements Target {
    private static final UpgradeLimits LIMITS = new UpgradeLimits(300, 10);
    private static final Pattern STATUS_LINE =
            Pattern.compile("HTTP/1\\.[1-9] 101(?: [\t\\x20-\\x7E\\x80-\\xFF]*)?");

    private final Laws laws;
    private final StreamLaws streamLaws = new StreamLaws();
    private final Responded responded = new Responded();

    public UpgradeResponseFuzz(final Laws laws) {
        this.laws = laws;
    }

    @Override
    public void check(final byte[] input) {
        final int verdict = laws.read(responded, input);
        final Optional<PlainHead> head =
                PlainHead.of(input, LIMITS.headBytesMax(), LIMITS.fieldsMax())
                        .filter(UpgradeResponseFuzz::accepts);
        if (responded.accepts(verdict) != head.isPresent()) {
            throw new Finding(UpgradeResult.values()[verdict] + ", read plainly: " + head);
        }
        if (responded.isIncomplete(verdict) && input.length >= LIMITS.headBytesMax()) {
            throw new Finding("waits for more than " + input.length + " bytes");
        }
        streamLaws.prefixes(responded, input);
        if (head.isPresent()) {
            final int again = laws.read(responded, input);
            if (!responded.accepts(again) || responded.length() != head.get().length()) {
                throw new Finding("length " + responded.length() + ", read plainly: " + head);
            }
            laws.obey(responded, Arrays.copyOf(input, head.get().length()));
        }
    }

    /** RFC 6455 section 4.1, for what we have asked. */
    private static boolean accepts(final PlainHead head) {
        return STATUS_LINE.matcher(head.firstLine()).matches()
                && head.hasNoneTwice(
                        "host",
                        "origin",
                        "upgrade",
                        "sec-websocket-key",
                        "sec-websocket-version",
                        "sec-websocket-accept",
                        "sec-websocket-protocol",
                        "content-length")
                && head.value("upgrade").equalsIgnoreCase("websocket")
                && head.elements("connection").stream().anyMatch("upgrade"::equalsIgnoreCase)
                && head.value("sec-websocket-accept").equals(UpgradeSamples.ACCEPT)
                && head.value("sec-websocket-protocol").equals("mqtt")
                && head.values("sec-websocket-extensions").findAny().isEmpty();
    }

    @Override
    public void seeds(final Seeds seeds) {
        UpgradeSamples.responses(seeds, LIMITS);
    }

    /** The decoder of responses to one request; a verdict is the ordinal of the result. */
    private static final class Responded implements Reader, Framing {
        private final UpgradeResponseDecoder decoder = new UpgradeResponseDecoder(LIMITS);
        private final Slice accept = Slice.ofUtf8(UpgradeSamples.ACCEPT);

        @Override
        public int read(final DirectBuffer buffer, final int offset, final int length) {
            return next(buffer, offset, offset + length);
        }

        @Override
        public int next(final DirectBuffer buffer, final int offset, final int limit) {
            return decoder.wrap(buffer, offset, limit, accept, Subprotocol.MQTT).ordinal();
        }

        @Override
        public boolean accepts(final int verdict) {
            return verdict == UpgradeResult.ACCEPTED.ordinal();
        }

        @Override
        public boolean isWhole(final int verdict) {
            return accepts(verdict);
        }

        @Override
        public boolean isIncomplete(final int verdict) {
            return verdict == UpgradeResult.INCOMPLETE.ordinal();
        }

        @Override
        public int length() {
            return decoder.length();
        }

        @Override
        public void tell(final int verdict, final Transcript transcript) {
            transcript.number("status", decoder.status());
            transcript.number("length", decoder.length());
        }
    }
}
