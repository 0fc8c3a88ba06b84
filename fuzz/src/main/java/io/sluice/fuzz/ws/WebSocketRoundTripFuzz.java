package io.sluice.fuzz.ws;

import io.sluice.codec.wire.Slice;
import io.sluice.codec.ws.CloseCode;
import io.sluice.codec.ws.Endpoint;
import io.sluice.codec.ws.FrameEncoder;
import io.sluice.codec.ws.MaskingKey;
import io.sluice.codec.ws.Opcode;
import io.sluice.fuzz.law.Finding;
import io.sluice.fuzz.law.InPlaceLaws;
import io.sluice.fuzz.law.Laws;
import io.sluice.fuzz.law.Seeds;
import io.sluice.fuzz.law.StreamTranscript;
import io.sluice.fuzz.law.Target;
import io.sluice.fuzz.law.Transcript;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Frames of either end, as the encoder writes them: they stay inside their announced lengths, and
 * the decoder and a plain reading find in them what went in. Or the handshake that comes before
 * them.
 */
public final class WebSocketRoundTripFuzz implements Target {
    /** Of the frames but the last. */
    private static final int STREAM_MAX = 1_000;

    private static final int CAPACITY = STREAM_MAX + 70_000;
    private static final int GUARDS = 64;
    private static final byte GUARD = (byte) 0xA5;

    private final InPlaceLaws laws;
    private final HandshakeCheck handshake = new HandshakeCheck();
    private final StreamTranscript expected = new StreamTranscript();
    private final StreamTranscript plain = new StreamTranscript();
    private final byte[] bytes = new byte[CAPACITY];
    private final UnsafeBuffer buffer = new UnsafeBuffer(bytes);

    // Of the input.
    private Endpoint sender;
    private FrameScript script;
    private int at;
    private int end;
    private boolean closed;

    public WebSocketRoundTripFuzz(final Laws laws) {
        this.laws = new InPlaceLaws(laws);
    }

    @Override
    public void check(final byte[] input) {
        script = new FrameScript(input);
        switch (script.take() % 3) {
            case 0 -> checkFrames(Endpoint.CLIENT);
            case 1 -> checkFrames(Endpoint.SERVER);
            default -> handshake.check(script);
        }
    }

    private void checkFrames(final Endpoint sender) {
        this.sender = sender;
        expected.begin();
        at = 0;
        closed = false;
        while (!script.isOver() && !closed && at < STREAM_MAX) {
            writeFrame();
        }
        expected.end();
        final byte[] stream = Arrays.copyOf(bytes, at);
        laws.obey(new FramesReader(sender, Long.MAX_VALUE, Long.MAX_VALUE), stream, expected);
        new PlainFrames(sender == Endpoint.CLIENT, Long.MAX_VALUE, Long.MAX_VALUE)
                .tell(stream, plain);
        final String difference = expected.difference(plain, true);
        if (difference != null) {
            throw new Finding("went in, then read plainly: " + difference);
        }
    }

    /** One frame, which must end where it was said to and leave what lies around it. */
    private void writeFrame() {
        final byte before = at == 0 ? 0 : bytes[at - 1];
        final int begin = at;
        switch (script.take() % 8) {
            case 0 -> control(Opcode.PING);
            case 1 -> control(Opcode.PONG);
            case 2 -> close();
            default -> binary();
        }
        if (at != end) {
            throw new Finding("announced " + (end - begin) + " bytes, wrote " + (at - begin));
        }
        boolean touched = begin > 0 && bytes[begin - 1] != before;
        for (int i = 0; i < GUARDS; i++) {
            touched |= bytes[end + i] != GUARD;
        }
        if (touched) {
            throw new Finding("wrote outside of its " + (end - begin) + " bytes");
        }
    }

    /** Asks how long a frame will be, and lays guards behind it. */
    private void announce(final int payloadLength) {
        end = at + FrameEncoder.headerLength(sender, payloadLength) + payloadLength;
        Arrays.fill(bytes, end, end + GUARDS, GUARD);
    }

    private void binary() {
        final byte[] payload = script.takePayload();
        final int key = script.takeInt();
        announce(payload.length);
        at +=
                sender == Endpoint.SERVER
                        ? FrameEncoder.binaryHeader(buffer, at, payload.length)
                        : FrameEncoder.maskedBinaryHeader(buffer, at, payload.length, key);
        buffer.putBytes(at, payload);
        if (sender == Endpoint.CLIENT) {
            mask(payload, key);
        }
        at += payload.length;
        expected.carry(new UnsafeBuffer(payload), 0, payload.length);
    }

    /** Masks in two parts, which is the same as in one. */
    private void mask(final byte[] payload, final int key) {
        final int cut = payload.length == 0 ? 0 : script.take() % (payload.length + 1);
        final int rest = MaskingKey.apply(buffer, at, cut, key);
        MaskingKey.apply(buffer, at + cut, payload.length - cut, rest);
        for (int i = 0; i < payload.length; i++) {
            if (bytes[at + i] != (byte) (payload[i] ^ key >>> 24 - i % 4 * 8)) {
                throw new Finding("masked otherwise, cut at " + cut + ": byte " + i);
            }
        }
    }

    private void control(final int opcode) {
        final byte[] payload = script.takeBytes(FrameEncoder.MAX_CONTROL_LENGTH - 6);
        final Slice slice = Slice.of(payload);
        announce(payload.length);
        at +=
                sender == Endpoint.SERVER
                        ? FrameEncoder.control(buffer, at, opcode, slice)
                        : FrameEncoder.maskedControl(buffer, at, opcode, slice, script.takeInt());
        expected.event(opcode, at).slice(PlainFrames.PAYLOAD, slice);
    }

    private void close() {
        closed = true;
        final int choice = script.take() << 8 | script.take();
        final int code = CloseCode.isSendable(choice) ? choice : CloseCode.NO_STATUS_RECEIVED;
        final boolean empty = code == CloseCode.NO_STATUS_RECEIVED;
        final Slice reason = Slice.of(empty ? new byte[0] : reason());
        final int length = empty ? 0 : 2 + reason.length();
        announce(length);
        at +=
                sender == Endpoint.SERVER
                        ? FrameEncoder.close(buffer, at, code, reason)
                        : FrameEncoder.maskedClose(buffer, at, code, reason, script.takeInt());
        final byte[] payload = new byte[length];
        if (!empty) {
            payload[0] = (byte) (code >> 8);
            payload[1] = (byte) code;
            reason.copyTo(new UnsafeBuffer(payload), 2);
        }
        final Transcript transcript = expected.event(Opcode.CLOSE, at);
        transcript.slice(PlainFrames.PAYLOAD, Slice.of(payload));
        transcript.number(PlainFrames.CLOSE_CODE, code);
        transcript.slice(PlainFrames.CLOSE_REASON, reason);
    }

    /** The script's bytes, each two of them as one character of one to three bytes. */
    private byte[] reason() {
        final byte[] chosen = script.takeBytes(FrameEncoder.MAX_REASON_LENGTH / 3 * 2);
        final StringBuilder text = new StringBuilder();
        for (int i = 0; i + 1 < chosen.length; i += 2) {
            final char next = (char) (chosen[i] << 8 | chosen[i + 1] & 0xFF);
            text.append(Character.isSurrogate(next) ? '\u20AC' : next);
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void seeds(final Seeds seeds) {
        seeds.hex("02 00 00112233445566778899AABBCCDDEEFF 05 6D71747421");
        seeds.hex("02 01 FFFFFFFFFFFFFFFF0000000000000000 06 005EFF1E0002");
        for (final String begin : new String[] {"00", "01"}) {
            seeds.hex(begin + "03 03 07 00 91A2C3F4 02 00 03 68 69 6A 6B 02 03E8 04 0041 20AC");
            seeds.hex(begin + "03 06 01 00 12345678 05 03 07 02 00 FFFFFFFF 7D");
            seeds.hex(begin + "03 08 03 00 01020304 03 03 00 00 FFFFFFFF 01");
            seeds.hex(begin + "03 FD 01 00 12345678 05").hex(begin + "03 FE 01 00 12345678 05");
            seeds.hex(begin + "00 7D" + "AB".repeat(125) + "01020304");
            seeds.hex(begin + "02 0BB8 52" + "20AC".repeat(41));
            seeds.hex(begin + "02 03ED").hex(begin + "01 00 04030201 02 0FA0 00 01020304");
        }
    }
}
