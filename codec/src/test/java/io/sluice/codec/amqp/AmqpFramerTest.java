package io.sluice.codec.amqp;

import static io.sluice.codec.amqp.AmqpError.FRAMING_ERROR;
import static io.sluice.codec.amqp.AmqpError.INCOMPLETE;
import static io.sluice.codec.amqp.AmqpError.NONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Frames in a stream of bytes (AMQP 1.0 part 2 section 2.3). */
class AmqpFramerTest {
    private final AmqpFramer framer = new AmqpFramer(512);

    @Test
    void findsAFrame() {
        Transcript.inEveryBuffer(
                Transcript.bytes(
                        """
                        0000000c  # size
                        02 00     # doff, type: AMQP
                        1234      # channel
                        00531045  # body
                        """),
                (buffer, offset, length) -> {
                    assertEquals(NONE, framer.next(buffer, offset, offset + length));
                    assertEquals(12, framer.frameLength());
                    assertEquals(offset + 8, framer.bodyOffset());
                    assertEquals(4, framer.bodyLength());
                    assertEquals(FrameHeader.TYPE_AMQP, framer.type());
                    assertEquals(0x1234, framer.channel());
                });
    }

    @Test
    void findsAnEmptyFrame() {
        assertEquals(NONE, next("00000008 02 00 0000"));
        assertEquals(0, framer.bodyLength());
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[8]);
        assertEquals(8, FrameHeader.encodeEmpty(buffer, 0));
        assertEquals("0000000802000000", Transcript.hex(buffer, 0, 8));
    }

    @Test
    void skipsTheExtendedHeader() {
        assertEquals(NONE, next("00000011 04 01 ffff  1122334455667788  aa"));
        assertEquals(16, framer.bodyOffset());
        assertEquals(1, framer.bodyLength());
        assertEquals(FrameHeader.TYPE_SASL, framer.type());
        assertEquals(NONE, next("0000000c 03 00 0000  11223344"), "and no body");
        assertEquals(0, framer.bodyLength());
    }

    @Test
    void waitsForEveryByte() {
        final byte[] frame = Transcript.bytes("00000011 03 00 0000 11223344 0102030405");
        for (int length = 0; length < frame.length; length++) {
            assertEquals(INCOMPLETE, framer.next(new UnsafeBuffer(frame), 0, length));
            assertEquals(length < 4 ? 0 : 17, framer.frameLength());
        }
    }

    @Test
    void refusesASizeOnItsFourBytes() {
        assertEquals(FRAMING_ERROR, next("00000201"), "max-frame-size + 1");
        assertEquals(FRAMING_ERROR, next("ffffffff"));
        assertEquals(FRAMING_ERROR, next("80000000"));
        assertEquals(FRAMING_ERROR, next("00000007"));
        assertEquals(FRAMING_ERROR, next("00000000"));
        assertEquals(INCOMPLETE, next("00000200"), "max-frame-size");
        assertEquals(INCOMPLETE, next("00000008"));
    }

    @Test
    void takesAFrameOfExactlyTheMaximum() {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[512]);
        FrameHeader.encode(buffer, 0, 512, FrameHeader.TYPE_AMQP, 65_535);
        assertEquals(NONE, framer.next(buffer, 0, 512));
        assertEquals(504, framer.bodyLength());
        assertEquals(65_535, framer.channel());
    }

    @Test
    void refusesADataOffsetOnItsByte() {
        assertEquals(FRAMING_ERROR, next("00000008 01"));
        assertEquals(FRAMING_ERROR, next("00000008 00 00 0000"));
        assertEquals(FRAMING_ERROR, next("00000008 03"), "past the frame");
        assertEquals(FRAMING_ERROR, next("0000000b 03 00 0000 112233"));
        assertEquals(FRAMING_ERROR, next("00000100 ff 00 0000"));
    }

    @Test
    void refusesAnUnknownTypeOnItsByte() {
        assertEquals(FRAMING_ERROR, next("00000008 02 02"));
        assertEquals(FRAMING_ERROR, next("00000008 02 ff 0000"));
        assertEquals(INCOMPLETE, next("00000008 02 01"));
    }

    @Test
    void needsAMaximumOf512() {
        assertThrows(IllegalArgumentException.class, () -> new AmqpFramer(511));
    }

    private AmqpError next(final String hex) {
        final byte[] bytes = Transcript.bytes(hex);
        return framer.next(new UnsafeBuffer(bytes), 0, bytes.length);
    }
}
