package io.sluice.engine.config;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/**
 * What a single value says: the environment's names replaced, units counted, a secret fetched from
 * its file. Whether the value may be so large is its record's rule, not asked here.
 */
final class ScalarReader {
    private static final Pattern NAME = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)}");
    private static final Pattern DIGITS = Pattern.compile("-?\\d{1,18}");
    private static final String FROM_FILE = "file:";
    private static final int FILE_BYTES_MAX = 64 << 10;
    private static final int SHOWN_MAX = 64;

    private final ConfigErrors errors;
    private final UnaryOperator<String> environment;
    private final Path directory;

    /** Paths of secrets are relative to the directory. */
    ScalarReader(
            final ConfigErrors errors,
            final UnaryOperator<String> environment,
            final Path directory) {
        this.errors = errors;
        this.environment = environment;
        this.directory = directory;
    }

    /** The value, or nothing and an error. */
    Optional<Object> read(final ConfigKey key, final ScalarNode node) {
        return resolved(key, node).flatMap(text -> valueOf(key, node, text));
    }

    private Optional<String> resolved(final ConfigKey key, final ScalarNode node) {
        final String written = node.getValue();
        final Matcher names = NAME.matcher(written);
        final StringBuilder text = new StringBuilder();
        boolean whole = true;
        while (names.find()) {
            final String value = environment.apply(names.group(1));
            if (value == null) {
                whole = false;
                errors.add(
                        node.getStartMark(),
                        key.path() + " names ${" + names.group(1) + "}, which is not set",
                        "allowed: a variable of the environment");
            }
            names.appendReplacement(text, Matcher.quoteReplacement(value == null ? "" : value));
        }
        final String rest = names.appendTail(text).toString();
        if (written.replaceAll(NAME.pattern(), "").contains("${")) {
            whole = false;
            refuse(key, node, "allowed: ${NAME} of letters, digits and _");
        }
        return whole ? Optional.of(rest) : Optional.empty();
    }

    private Optional<Object> valueOf(
            final ConfigKey key, final ScalarNode node, final String text) {
        return switch (key.kind()) {
            case TEXT -> Optional.of(text);
            case PATH -> path(key, node, text).map(Path::toString);
            case FILE -> file(key, node, text);
            case NUMBER -> number(key, node, text);
            case PORT_OR_OFF ->
                    text.equals("off")
                            ? Optional.of((long) ListenerConfig.OFF)
                            : number(key, node, text);
            case SIZE -> counted(key, node, Units.size(text), "64MiB (B, KiB, MiB, GiB, TiB)");
            case DURATION -> counted(key, node, Units.duration(text), "10s (ms, s, m, h, d)");
            case WORD, WORDS -> word(key, node, text);
            case SECRET -> secret(key, node, text);
        };
    }

    private Optional<Object> number(final ConfigKey key, final ScalarNode node, final String text) {
        if (!DIGITS.matcher(text).matches()) {
            refuse(key, node, ConfigTree.allowedFor(key));
            return Optional.empty();
        }
        // Less than nothing is as wrong as can be, and -1 would mean something to a port.
        return Optional.of(text.startsWith("-") ? Long.MIN_VALUE : Long.parseLong(text));
    }

    private Optional<Object> counted(
            final ConfigKey key,
            final ScalarNode node,
            final OptionalLong value,
            final String example) {
        if (value.isEmpty()) {
            refuse(key, node, ConfigTree.allowedFor(key) + ", written as " + example);
            return Optional.empty();
        }
        return Optional.of(value.getAsLong());
    }

    private Optional<Object> word(final ConfigKey key, final ScalarNode node, final String text) {
        final List<String> words = key.words();
        if (!words.contains(text)) {
            final String near =
                    Nearest.of(text, words).map(word -> "did you mean " + word + "? ").orElse("");
            refuse(key, node, near + ConfigTree.allowedFor(key));
            return Optional.empty();
        }
        return Optional.of(text);
    }

    private Optional<Path> path(final ConfigKey key, final ScalarNode node, final String text) {
        try {
            if (!text.isBlank()) {
                return Optional.of(Path.of(text));
            }
        } catch (final InvalidPathException e) {
            refuse(key, node, "no path: " + e.getReason());
            return Optional.empty();
        }
        refuse(key, node, ConfigTree.allowedFor(key));
        return Optional.empty();
    }

    private Optional<Object> file(final ConfigKey key, final ScalarNode node, final String text) {
        final Optional<Path> file = path(key, node, text).map(directory::resolve);
        return file.flatMap(each -> textIn(key, node, each))
                .flatMap(content -> users(key, node, file.get(), content))
                .map(Optional::of);
    }

    /** A wrong line is told by its number: what stands there may be a password. */
    private Optional<AmqpConfig.Users> users(
            final ConfigKey key, final ScalarNode node, final Path file, final String content) {
        final Map<String, Secret> passwords = new HashMap<>();
        int number = 0;
        boolean whole = true;
        for (final String line : content.lines().toList()) {
            number++;
            final int colon = line.indexOf(':');
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            if (colon < 1
                    || colon == line.length() - 1
                    || passwords.put(
                                    line.substring(0, colon), new Secret(line.substring(colon + 1)))
                            != null) {
                whole = false;
                errors.add(
                        node.getStartMark(),
                        key.path() + ": line " + number + " of " + file + " is wrong",
                        "allowed: name:password, each name once");
            }
        }
        return whole ? Optional.of(new AmqpConfig.Users(file, passwords)) : Optional.empty();
    }

    /** Never says what it read, only where. */
    private Optional<Object> secret(final ConfigKey key, final ScalarNode node, final String text) {
        if (!text.startsWith(FROM_FILE)) {
            if (text.isBlank()) {
                errors.add(
                        node.getStartMark(), key.path() + " is empty", ConfigTree.allowedFor(key));
                return Optional.empty();
            }
            return Optional.of(new Secret(text));
        }
        final String from = text.substring(FROM_FILE.length());
        final Optional<Path> file = path(key, node, from).map(directory::resolve);
        return file.flatMap(each -> textIn(key, node, each)).map(Secret::new);
    }

    private Optional<String> textIn(final ConfigKey key, final ScalarNode node, final Path file) {
        String why;
        try {
            if (Files.size(file) <= FILE_BYTES_MAX) {
                final String content = Files.readString(file, StandardCharsets.UTF_8).strip();
                if (!content.isEmpty()) {
                    return Optional.of(content);
                }
                why = "is empty";
            } else {
                why = "is longer than " + Units.sizeText(FILE_BYTES_MAX);
            }
        } catch (final IOException e) {
            why = "cannot be read (" + e.getClass().getSimpleName() + ")";
        }
        errors.add(
                node.getStartMark(),
                key.path() + " names the file " + file + ", which " + why,
                ConfigTree.allowedFor(key));
        return Optional.empty();
    }

    private void refuse(final ConfigKey key, final ScalarNode node, final String allowed) {
        errors.add(node.getStartMark(), key.path() + " is " + shown(key, node), allowed);
    }

    private static String shown(final ConfigKey key, final ScalarNode node) {
        return key.kind() == ConfigKey.Kind.SECRET ? "a secret" : shown(node.getValue());
    }

    /** The text as it stands in the file, on one line and not endless. */
    static String shown(final String written) {
        final String line = written.replaceAll("\\p{Cntrl}", "?");
        final String text = line.length() > SHOWN_MAX ? line.substring(0, SHOWN_MAX) + "..." : line;
        return text.isEmpty() || text.contains(" ") ? '"' + text + '"' : text;
    }
}
