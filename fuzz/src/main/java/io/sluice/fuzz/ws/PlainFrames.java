package io.sluice.fuzz.ws;

import io.sluice.fuzz.law.StreamTranscript;
import io.sluice.fuzz.law.Transcript;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * RFC 6455 section 5 read aloud: a whole stream that lies still, frame after frame, with nothing of
 * the codec. Tells what any decoder must tell, and after which byte.
 */
final class PlainFrames {
    static final String PAYLOAD = "payload of a control frame";
    static final String CLOSE_CODE = "close code";
    static final String CLOSE_REASON = "close reason";

    private static final int CONTINUATION = 0;
    private static final int TEXT = 1;
    private static final int BINARY = 2;
    private static final int CLOSE = 8;

    private static final int PROTOCOL_ERROR = 1002;
    private static final int UNSUPPORTED = 1003;
    private static final int NO_CODE = 1005;
    private static final int NOT_TEXT = 1007;
    private static final int TOO_BIG = 1009;

    private final boolean masked;
    private final BigInteger frameMax;
    private final BigInteger messageMax;

    // Of the stream.
    private byte[] stream;
    private StreamTranscript told;
    private int at;
    private boolean over;
    private boolean insideMessage;
    private BigInteger message;

    PlainFrames(final boolean masked, final long frameMax, final long messageMax) {
        this.masked = masked;
        this.frameMax = BigInteger.valueOf(frameMax);
        this.messageMax = BigInteger.valueOf(messageMax);
    }

    void tell(final byte[] stream, final StreamTranscript told) {
        this.stream = stream;
        this.told = told;
        told.begin();
        at = 0;
        over = false;
        insideMessage = false;
        message = BigInteger.ZERO;
        while (!over) {
            frame();
        }
        told.end();
    }

    /** One frame; the stream is over where it is cut short. */
    private void frame() {
        if (!there(1)) {
            return;
        }
        final int first = stream[at] & 0xFF;
        final int opcode = first % 16;
        final int fault = faultOf(first / 16 % 8 != 0, first >= 128, opcode);
        if (fault != 0) {
            fail(fault, 1);
            return;
        }
        if (!there(2)) {
            return;
        }
        final int second = stream[at + 1] & 0xFF;
        final int shortLength = second % 128;
        if (second >= 128 != masked || opcode >= CLOSE && shortLength > 125) {
            fail(PROTOCOL_ERROR, 2);
            return;
        }
        final int more = shortLength == 127 ? 8 : shortLength == 126 ? 2 : 0;
        if (!there(2 + more)) {
            return;
        }
        final byte[] longLength = Arrays.copyOfRange(stream, at + 2, at + 2 + more);
        final BigInteger length =
                more == 0 ? BigInteger.valueOf(shortLength) : new BigInteger(1, longLength);
        if (length.bitLength() > 63 || more != lengthBytes(length)) {
            fail(PROTOCOL_ERROR, 2 + more);
            return;
        }
        if (opcode < CLOSE) {
            message = message.add(length);
            if (length.compareTo(frameMax) > 0 || message.compareTo(messageMax) > 0) {
                fail(TOO_BIG, 2 + more);
                return;
            }
        }
        final int header = 2 + more + (masked ? 4 : 0);
        if (there(header)) {
            body(opcode, first >= 128, header, length);
        }
    }

    private void body(
            final int opcode, final boolean fin, final int header, final BigInteger length) {
        final int present = length.min(BigInteger.valueOf(stream.length - at - header)).intValue();
        final byte[] payload = new byte[present];
        for (int i = 0; i < present; i++) {
            final int key = masked ? stream[at + header - 4 + i % 4] : 0;
            payload[i] = (byte) (stream[at + header + i] ^ key);
        }
        if (opcode < CLOSE) {
            told.carry(new UnsafeBuffer(payload), 0, present);
        }
        if (!BigInteger.valueOf(present).equals(length)) {
            over = true;
            return;
        }
        final int frame = header + present;
        if (opcode == CLOSE) {
            close(payload, frame);
        } else if (opcode > CLOSE) {
            event(opcode, payload, frame);
        } else {
            insideMessage = !fin;
            message = fin ? BigInteger.ZERO : message;
        }
        at += frame;
    }

    private void close(final byte[] payload, final int frame) {
        over = true;
        final int code =
                payload.length < 2 ? NO_CODE : ByteBuffer.wrap(payload).getShort() & 0xFFFF;
        if (payload.length == 1 || payload.length > 1 && !mayBeSent(code)) {
            fail(PROTOCOL_ERROR, frame);
            return;
        }
        final byte[] reason =
                Arrays.copyOfRange(payload, Math.min(2, payload.length), payload.length);
        if (!isText(reason)) {
            fail(NOT_TEXT, frame);
            return;
        }
        final Transcript transcript = event(CLOSE, payload, frame);
        transcript.number(CLOSE_CODE, code);
        transcript.range(CLOSE_REASON, new UnsafeBuffer(reason), 0, reason.length);
    }

    private Transcript event(final int opcode, final byte[] payload, final int bytes) {
        final Transcript transcript = told.event(opcode, at + bytes);
        transcript.range(PAYLOAD, new UnsafeBuffer(payload), 0, payload.length);
        return transcript;
    }

    /** What is wrong with a first byte: sections 5.2, 5.4 and 5.5; text: [MQTT-6.0.0-1]. */
    private int faultOf(final boolean reserved, final boolean fin, final int opcode) {
        if (reserved) {
            return PROTOCOL_ERROR;
        }
        return switch (opcode) {
            case CONTINUATION -> insideMessage ? 0 : PROTOCOL_ERROR;
            case TEXT -> insideMessage ? PROTOCOL_ERROR : UNSUPPORTED;
            case BINARY -> insideMessage ? PROTOCOL_ERROR : 0;
            case CLOSE, 9, 10 -> fin ? 0 : PROTOCOL_ERROR;
            default -> PROTOCOL_ERROR;
        };
    }

    /** How many bytes a length takes behind the second byte of the header, at least. */
    private static int lengthBytes(final BigInteger length) {
        return length.bitLength() > 16 ? 8 : length.intValue() > 125 ? 2 : 0;
    }

    /** Sections 7.4.1 and 7.4.2, with what the registry has added. */
    private static boolean mayBeSent(final int code) {
        return switch (code) {
            case 1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014 -> true;
            default -> code / 1000 == 3 || code / 1000 == 4;
        };
    }

    private static boolean isText(final byte[] bytes) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (final CharacterCodingException e) {
            return false;
        }
    }

    private boolean there(final int bytes) {
        over |= at + bytes > stream.length;
        return !over;
    }

    private void fail(final int code, final int bytes) {
        over = true;
        told.failure(code, at + bytes);
    }
}
