package io.sluice.engine.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of each key that says something else when the file is read again. */
final class ReloadTest {
    @TempDir private Path directory;
    private final EngineConfig usual = EngineConfig.embedded(Path.of("sluice-data"), 4);

    private EngineConfig read(final String text) throws Exception {
        return new ConfigReader(usual, name -> null)
                .read(Files.writeString(directory.resolve("s.yaml"), text));
    }

    private static List<ConfigKey> keys(final boolean reloads) {
        return Stream.of(ConfigKey.values()).filter(key -> key.reloads() == reloads).toList();
    }

    @Test
    void everyKeyIsAppliedOrNamed() throws Exception {
        Files.writeString(directory.resolve("users"), "a:b\n");
        final EngineConfig read = read(ConfigReaderTest.EVERY_KEY);
        final Reload reload = Reload.of(usual, read);
        assertEquals(keys(true), reload.applied());
        assertEquals(keys(false), reload.refused());
        for (final ConfigKey key : ConfigKey.values()) {
            assertNotEquals(key.valueIn(usual), key.valueIn(read), key.path());
            assertEquals(
                    key.valueIn(key.reloads() ? read : usual),
                    key.valueIn(reload.holding()),
                    key.path());
        }
        // What was refused is refused again, and what was applied has not changed.
        final Reload again = Reload.of(reload.holding(), read);
        assertEquals(List.of(), again.applied());
        assertEquals(keys(false), again.refused());
    }

    @Test
    void aUserWhoseFileHasChangedIsAChange() throws Exception {
        final Path users = Files.writeString(directory.resolve("users"), "a:b\n");
        final String text = "amqp: {sasl: [plain], users_file: users}\n";
        final EngineConfig before = read(text);
        Files.writeString(users, "a:c\n");
        final Reload reload = Reload.of(before, read(text));
        assertEquals(List.of(ConfigKey.AMQP_USERS_FILE), reload.applied());
        assertEquals(List.of(), reload.refused());
    }

    @Test
    void nothingHasChangedInTheSameFile() throws Exception {
        assertEquals(
                new Reload(usual, List.of(), List.of()), Reload.of(usual, read("# nothing\n")));
    }
}
