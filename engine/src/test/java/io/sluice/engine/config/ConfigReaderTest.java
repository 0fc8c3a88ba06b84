package io.sluice.engine.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A configuration file is read, and everything that is wrong in it is told at once. */
final class ConfigReaderTest {
    /** A file in which every key says something unusual. */
    static final String EVERY_KEY =
"""
            data: /var/lib/sluice
            store: {max_bytes: 64MiB}
            event_loops: 5
            deliveries: 128
            memory: 2 MiB
            linger_us: 50
            listeners:
              mqtt: {host: 0.0.0.0, port: 0, max_connections: 7}
              amqp: {host: "::1", port: 5673, max_connections: 8}
              admin: {host: localhost, port: off, max_connections: 9, token: t0k}
            queues: {max: 8, max_messages: 5, max_bytes: 6, max_deliveries: 7}
            mqtt:
              max_packet_size: 1KiB
              receive_maximum: 2
              keep_alive_max: 90s
              max_subscriptions: 0
            amqp:
              sasl: [plain, anonymous]
              users_file: users
              default_pattern: events
              max_message_size: 512
              idle_timeout: 1500ms
            log: {format: json, level: warn}
""";

    @TempDir private Path directory;
    private final Map<String, String> environment = new HashMap<>();
    private final EngineConfig usual = EngineConfig.embedded(Path.of("sluice-data"), 4);

    private Path file(final String text) throws IOException {
        return Files.writeString(directory.resolve("s.yaml"), text);
    }

    private EngineConfig read(final String text) throws Exception {
        return new ConfigReader(usual, environment::get).read(file(text));
    }

    private List<String> errors(final String text) throws IOException {
        final Path file = file(text);
        final ConfigException thrown =
                assertThrows(
                        ConfigException.class,
                        () -> new ConfigReader(usual, environment::get).read(file));
        return thrown.errors().stream()
                .map(each -> each.text().replace(directory + "/", ""))
                .toList();
    }

    @Test
    void anEmptyFileIsWhatHoldsAnyway() throws Exception {
        for (final String empty : List.of("", "# nothing\n", "---\n", "log:\nlisteners:\n")) {
            assertEquals(usual, read(empty));
        }
    }

    @Test
    void everyKeyIsReadAndNothingElseChanges() throws Exception {
        final Path users = Files.writeString(directory.resolve("users"), "# known\na:b:c\n");
        final EngineConfig config = read(EVERY_KEY);
        assertEquals(new StoreConfig(Path.of("/var/lib/sluice"), 64 << 20), config.store());
        assertEquals(new EngineConfig.LoopsConfig(5, 128, 2 << 20, 50), config.loops());
        assertEquals(new ListenerConfig("0.0.0.0", 0, 7), config.mqtt());
        assertEquals(new ListenerConfig("::1", 5673, 8), config.amqp());
        assertTrue(config.admin().listener().isOff());
        assertTrue(config.admin().token().matches("t0k"));
        assertFalse(config.admin().token().matches("t0"));
        assertEquals(new QueuesConfig(8, 5, 6, 7), config.queues());
        assertEquals(new MqttConfig(1_024, 2, 90_000, 0), config.protocols().mqtt());
        final AmqpConfig amqp = config.protocols().amqp();
        assertEquals(users, amqp.sasl().users().orElseThrow().file());
        assertTrue(amqp.sasl().isPassword("a", "b:c"));
        assertFalse(amqp.sasl().isPassword("a", "b"));
        assertFalse(amqp.sasl().isPassword("z", ""));
        assertFalse(config.toString().contains("b:c"));
        assertEquals(
                List.of(AmqpConfig.Mechanism.PLAIN, AmqpConfig.Mechanism.ANONYMOUS),
                amqp.sasl().mechanisms());
        assertEquals(AmqpConfig.Pattern.EVENTS, amqp.defaultPattern());
        assertEquals(1_500, amqp.idleTimeoutMs());
        assertEquals(new LogConfig(LogConfig.Format.JSON, LogConfig.Level.WARN), config.log());
    }

    @Test
    void allErrorsAreToldAtOnceInTheOrderOfTheFile() throws IOException {
        assertEquals(
                List.of(
                        "s.yaml:1:1: unknown key evnet_loops, did you mean event_loops? allowed:"
                            + " data, store, event_loops, deliveries, memory, linger_us, listeners,"
                            + " queues, mqtt, amqp, log"),
                errors("evnet_loops: 3\n"));
        assertEquals(
                List.of(
                        "s.yaml:2:20: store.max_bytes is 64MB, allowed: 64MiB to 16TiB, written as"
                                + " 64MiB (B, KiB, MiB, GiB, TiB)",
                        "s.yaml:3:9: memory is 1MiB, allowed: 2MiB to 1GiB",
                        "s.yaml:4:13: deliveries is 3, allowed: 64 to 1048576",
                        "s.yaml:6:16: listeners.mqtt.port is 70000, allowed: 0 to 65535",
                        "s.yaml:6:40: listeners.mqtt.max_connections is 0,"
                                + " allowed: 1 to 1000000",
                        "s.yaml:7:19: unknown key listeners.amqp.prot, did you mean port?"
                                + " allowed: host, port, max_connections",
                        "s.yaml:8:17: listeners.admin.port is -1, allowed: 0 to 65535, or off",
                        "s.yaml:9:1: data is there twice, allowed: each key once",
                        "s.yaml:10:15: log.format is jsom, did you mean json? allowed: text, json",
                        "s.yaml:11:9: queues is a list, allowed: a mapping of max, max_messages,"
                                + " max_bytes, max_deliveries"),
                errors(
                        """
                        data: a
                        store: {max_bytes: 64MB}
                        memory: 1MiB
                        deliveries: 3
                        listeners:
                          mqtt: {port: 70000, max_connections: 0}
                          amqp: {host: h, prot: 1}
                          admin: {port: -1}
                        data: b
                        log: {format: jsom}
                        queues: [1]
                        """));
    }

    @Test
    void wrongTypesAreToldByTheirKinds() throws IOException {
        assertEquals(
                List.of(
                        "s.yaml:1:7: data is a list, allowed: a directory",
                        "s.yaml:2:14: event_loops is many, allowed: 1 to 64",
                        "s.yaml:3:9: memory is a mapping, allowed: 2MiB to 1GiB",
                        "s.yaml:4:12: deliveries is empty, allowed: 64 to 1048576",
                        "s.yaml:5:7: mqtt is a single value, allowed: a mapping of"
                                + " max_packet_size, receive_maximum, keep_alive_max,"
                                + " max_subscriptions"),
                errors("data: [a]\nevent_loops: many\nmemory: {a: b}\ndeliveries:\nmqtt: 3\n"));
        assertEquals(
                List.of("s.yaml:1:1: the file is a list, allowed: a mapping of"),
                errors("[a, b]\n").stream().map(text -> text.split(" data")[0]).toList());
    }

    @Test
    void secretsComeFromTheEnvironmentAndFromFilesAndAreNeverShown() throws Exception {
        environment.put("TOKEN", "hush");
        Files.writeString(directory.resolve("token"), "hush\n");
        for (final String written : List.of("${TOKEN}", "file:token", "hush")) {
            final EngineConfig config = read("listeners: {admin: {token: \"" + written + "\"}}\n");
            assertTrue(config.admin().token().matches("hush"), written);
            assertFalse(config.toString().contains("hush"));
            assertFalse(ConfigText.yaml(config).contains("hush"));
            assertTrue(ConfigText.yaml(config).contains("token: \"(redacted)\""));
        }
        environment.put("LOOPS", "2");
        assertEquals(2, read("event_loops: ${LOOPS}\n").loops().count());
    }

    @Test
    void whatCannotBeResolvedIsAnError() throws IOException {
        Files.writeString(directory.resolve("empty"), "\n");
        assertEquals(
                List.of(
                        "s.yaml:1:7: data names ${NOBODY}, which is not set, allowed: a variable of"
                                + " the environment"),
                errors("data: ${NOBODY}/x\n"));
        assertEquals(
                List.of(
                        "s.yaml:1:28: listeners.admin.token names the file none, which cannot be"
                            + " read (NoSuchFileException), allowed: a text, or file: and a path"),
                errors("listeners: {admin: {token: file:none}}\n"));
        assertTrue(errors("listeners: {admin: {token: file:empty}}\n").get(0).contains("is empty"));
        assertTrue(errors("data: ${1}\n").get(0).contains("allowed: ${NAME} of"));
        assertEquals(
                List.of(
                        "s.yaml:1:14: amqp.sasl is [plain], needs amqp.users_file: a file, because"
                                + " amqp.sasl has plain"),
                errors("amqp: {sasl: [plain]}\n"));
        assertTrue(errors("amqp: {users_file: none}\n").get(0).contains("NoSuchFileException"));
        Files.writeString(directory.resolve("users"), "a:b\nhush\na:c\n");
        final List<String> lines = errors("amqp: {users_file: users}\n");
        assertEquals(2, lines.size(), lines::toString);
        assertTrue(lines.get(0).contains("line 2 of users is wrong"), lines::toString);
    }

    @Test
    void whatIsNoYamlIsToldWhereItBreaks() throws IOException {
        assertTrue(errors("data: a\n  b: c\n").get(0).startsWith("s.yaml:2:4: no YAML: "));
        assertTrue(errors("data: [a\n").get(0).startsWith("s.yaml:2:1: no YAML: "));
        assertTrue(errors("data: a\n---\ndata: b\n").get(0).startsWith("s.yaml:2:1: no YAML: "));
        assertTrue(errors("a: &a [*a]\n").get(0).contains("unknown key a"));
        assertTrue(errors("\u0001").get(0).contains("no YAML"));
    }

    @Test
    void aFileThatCannotBeReadIsToldWithItsName() throws IOException {
        final ConfigReader reader = new ConfigReader(usual, environment::get);
        final Path none = directory.resolve("none.yaml");
        assertEquals(
                none
                        + ": cannot be read: there is no such file,"
                        + " allowed: a YAML file in UTF-8 of at most 1MiB",
                assertThrows(ConfigException.class, () -> reader.read(none)).getMessage());
        assertThrows(ConfigException.class, () -> reader.read(directory));
        final Path latin = Files.write(directory.resolve("l.yaml"), new byte[] {(byte) 0xE4});
        assertTrue(
                assertThrows(ConfigException.class, () -> reader.read(latin))
                        .getMessage()
                        .contains("it is not UTF-8"));
    }

    @Test
    void whatIsWrittenIsReadAgain() throws Exception {
        assertEquals(usual, read(ConfigText.yaml(usual)));
        final EngineConfig other = usual.withPorts(0, 1).withDirectory(Path.of("a \"b\" \\c"));
        assertEquals(other, read(ConfigText.yaml(other)));
    }

    @Test
    void everyBoundIsTheOneThatTheKeyTells() throws IOException {
        for (final ConfigKey key : ConfigKey.values()) {
            final String wrong =
                    switch (key.kind()) {
                        case NUMBER, PORT_OR_OFF -> "-1";
                        case SIZE -> "99999999999TiB";
                        case DURATION -> "9999999d";
                        case TEXT, PATH, SECRET -> "\"\"";
                        case FILE -> "none";
                        case WORD, WORDS -> "[zzzzzzzzz]";
                    };
            final String[] path = key.path().split("\\.");
            final String text =
                    String.join(": {", path) + ": " + wrong + "}".repeat(path.length - 1);
            final List<String> errors = errors(text);
            assertEquals(1, errors.size(), errors::toString);
            assertTrue(
                    errors.get(0).contains(key.path() + " ")
                            && errors.get(0).contains(key.allowed()),
                    errors::toString);
        }
    }

    @Test
    void sizesAndDurationsAreWrittenInTheirLargestUnit() {
        assertEquals("1536KiB", Units.sizeText(1_536 << 10));
        assertEquals("0B", Units.sizeText(0));
        assertEquals("1m", Units.durationText(60_000));
        assertEquals("0ms", Units.durationText(0));
        assertTrue(Units.duration("10").isEmpty());
        assertTrue(Units.size("-1").isEmpty());
        assertEquals(Long.MAX_VALUE, Units.size("999999999999999TiB").getAsLong());
    }

    @Test
    void whateverStandsInTheFileTheAnswerIsAConfigurationOrItsErrors() throws IOException {
        final long seed = new Random().nextLong();
        final Random random = new Random(seed);
        final String good = ConfigText.yaml(usual);
        final String letters = " \n\t:-[]{}#&*!|>'\"%@`,?~09azMB$\\\u00e4\ud83d\ude00";
        final ConfigReader reader = new ConfigReader(usual, environment::get);
        for (int i = 0; i < 2_000; i++) {
            final StringBuilder text = new StringBuilder(good);
            for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
                final int at = random.nextInt(text.length());
                final int to = Math.min(text.length(), at + random.nextInt(4));
                final int letter = random.nextInt(letters.length());
                text.replace(at, to, letters.substring(letter, letter + random.nextInt(2)));
            }
            final Path file = directory.resolve("random.yaml");
            Files.write(file, text.toString().getBytes(StandardCharsets.UTF_8));
            try {
                reader.read(file);
            } catch (final ConfigException e) {
                assertFalse(e.errors().isEmpty());
            } catch (final RuntimeException | StackOverflowError e) {
                throw new AssertionError("seed " + seed + ", file:\n" + text, e);
            }
        }
    }

    @Test
    void aFileThatIsDeeperThanAnyKeyIsNoStackOverflow() throws IOException {
        assertEquals(1, errors("[".repeat(500_000)).size());
        assertEquals(1, errors("data: " + "{a: ".repeat(200_000)).size());
        assertEquals(1, errors("- ".repeat(400_000)).size());
    }
}
