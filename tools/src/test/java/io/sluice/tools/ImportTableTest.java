package io.sluice.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Who may import whom, as {@code docs/architecture.md} has it. A package that is not listed fails,
 * and so does a line for a package that is gone. The modules bench and fuzz are not seen here: the
 * build lets nobody depend on them.
 */
class ImportTableTest {
    private static final String ROOT = "io.sluice.";

    private static final Map<String, Set<String>> MAY_IMPORT =
            Map.of(
                    "codec.wire", Set.of(),
                    "codec.mqtt", Set.of("codec.wire"),
                    "codec.amqp", Set.of("codec.wire"),
                    "codec.ws", Set.of("codec.wire"),
                    "engine", Set.of("codec.mqtt", "codec.wire"),
                    "store.lmdb", Set.of("engine"),
                    "tools", Set.of("codec.mqtt", "codec.wire", "engine", "store.lmdb"));

    /** What the codecs may see beside each other. */
    private static final Set<String> CODEC_LIBRARIES = Set.of("java.", "org.agrona.");

    private final JavaClasses classes =
            new ClassFileImporter()
                    .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                    .importPackages("io.sluice");

    private static String packageOf(final JavaClass type) {
        return type.getPackageName().substring(ROOT.length());
    }

    private static Stream<Dependency> dependencies(final JavaClass type) {
        return type.getDirectDependenciesFromSelf().stream();
    }

    @Test
    void everyPackageIsListedAndEveryListedOneExists() {
        final Set<String> found =
                classes.stream()
                        .map(ImportTableTest::packageOf)
                        .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(new TreeSet<>(MAY_IMPORT.keySet()), found);
    }

    @Test
    void nobodyImportsWhatTheTableDoesNotAllow() {
        final Set<String> wrong =
                classes.stream()
                        .flatMap(ImportTableTest::dependencies)
                        .filter(each -> each.getTargetClass().getPackageName().startsWith(ROOT))
                        .filter(ImportTableTest::isNotAllowed)
                        .map(Dependency::getDescription)
                        .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(Set.of(), wrong);
    }

    private static boolean isNotAllowed(final Dependency each) {
        final String from = packageOf(each.getOriginClass());
        final String to = packageOf(each.getTargetClass().getBaseComponentType());
        return !from.equals(to) && !MAY_IMPORT.getOrDefault(from, Set.of()).contains(to);
    }

    @Test
    void theCodecsSeeAgronaAndTheJdkOnly() {
        final Set<String> wrong =
                classes.stream()
                        .filter(type -> packageOf(type).startsWith("codec."))
                        .flatMap(ImportTableTest::dependencies)
                        .map(each -> each.getTargetClass().getBaseComponentType())
                        .filter(target -> !target.isPrimitive())
                        .map(JavaClass::getName)
                        .filter(name -> !name.startsWith(ROOT + "codec."))
                        .filter(name -> CODEC_LIBRARIES.stream().noneMatch(name::startsWith))
                        .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(Set.of(), wrong);
    }

    @Test
    void theDataPathHoldsNoLockAndNoClock() {
        final Set<String> banned = Set.of("java.util.concurrent.locks", "java.time", "java.net");
        final Set<String> wrong =
                classes.stream()
                        .filter(type -> packageOf(type).startsWith("codec."))
                        .flatMap(ImportTableTest::dependencies)
                        .filter(each -> banned.contains(each.getTargetClass().getPackageName()))
                        .map(Dependency::getDescription)
                        .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(Set.of(), wrong);
    }
}
