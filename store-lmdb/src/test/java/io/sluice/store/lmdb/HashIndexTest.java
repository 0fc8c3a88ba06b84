package io.sluice.store.lmdb;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/**
 * The index finds every number of a hash, whatever came and went; the hash is the published one.
 */
class HashIndexTest {
    private final HashIndex index = new HashIndex();

    private List<Long> numbers(final long hash) {
        final List<Long> numbers = new ArrayList<>();
        for (int slot = index.first(hash); slot != HashIndex.NONE; slot = index.next(slot, hash)) {
            numbers.add(index.number(slot));
        }
        Collections.sort(numbers);
        return numbers;
    }

    @Test
    void findsAllNumbersOfAHash() {
        index.add(5, 1);
        index.add(5, 2);
        index.add(6, 3);
        assertEquals(List.of(1L, 2L), numbers(5));
        assertEquals(List.of(3L), numbers(6));
        assertEquals(List.of(), numbers(7));
        index.remove(5, 1);
        index.remove(5, 9);
        assertEquals(List.of(2L), numbers(5));
        assertEquals(2, index.count());
    }

    @Test
    void keepsThePlacesOfOthersWhenOneGoes() {
        // Few homes and many meetings, through several growths.
        final SplittableRandom random = new SplittableRandom(1);
        final ArrayDeque<long[]> there = new ArrayDeque<>();
        for (long number = 1; number <= 20_000; number++) {
            final long hash = random.nextLong(700) * 3;
            index.add(hash, number);
            there.add(new long[] {hash, number});
            while (there.size() > 3_000) {
                final long[] oldest = there.remove();
                index.remove(oldest[0], oldest[1]);
            }
        }
        assertEquals(there.size(), index.count());
        int found = 0;
        for (long hash = 0; hash < 700 * 3; hash++) {
            found += numbers(hash).size();
        }
        assertEquals(there.size(), found);
        for (final long[] pair : there) {
            assertEquals(true, numbers(pair[0]).contains(pair[1]));
        }
    }

    @Test
    void hashesAsItsPaperSays() {
        final UnsafeBuffer message = new UnsafeBuffer(new byte[16]);
        for (int i = 0; i < 15; i++) {
            message.putByte(1 + i, (byte) i);
        }
        final SipHash sipHash = new SipHash(0x0706050403020100L, 0x0F0E0D0C0B0A0908L);
        assertEquals(0xA129CA6149BE45E5L, sipHash.of(0, message, 1, 15));
    }
}
