package io.sluice.engine.mqtt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.mqtt.Wire;
import io.sluice.engine.loop.CloseCause;
import io.sluice.engine.loop.FakeWire;
import io.sluice.engine.loop.Protocol;
import java.util.Arrays;
import java.util.HexFormat;
import org.agrona.concurrent.UnsafeBuffer;

/** A scripted client: transcripts in, transcripts out. */
final class FakeClient {
    private static final HexFormat HEX = HexFormat.ofDelimiter(" ");

    private final FakeLoop loop;
    final FakeWire wire = new FakeWire(FakeLoop.LIMITS.maximumPacketSize());
    final Protocol session;

    /** A note of the test's. */
    boolean v5;

    /** Offered and not used up. */
    private byte[] kept = new byte[0];

    /** How many bytes arrive at once. */
    private int chunk = Integer.MAX_VALUE;

    FakeClient(final FakeLoop loop) {
        this.loop = loop;
        session = loop.server.create(wire, loop.home, loop.nowNs);
        loop.wires.add(wire);
    }

    /** From now on bytes arrive in pieces of this length. */
    FakeClient inChunks(final int length) {
        chunk = length;
        return this;
    }

    /** A v5 client is connected; its CONNACK is looked at elsewhere. */
    FakeClient connected(final String clientId) {
        return connected5(clientId, "");
    }

    /** The same with properties in CONNECT. */
    FakeClient connected5(final String clientId, final String properties) {
        sends("10 .. 'MQTT' 05 02 00 3C (" + properties + ") '" + clientId + "'");
        assertFalse(wire.closed);
        wire.take();
        return this;
    }

    /** A 3.1.1 client is connected. */
    FakeClient connected311(final String clientId) {
        sends("10 .. 'MQTT' 04 02 00 3C '" + clientId + "'");
        return expects("20 02 00 00");
    }

    FakeClient sends(final String... transcripts) {
        byte[] bytes = new byte[0];
        for (final String transcript : transcripts) {
            bytes = concat(bytes, Wire.bytes(transcript));
        }
        return sends(bytes);
    }

    FakeClient sends(final byte[] bytes) {
        for (int at = 0; at < bytes.length; at += Math.min(chunk, bytes.length - at)) {
            arrive(Arrays.copyOfRange(bytes, at, at + Math.min(chunk, bytes.length - at)));
            loop.step();
            arriveAgain();
        }
        return this;
    }

    private static byte[] concat(final byte[] one, final byte[] other) {
        final byte[] both = Arrays.copyOf(one, one.length + other.length);
        System.arraycopy(other, 0, both, one.length, other.length);
        return both;
    }

    private void arrive(final byte[] bytes) {
        kept = concat(kept, bytes);
        if (wire.held || wire.closed || kept.length == 0) {
            return;
        }
        // Somewhere in a larger buffer, as a socket's bytes are.
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[kept.length + 7]);
        buffer.putBytes(7, kept);
        final int used = session.onBytes(buffer, 7, kept.length, loop.nowNs);
        kept = new byte[kept.length - used];
        buffer.getBytes(7 + buffer.capacity() - 7 - kept.length, kept);
    }

    /** What the loop does after the wire was resumed. */
    FakeClient arriveAgain() {
        int before;
        do {
            before = kept.length;
            arrive(new byte[0]);
            loop.step();
        } while (kept.length < before);
        return this;
    }

    int bytesKept() {
        return kept.length;
    }

    /** Exactly this was written since the last look. */
    FakeClient expects(final String... transcripts) {
        byte[] bytes = new byte[0];
        for (final String transcript : transcripts) {
            bytes = concat(bytes, Wire.bytes(transcript));
        }
        assertEquals(HEX.formatHex(bytes), HEX.formatHex(wire.take()));
        return this;
    }

    FakeClient expectsNothing() {
        return expects("");
    }

    FakeClient expectsOpen() {
        assertFalse(wire.closed);
        return this;
    }

    /** The server has ended the connection, and its loop says so. */
    FakeClient expectsClosed() {
        assertTrue(wire.closed, "still open");
        session.onClosed(CloseCause.LOCAL, loop.nowNs);
        wire.end();
        loop.step();
        return this;
    }

    /** The client's socket ends without a word. */
    FakeClient drops() {
        wire.closed = true;
        session.onClosed(CloseCause.FAILED, loop.nowNs);
        wire.end();
        loop.step();
        return this;
    }

    /** The socket takes bytes again. */
    FakeClient writable() {
        wire.congested = false;
        session.onWritable(loop.nowNs);
        loop.step();
        return arriveAgain();
    }
}
