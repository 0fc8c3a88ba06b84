package io.sluice.engine.config;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * Reads a configuration file, and tells everything that is wrong in it at once: where, what was
 * found, what is allowed.
 */
public final class ConfigReader {
    private static final int FILE_BYTES_MAX = 1 << 20;
    private static final int DEPTH_MAX = 16;
    private static final String READABLE = "allowed: a YAML file in UTF-8 of at most 1MiB";

    private final EngineConfig usual;
    private final UnaryOperator<String> environment;

    /**
     * A reader for this process.
     *
     * @param usual holds where a file says nothing
     * @param environment answers null for a name that is not set
     */
    public ConfigReader(final EngineConfig usual, final UnaryOperator<String> environment) {
        this.usual = Objects.requireNonNull(usual);
        this.environment = Objects.requireNonNull(environment);
    }

    /** What the file says, over what is usual. */
    public EngineConfig read(final Path file) throws ConfigException {
        final ConfigErrors errors = new ConfigErrors(file.toString());
        final String text = textOf(file, errors);
        errors.throwIfAny();
        final Optional<Node> root = compose(file, text, errors);
        errors.throwIfAny();
        if (root.isEmpty()) {
            return usual;
        }
        final Path directory = Objects.requireNonNullElse(file.toAbsolutePath().getParent(), file);
        final ScalarReader scalars = new ScalarReader(errors, environment, directory);
        final EngineConfig config =
                new ConfigValues(usual, new ConfigTree(errors, scalars).read(root.get()), errors)
                        .config();
        errors.throwIfAny();
        return config;
    }

    private static String textOf(final Path file, final ConfigErrors errors) {
        String why;
        try {
            if (Files.isDirectory(file)) {
                why = "it is a directory";
            } else if (Files.size(file) > FILE_BYTES_MAX) {
                why = "it is larger than 1MiB";
            } else {
                return StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(Files.readAllBytes(file)))
                        .toString();
            }
        } catch (final NoSuchFileException e) {
            why = "there is no such file";
        } catch (final AccessDeniedException e) {
            why = "permission denied";
        } catch (final CharacterCodingException e) {
            why = "it is not UTF-8";
        } catch (final IOException e) {
            why = e.toString();
        }
        errors.add(Optional.empty(), "cannot be read: " + why, READABLE);
        return "";
    }

    private static Optional<Node> compose(
            final Path file, final String text, final ConfigErrors errors) {
        final LoadSettings settings =
                LoadSettings.builder().setLabel(file.toString()).setUseMarks(true).build();
        try {
            // Nodes are made by recursion, events are not: so the depth is looked at first.
            final Optional<Event> tooDeep = tooDeep(new Parse(settings).parseString(text));
            if (tooDeep.isEmpty()) {
                return new Compose(settings).composeString(text);
            }
            errors.add(
                    tooDeep.get().getStartMark(),
                    "values are nested too deep",
                    "allowed: " + DEPTH_MAX + " levels at most");
        } catch (final MarkedYamlEngineException e) {
            errors.add(
                    e.getProblemMark().or(e::getContextMark),
                    "no YAML: " + oneLine(e.getProblem()),
                    READABLE);
        } catch (final YamlEngineException e) {
            errors.add(Optional.empty(), "no YAML: " + oneLine(e.getMessage()), READABLE);
        }
        return Optional.empty();
    }

    private static Optional<Event> tooDeep(final Iterable<Event> events) {
        int depth = 0;
        for (final Event event : events) {
            if (event instanceof CollectionStartEvent && ++depth > DEPTH_MAX) {
                return Optional.of(event);
            }
            if (event instanceof CollectionEndEvent) {
                depth--;
            }
        }
        return Optional.empty();
    }

    private static String oneLine(final String problem) {
        return problem.strip().replaceAll("\\s+", " ");
    }
}
