package io.sluice.fuzz;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Targets in one process keep their inputs apart. */
final class CrewTest {
    private static final Crew CREW = new Crew(List.of("A", "B", "C"));

    @Test
    void hasEveryTargetOnceAndTheCanaryAlone() {
        for (int size = 1; size <= Targets.names().size(); size++) {
            final List<String> all = new ArrayList<>();
            for (final Crew crew : Crew.of(Targets.names(), size)) {
                assertTrue(crew.targets().size() <= size, crew::name);
                assertFalse(crew.targets().contains(Targets.CANARY) && !crew.isAlone());
                all.addAll(crew.targets());
            }
            assertEquals(Targets.names(), all);
        }
    }

    @Test
    void choosesByTheFirstByte() {
        assertEquals(1, CREW.index(new byte[] {1, 7}));
        assertEquals(2, CREW.index(new byte[] {-1}));
        assertEquals(-1, CREW.index(new byte[0]));
        assertArrayEquals(new byte[] {7, 8}, CREW.input(new byte[] {1, 7, 8}));
    }

    @Test
    void leavesTheInputsOfOneAlone() {
        final Crew alone = new Crew(List.of("A"));
        assertEquals("A", alone.name());
        assertEquals(0, alone.index(new byte[0]));
        assertArrayEquals(new byte[] {1, 7}, alone.input(new byte[] {1, 7}));
    }

    @Test
    void gathersSeedsAndScattersWhatIsKept(@TempDir final Path root) throws IOException {
        final FuzzHome home = new FuzzHome(root);
        home.writeSeeds("B", List.of(new byte[] {5, 6}));
        CREW.gather(home);
        final List<Path> seeds = FuzzHome.files(home.seeds(CREW.name()));
        assertEquals(1, seeds.size());
        assertArrayEquals(new byte[] {1, 5, 6}, Files.readAllBytes(seeds.get(0)));
        Files.write(home.corpus(CREW.name()).resolve("kept"), new byte[] {2, 9});
        Files.write(home.corpus(CREW.name()).resolve("for-nobody"), new byte[0]);
        CREW.scatter(home);
        assertArrayEquals(new byte[] {9}, Files.readAllBytes(home.corpus("C").resolve("kept")));
        assertEquals(List.of(), FuzzHome.files(home.corpus("A")));
        assertEquals(List.of(), FuzzHome.files(home.corpus(CREW.name())));
    }
}
