package io.sluice.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Who may import whom: what {@code docs/architecture.md} says, held against the classes. */
class ImportTableTest {
    private static final Path PAGE = Path.of("..", "docs", "architecture.md");
    private static final String HEADING = "## Who may import whom";
    private static final Pattern ROW = Pattern.compile("\\| `([a-z.]+)` \\|(.*)\\|");
    private static final Pattern NAME = Pattern.compile("`([a-z.]+)`");
    private static final String ROOT = "io.sluice.";

    /** What the codecs may see beside each other. */
    private static final List<String> CODEC_LIBRARIES = List.of("java.", "org.agrona.");

    /** Threads, locks, sockets, files and clocks: a codec has none. */
    private static final List<String> NOT_FOR_CODECS =
            List.of(
                    "java.util.concurrent",
                    "java.time",
                    "java.net",
                    "java.io",
                    "java.nio.channels",
                    "java.nio.file");

    private static final Set<String> CALLS_NOT_FOR_CODECS =
            Set.of(
                    "java.lang.System.currentTimeMillis",
                    "java.lang.System.nanoTime",
                    "java.lang.String.format",
                    "java.lang.String.formatted",
                    "java.lang.Object.wait",
                    "java.lang.Object.notify",
                    "java.lang.Object.notifyAll",
                    "java.lang.Thread.currentThread",
                    "java.lang.Thread.sleep",
                    "java.lang.Thread.start");

    private final JavaClasses classes =
            new ClassFileImporter()
                    .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                    .withImportOption(location -> !location.contains("-tests.jar"))
                    .importPackages("io.sluice");

    private static Map<String, Set<String>> table() throws IOException {
        final Map<String, Set<String>> table = new TreeMap<>();
        final String page = Files.readString(PAGE);
        final String section = page.substring(page.indexOf(HEADING) + HEADING.length());
        final int end = section.indexOf("\n## ");
        final Matcher rows = ROW.matcher(section.substring(0, end));
        while (rows.find()) {
            table.put(
                    rows.group(1),
                    NAME.matcher(rows.group(2))
                            .results()
                            .map(name -> name.group(1))
                            .collect(Collectors.toSet()));
        }
        assertFalse(table.isEmpty(), "the page has no table under " + HEADING);
        return table;
    }

    private static String packageOf(final JavaClass type) {
        return type.getPackageName().substring(ROOT.length());
    }

    private Stream<JavaClass> codecs() {
        return classes.stream().filter(type -> packageOf(type).startsWith("codec."));
    }

    private static Set<String> described(
            final Stream<Dependency> dependencies, final Predicate<Dependency> wrong) {
        return dependencies
                .filter(wrong)
                .map(Dependency::getDescription)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Stream<Dependency> dependencies(final Stream<JavaClass> types) {
        return types.flatMap(type -> type.getDirectDependenciesFromSelf().stream());
    }

    @Test
    void everyPackageIsListedAndEveryListedOneExists() throws IOException {
        final Set<String> found =
                classes.stream()
                        .map(ImportTableTest::packageOf)
                        .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(table().keySet(), found);
    }

    @Test
    void nobodyImportsWhatTheTableDoesNotAllow() throws IOException {
        final Map<String, Set<String>> table = table();
        final Set<String> wrong =
                described(
                        dependencies(classes.stream()),
                        each -> {
                            final JavaClass target = each.getTargetClass().getBaseComponentType();
                            final String from = packageOf(each.getOriginClass());
                            return target.getPackageName().startsWith(ROOT)
                                    && !from.equals(packageOf(target))
                                    && !table.getOrDefault(from, Set.of())
                                            .contains(packageOf(target));
                        });
        assertEquals(Set.of(), wrong);
    }

    @Test
    void theCodecsSeeAgronaAndTheJdkOnly() {
        final Set<String> wrong =
                described(
                        dependencies(codecs()),
                        each -> {
                            final JavaClass target = each.getTargetClass().getBaseComponentType();
                            return !target.isPrimitive()
                                    && !target.getName().startsWith(ROOT + "codec.")
                                    && CODEC_LIBRARIES.stream()
                                            .noneMatch(target.getName()::startsWith);
                        });
        assertEquals(Set.of(), wrong);
    }

    @Test
    void theCodecsHaveNoThreadLockSocketOrClock() {
        final Set<String> imported =
                described(
                        dependencies(codecs()),
                        each ->
                                NOT_FOR_CODECS.stream()
                                        .anyMatch(
                                                each.getTargetClass().getPackageName()
                                                        ::startsWith));
        assertEquals(Set.of(), imported);
        final Set<String> called =
                codecs().flatMap(type -> type.getMethodCallsFromSelf().stream())
                        .filter(call -> CALLS_NOT_FOR_CODECS.contains(nameOf(call)))
                        .map(JavaCall::getDescription)
                        .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(Set.of(), called);
        final Set<String> locked =
                codecs().flatMap(type -> type.getMethods().stream())
                        .filter(method -> method.getModifiers().contains(JavaModifier.SYNCHRONIZED))
                        .map(method -> method.getFullName())
                        .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(Set.of(), locked);
    }

    private static String nameOf(final JavaCall<?> call) {
        return call.getTargetOwner().getName() + "." + call.getTarget().getName();
    }
}
