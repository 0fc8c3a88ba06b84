package io.sluice.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a run keeps can be found again. */
final class FuzzHomeTest {
    @Test
    void theCommandOfAReplayIsWhatAShellTakes() {
        assertEquals(
                "fuzz/run A --replay /tmp/a-b_c/crash-01",
                FuzzHome.replayCommand("A", Path.of("/tmp/a-b_c/crash-01")));
        assertEquals(
                "fuzz/run A --replay '/tmp/my work/crash'",
                FuzzHome.replayCommand("A", Path.of("/tmp/my work/crash")));
        assertEquals(
                "fuzz/run A --replay '/tmp/it'\\''s $HOME/crash'",
                FuzzHome.replayCommand("A", Path.of("/tmp/it's $HOME/crash")));
    }

    @Test
    void keepsInputsAndNoSources(@TempDir final Path root) throws IOException {
        final FuzzHome home = new FuzzHome(root);
        final Path finding = home.writeFinding("A", new byte[] {1});
        Files.writeString(home.findings("A").resolve("Crash_0a1b.java"), "class A {}");
        home.removeSources("A");
        home.removeSources("B"); // which has none
        assertEquals(List.of(finding), FuzzHome.files(home.findings("A")));
    }
}
