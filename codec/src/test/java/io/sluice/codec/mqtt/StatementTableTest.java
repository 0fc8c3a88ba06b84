package io.sluice.codec.mqtt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/** The table of normative statements is complete, and the tests it names are there. */
class StatementTableTest {
    private static final Path MODULE = Path.of(System.getProperty("basedir", ""));
    private static final Set<String> LAYERS =
            Set.of("codec", "session", "broker", "policy", "loop", "gateway", "application");
    private static final List<Class<? extends Annotation>> TESTS =
            List.of(Test.class, ParameterizedTest.class);
    private static final Pattern TEST = Pattern.compile("`(\\w+)#(\\w+)`");
    private static final Pattern QUOTED = Pattern.compile("(MQTT 3\\.1\\.1 )?\\[(MQTT-[-.\\d]+)]");

    /** A line of the table. */
    private record Row(String number, String level, String binds, String about, String where) {}

    private static List<Row> table() throws IOException {
        final List<Row> rows = new ArrayList<>();
        final Path page = MODULE.resolve("../docs/mqtt-statements.md");
        for (final String line : Files.readAllLines(page)) {
            if (line.startsWith("| MQTT-")) {
                final String[] cells = line.split(" *\\| *");
                rows.add(new Row(cells[1], cells[2], cells[3], cells[4], cells[5]));
            }
        }
        return rows;
    }

    /** Number, level and who is bound, for each statement of the standard. */
    private static List<String> statements() throws IOException {
        try (InputStream in =
                StatementTableTest.class.getResourceAsStream("/mqtt5-statements.tsv")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .toList();
        }
    }

    @Test
    void hasEveryStatementOnceAndInOrder() throws IOException {
        final List<String> listed =
                table().stream()
                        .map(row -> row.number() + '\t' + row.level() + '\t' + row.binds())
                        .toList();
        assertEquals(statements(), listed);
        assertEquals(251, listed.size());
    }

    @Test
    void namesAnOwnerForEachAndTestsForTheCodecs() throws IOException {
        for (final Row row : table()) {
            assertFalse(row.about().isBlank(), row.number());
            for (final String part : row.where().split("; ")) {
                final String layer = part.replaceFirst(":.*", "");
                assertTrue(LAYERS.contains(layer), row.toString());
                assertEquals(layer.equals("codec"), TEST.matcher(part).find(), row.toString());
            }
        }
    }

    @Test
    void namesOnlyTestsThatAreThere() throws IOException {
        for (final Row row : table()) {
            final Matcher matcher = TEST.matcher(row.where());
            while (matcher.find()) {
                assertTrue(isTest(matcher.group(1), matcher.group(2)), matcher.group());
            }
        }
    }

    private static boolean isTest(final String className, final String methodName) {
        for (final String codec : new String[] {"mqtt", "wire", "ws"}) {
            try {
                final Class<?> type = Class.forName("io.sluice.codec." + codec + '.' + className);
                return Arrays.stream(type.getDeclaredMethods())
                        .filter(method -> method.getName().equals(methodName))
                        .anyMatch(StatementTableTest::isRun);
            } catch (final ClassNotFoundException e) {
                continue; // perhaps in the next package
            }
        }
        return false;
    }

    private static boolean isRun(final Method method) {
        return TESTS.stream().anyMatch(method::isAnnotationPresent);
    }

    @Test
    void quotesInTheCodeWhatTheTableGivesToTheCodec() throws IOException {
        final Set<String> numbers = new HashSet<>();
        statements().forEach(line -> numbers.add(line.substring(0, line.indexOf('\t'))));
        final Set<String> cited = new HashSet<>();
        try (Stream<Path> sources = Files.walk(MODULE.resolve("src/main/java/io/sluice/codec"))) {
            for (final Path source : sources.filter(Files::isRegularFile).toList()) {
                final Matcher matcher = QUOTED.matcher(Files.readString(source));
                while (matcher.find()) {
                    assertTrue(
                            matcher.group(1) != null || numbers.contains(matcher.group(2)),
                            source + " quotes " + matcher.group());
                    if (matcher.group(1) == null) {
                        cited.add(matcher.group(2));
                    }
                }
            }
        }
        for (final Row row : table()) {
            assertEquals(
                    cited.contains(row.number()),
                    row.where().startsWith("codec: "),
                    "cited in the code, and the codec's: " + row);
        }
    }
}
