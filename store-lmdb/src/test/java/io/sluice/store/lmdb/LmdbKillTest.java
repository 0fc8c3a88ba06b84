package io.sluice.store.lmdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.engine.store.NodeState;
import io.sluice.store.lmdb.TestRecords.Finding;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process is killed while it works, again and again: what it had acknowledged is there and
 * intact, what it had completed stays gone. {@code -Dsluice.kill.rounds=200} for the long form.
 */
class LmdbKillTest {
    private static final int ROUNDS = Integer.getInteger("sluice.kill.rounds", 8);
    private static final long LIVES_MS_MAX = 700;
    private static final long PAUSE_NS = 100_000;

    @TempDir Path directory;

    private final TestRecords records = new TestRecords();

    // What the child said last.
    private long triedLow;
    private long acknowledgedLow;
    private long acknowledgedLast;
    private long acknowledgements;

    @Test
    void keepsWhatWasAcknowledged() throws Exception {
        final long seed = Long.getLong("sluice.seed", new SplittableRandom().nextLong());
        System.out.println("LmdbKillTest: -Dsluice.seed=" + seed);
        final SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < ROUNDS; round++) {
            live(random);
            verify("round " + round + ", seed " + seed);
        }
        System.out.println(
                "LmdbKillTest: "
                        + ROUNDS
                        + " kills, "
                        + acknowledgements
                        + " commits, "
                        + acknowledgedLast
                        + " records");
        assertTrue(acknowledgements > ROUNDS, "it hardly lived");
    }

    private void live(final SplittableRandom random) throws Exception {
        final String seed = Long.toString(random.nextLong());
        try (ChildJvm child = ChildJvm.start(KillChild.class, directory.toString(), seed)) {
            final String first = child.line();
            assertTrue(first != null && first.startsWith("open "), "it said " + first);
            final long livesNs = TimeUnit.MILLISECONDS.toNanos(random.nextLong(1, LIVES_MS_MAX));
            final long bornNs = System.nanoTime();
            while (System.nanoTime() - bornNs < livesNs) {
                if (child.hasMore()) {
                    heard(child.line()); // else it would wait for us, and be killed waiting
                } else {
                    LockSupport.parkNanos(PAUSE_NS);
                }
            }
            child.kill();
            for (String line = child.line(); line != null; line = child.line()) {
                heard(line);
            }
        }
    }

    private void heard(final String line) {
        final String[] words = line.split(" ");
        if (words.length == 3 && words[0].equals("try")) {
            triedLow = Long.parseLong(words[1]);
        } else if (words.length == 3 && words[0].equals("ack")) {
            acknowledgedLow = Long.parseLong(words[1]);
            acknowledgedLast = Long.parseLong(words[2]);
            acknowledgements++;
        }
    }

    private void verify(final String when) throws Exception {
        final LmdbStore store = LmdbStore.open(directory, KillChild.OPTIONS);
        assertTrue(store.report().pagesVerified() > 0);
        final NodeState state = new NodeState();
        store.writer()
                .forEachNode(
                        (node, address, offset, length, found) -> {
                            state.lastSequence = found.lastSequence;
                            state.transferredHigh = found.transferredHigh;
                        });
        assertTrue(state.lastSequence >= acknowledgedLast, when);
        assertTrue(state.transferredHigh >= acknowledgedLow, when);
        assertTrue(state.transferredHigh <= Math.max(triedLow, acknowledgedLow), when);
        store.reader().renew();
        for (long sequence = 1; sequence <= state.lastSequence; sequence++) {
            final Finding expected =
                    sequence <= state.transferredHigh ? Finding.ABSENT : Finding.INTACT;
            assertEquals(expected, records.read(store.reader(), sequence), when + ", " + sequence);
        }
        store.reader().release();
        if (state.lastSequence > 0) {
            final UnsafeBuffer id = KillChild.identity(state.lastSequence);
            assertFalse(store.writer().remember(TestRecords.NODE, id, 0, id.capacity()), when);
        }
        // As the child's end has left it: what comes next begins after a crash again.
        store.abandon();
    }
}
