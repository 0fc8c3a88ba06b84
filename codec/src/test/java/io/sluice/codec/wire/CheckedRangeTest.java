package io.sluice.codec.wire;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.util.Random;
import java.util.stream.Stream;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.ExpandableDirectByteBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is read without a check is what is read with one, in whatever memory. */
class CheckedRangeTest {
    private static final int CAPACITY = 32;

    static Stream<MutableDirectBuffer> buffers() {
        return Stream.of(
                        new UnsafeBuffer(new byte[CAPACITY]),
                        new UnsafeBuffer(new byte[CAPACITY + 7], 3, CAPACITY),
                        new UnsafeBuffer(ByteBuffer.allocate(CAPACITY + 7), 5, CAPACITY),
                        new UnsafeBuffer(ByteBuffer.allocateDirect(CAPACITY)),
                        new UnsafeBuffer(ByteBuffer.allocateDirect(CAPACITY + 7), 3, CAPACITY),
                        new ExpandableArrayBuffer(CAPACITY),
                        new ExpandableDirectByteBuffer(CAPACITY))
                .map(CheckedRangeTest::filled);
    }

    private static MutableDirectBuffer filled(final MutableDirectBuffer buffer) {
        final byte[] bytes = new byte[CAPACITY];
        new Random(1).nextBytes(bytes);
        buffer.putBytes(0, bytes);
        return buffer;
    }

    @ParameterizedTest
    @MethodSource("buffers")
    void readsWhatTheBufferReads(final MutableDirectBuffer buffer) {
        for (int at = 0; at < CAPACITY; at++) {
            assertEquals(buffer.getByte(at) & 0xFF, CheckedRange.ubyte(buffer, at));
            if (at + Short.BYTES <= CAPACITY) {
                final int expected = buffer.getShort(at, BIG_ENDIAN) & 0xFFFF;
                assertEquals(expected, CheckedRange.ushort(buffer, at));
            }
            if (at + Integer.BYTES <= CAPACITY) {
                assertEquals(buffer.getInt(at, BIG_ENDIAN), CheckedRange.int32(buffer, at));
            }
            if (at + Long.BYTES <= CAPACITY) {
                assertEquals(buffer.getLong(at, BIG_ENDIAN), CheckedRange.int64(buffer, at));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("buffers")
    void refusesRangesThatTheBufferDoesNotHave(final MutableDirectBuffer buffer) {
        for (int offset = 0; offset <= CAPACITY; offset++) {
            final int from = offset;
            assertDoesNotThrow(() -> CheckedRange.check(buffer, from, from));
            assertDoesNotThrow(() -> CheckedRange.check(buffer, from, CAPACITY));
            assertRefused(() -> CheckedRange.check(buffer, from, CAPACITY + 1));
            assertRefused(() -> CheckedRange.check(buffer, from, from - 1));
            assertRefused(() -> CheckedRange.check(buffer, from, Integer.MAX_VALUE));
            assertRefused(() -> CheckedRange.check(buffer, from, Integer.MIN_VALUE));
        }
        assertRefused(() -> CheckedRange.check(buffer, -1, CAPACITY));
        assertRefused(() -> CheckedRange.check(buffer, -1, -1));
        assertRefused(() -> CheckedRange.check(buffer, CAPACITY + 1, CAPACITY + 1));
        assertRefused(() -> CheckedRange.check(buffer, Integer.MIN_VALUE, 0));
        assertRefused(() -> CheckedRange.check(buffer, Integer.MIN_VALUE, Integer.MAX_VALUE));
    }

    /** Slips of those who read are found wherever assertions are on: in tests and fuzzing. */
    @ParameterizedTest
    @MethodSource("buffers")
    void assertsThatReadsStayInTheBuffer(final MutableDirectBuffer buffer) {
        for (final int at : new int[] {-1, CAPACITY, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            assertCaught(() -> CheckedRange.ubyte(buffer, at));
            assertCaught(() -> CheckedRange.ushort(buffer, at));
            assertCaught(() -> CheckedRange.int32(buffer, at));
            assertCaught(() -> CheckedRange.int64(buffer, at));
        }
        assertCaught(() -> CheckedRange.ushort(buffer, CAPACITY - 1));
        assertCaught(() -> CheckedRange.int32(buffer, CAPACITY - 3));
        assertCaught(() -> CheckedRange.int64(buffer, CAPACITY - 7));
    }

    private static void assertRefused(final Executable check) {
        assertThrows(IndexOutOfBoundsException.class, check);
    }

    private static void assertCaught(final Executable read) {
        assertThrows(AssertionError.class, read);
    }
}
