package io.sluice.fuzz.ws;

import io.sluice.codec.wire.Slice;
import io.sluice.codec.ws.HttpStatus;
import io.sluice.codec.ws.Subprotocol;
import io.sluice.codec.ws.UpgradeLimits;
import io.sluice.codec.ws.UpgradeRequestDecoder;
import io.sluice.codec.ws.UpgradeRequestEncoder;
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
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Any bytes as a request for a WebSocket, against a plain reading. A good one is written again; one
 * is decided once and for all.
 */
public final class UpgradeRequestFuzz implements Target {
    private static final UpgradeLimits LIMITS = new UpgradeLimits(400, 12);

    private final Laws laws;
    private final StreamLaws streamLaws = new StreamLaws();
    private final Requested mqtt = new Requested(Subprotocol.MQTT);
    private final Requested amqp = new Requested(Subprotocol.AMQP);

    public UpgradeRequestFuzz(final Laws laws) {
        this.laws = laws;
    }

    @Override
    public void check(final byte[] input) {
        check(mqtt, "mqtt", input);
        check(amqp, "amqp", input);
        streamLaws.prefixes(mqtt, input); // what is wanted is looked at last
    }

    private void check(final Requested requested, final String wanted, final byte[] input) {
        final int verdict = laws.read(requested, input);
        final Optional<PlainRequest> plain = PlainRequest.of(input, wanted, LIMITS);
        if (requested.accepts(verdict) != plain.isPresent()) {
            throw new Finding("status " + verdict + ", read plainly: " + plain);
        }
        if (requested.isIncomplete(verdict) && input.length >= LIMITS.headBytesMax()) {
            throw new Finding("waits for more than " + input.length + " bytes");
        }
        if (plain.isPresent()) {
            requested.compare(plain.get(), laws.read(requested, input));
            laws.obey(requested, Arrays.copyOf(input, plain.get().length()));
        }
    }

    @Override
    public void seeds(final Seeds seeds) {
        UpgradeSamples.requests(seeds, LIMITS);
    }

    /** The decoder of requests, asked for one subprotocol. */
    private static final class Requested implements Reader, Framing {
        private final UpgradeRequestDecoder decoder = new UpgradeRequestDecoder(LIMITS);
        private static final Subprotocol[] SUBPROTOCOLS = Subprotocol.values();

        private final Slice target = new Slice();
        private final Subprotocol wanted;

        Requested(final Subprotocol wanted) {
            this.wanted = wanted;
        }

        @Override
        public int read(final DirectBuffer buffer, final int offset, final int length) {
            return next(buffer, offset, offset + length);
        }

        @Override
        public int next(final DirectBuffer buffer, final int offset, final int limit) {
            return decoder.wrap(buffer, offset, limit, wanted);
        }

        @Override
        public boolean accepts(final int verdict) {
            return verdict == HttpStatus.SWITCHING_PROTOCOLS;
        }

        @Override
        public boolean isWhole(final int verdict) {
            return accepts(verdict);
        }

        @Override
        public boolean isIncomplete(final int verdict) {
            return verdict == UpgradeRequestDecoder.INCOMPLETE;
        }

        @Override
        public int length() {
            return decoder.length();
        }

        @Override
        public void tell(final int verdict, final Transcript transcript) {
            transcript.slice("path", decoder.path());
            transcript.slice("query", decoder.query());
            transcript.slice("host", decoder.host());
            transcript.slice("origin", decoder.origin());
            transcript.slice("key", decoder.key());
            for (final Subprotocol subprotocol : SUBPROTOCOLS) {
                transcript.flag("offered", decoder.offers(subprotocol));
            }
        }

        void compare(final PlainRequest plain, final int status) {
            if (!accepts(status) || decoder.length() != plain.length()) {
                throw new Finding("length " + decoder.length() + ", not " + plain.length());
            }
            compare("path", plain.path(), decoder.path());
            compare("query", plain.query(), decoder.query());
            compare("host", plain.host(), decoder.host());
            compare("origin", plain.origin(), decoder.origin());
            compare("key", plain.key(), decoder.key());
        }

        private static void compare(final String what, final String plain, final Slice read) {
            if (!Arrays.equals(PlainRequest.bytes(plain), read.toByteArray())) {
                throw new Finding(what + " " + read + ", read plainly: " + plain);
            }
        }

        @Override
        public boolean isCanonical() {
            return false;
        }

        /** Of a request that says no more than the encoder does. */
        @Override
        public int encodedLength() {
            final Slice path = decoder.path();
            if (path.isEmpty()
                    || !decoder.origin().isEmpty()
                    || decoder.offers(Subprotocol.MQTT) == decoder.offers(Subprotocol.AMQP)) {
                return NO_ENCODER;
            }
            final Slice query = decoder.query();
            final int limit = query.isEmpty() ? path.limit() : query.limit();
            target.wrap(path.buffer(), path.offset(), limit - path.offset());
            return UpgradeRequestEncoder.encodedLength(target, decoder.host(), wanted);
        }

        @Override
        public int encode(final MutableDirectBuffer buffer, final int offset) {
            encodedLength();
            return UpgradeRequestEncoder.encode(
                    buffer, offset, target, decoder.host(), decoder.key(), wanted);
        }
    }
}
