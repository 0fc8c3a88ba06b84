package io.sluice.codec.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** A run of bytes in someone else's buffer. */
class SliceTest {
    @Test
    void isEmptyUntilItIsWrapped() {
        final Slice slice = new Slice();
        assertTrue(slice.isEmpty());
        assertEquals("", slice.toString());
        assertEquals(0, slice.copyTo(new UnsafeBuffer(new byte[0]), 0));
    }

    @Test
    void seesItsBytesAndNoOthers() {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[] {'x', 'a', 'b', 'c', 'y'});
        final Slice slice = new Slice().wrap(buffer, 1, 3);
        assertEquals("abc", slice.toString());
        assertEquals(1, slice.offset());
        assertEquals(3, slice.length());
        assertEquals(4, slice.limit());
        assertEquals('c', slice.byteAt(2));
        assertThrows(AssertionError.class, () -> slice.byteAt(3));
        assertThrows(AssertionError.class, () -> slice.wrap(buffer, 3, 3));
        buffer.putByte(2, (byte) 'B');
        assertEquals("aBc", slice.toString(), "it holds no copy");
    }

    @Test
    void pointsAtWhatAnotherPointsAt() {
        final Slice first = Slice.ofUtf8("first");
        final Slice second = new Slice().wrap(first);
        first.wrap(Slice.ofUtf8("other"));
        assertEquals("first", second.toString());
        assertTrue(second.clear().isEmpty());
    }

    @Test
    void comparesContentWhereverItIs() {
        final byte[] bytes = "0123456789abcdefghi".getBytes(StandardCharsets.UTF_8);
        final UnsafeBuffer direct = new UnsafeBuffer(ByteBuffer.allocateDirect(64));
        direct.putBytes(5, bytes);
        for (int length = 0; length <= bytes.length; length++) {
            final Slice heap = new Slice().wrap(new UnsafeBuffer(bytes), 0, length);
            final Slice other = new Slice().wrap(direct, 5, length);
            assertTrue(heap.contentEquals(other));
            assertFalse(heap.contentEquals(direct, 5, length + 1));
            for (int place = 0; place < length; place++) {
                direct.putByte(5 + place, (byte) 'X');
                assertFalse(heap.contentEquals(other), "at " + place + " of " + length);
                direct.putByte(5 + place, bytes[place]);
            }
        }
    }

    @Test
    void copiesItsBytes() {
        final UnsafeBuffer target = new UnsafeBuffer(new byte[6]);
        assertEquals(3, Slice.of((byte) 1, (byte) 2, (byte) 3).copyTo(target, 2));
        assertArrayEquals(new byte[] {0, 0, 1, 2, 3, 0}, target.byteArray());
        assertArrayEquals(new byte[] {1, 2}, Slice.of((byte) 1, (byte) 2).toByteArray());
    }
}
