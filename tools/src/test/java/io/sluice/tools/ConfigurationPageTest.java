package io.sluice.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sluice.engine.config.ConfigKey;
import io.sluice.engine.config.EngineConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code docs/configuration.md} and the examples say what the code does. */
class ConfigurationPageTest {
    private static final Path PAGE = Path.of("..", "docs", "configuration.md");
    private static final Path EXAMPLES = Path.of("..", "examples");
    private static final EngineConfig USUAL =
            EngineConfig.embedded(Path.of(RunCommand.DATA_TEXT), 1);

    private static String row(final ConfigKey key) {
        return String.join(
                " | ",
                "| `" + key.path() + "`",
                key.kind().written(),
                defaultOf(key),
                key.allowed(),
                key.reloads() ? "at SIGHUP" : "no",
                key.meaning() + " |");
    }

    private static String defaultOf(final ConfigKey key) {
        final String text = key.textIn(USUAL);
        return switch (key) {
            // It depends on the machine.
            case EVENT_LOOPS -> "cores - 1, from 1 to 4";
            case LINGER_US -> "1000, on one core 0";
            case AMQP_USERS_FILE, ADMIN_TOKEN -> "none";
            default -> "`" + text + "`";
        };
    }

    @Test
    void everyKeyHasItsRow() throws Exception {
        final List<String> rows =
                Files.readAllLines(PAGE).stream().filter(line -> line.startsWith("| `")).toList();
        final List<String> expected =
                Stream.of(ConfigKey.values()).map(ConfigurationPageTest::row).toList();
        assertEquals(String.join("\n", expected), String.join("\n", rows));
    }

    @Test
    void theExamplesCanBeUsed() throws Exception {
        try (Stream<Path> files = Files.list(EXAMPLES)) {
            for (final Path file : files.filter(f -> f.toString().endsWith(".yaml")).toList()) {
                RunCommand.reader().read(file);
            }
        }
    }
}
