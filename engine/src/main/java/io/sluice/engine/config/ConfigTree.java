package io.sluice.engine.config;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * The walk through the nodes of one file: which keys are there, and which values stand behind them.
 * It goes no deeper than keys do, whatever the file refers to.
 */
final class ConfigTree {
    private final ConfigErrors errors;
    private final ScalarReader scalars;
    private final Map<ConfigKey, Found> found = new EnumMap<>(ConfigKey.class);

    ConfigTree(final ConfigErrors errors, final ScalarReader scalars) {
        this.errors = errors;
        this.scalars = scalars;
    }

    /** The values that could be read; whatever could not is among the errors. */
    Map<ConfigKey, Found> read(final Node root) {
        section("", root);
        return found;
    }

    private void section(final String path, final Node node) {
        if (isEmpty(node)) {
            return; // a section with everything commented out
        }
        if (!(node instanceof MappingNode mapping)) {
            errors.add(
                    node.getStartMark(),
                    (path.isEmpty() ? "the file" : path) + " is " + kindOf(node),
                    "allowed: a mapping of " + String.join(", ", childrenOf(path)));
            return;
        }
        final Set<String> seen = new HashSet<>();
        for (final NodeTuple entry : mapping.getValue()) {
            entry(path, seen, entry);
        }
    }

    private void entry(final String path, final Set<String> seen, final NodeTuple entry) {
        final Node keyNode = entry.getKeyNode();
        if (!(keyNode instanceof ScalarNode scalar)) {
            errors.add(
                    keyNode.getStartMark(), "a key is " + kindOf(keyNode), "allowed: a plain word");
            return;
        }
        final String name = scalar.getValue();
        final String full = path.isEmpty() ? name : path + "." + name;
        final Set<String> children = childrenOf(path);
        if (!children.contains(name)) {
            unknown(path, full, scalar);
        } else if (!seen.add(name)) {
            errors.add(scalar.getStartMark(), full + " is there twice", "allowed: each key once");
        } else {
            final Optional<ConfigKey> key = ConfigKey.at(full);
            if (key.isPresent()) {
                value(key.get(), entry.getValueNode());
            } else {
                section(full, entry.getValueNode());
            }
        }
    }

    private void unknown(final String path, final String full, final ScalarNode scalar) {
        final Set<String> children = childrenOf(path);
        final Optional<String> near = Nearest.of(scalar.getValue(), children);
        errors.add(
                scalar.getStartMark(),
                "unknown key " + full,
                near.map(word -> "did you mean " + word + "? ").orElse("")
                        + "allowed: "
                        + String.join(", ", children));
    }

    private void value(final ConfigKey key, final Node node) {
        if (key.kind() == ConfigKey.Kind.WORDS) {
            words(key, node);
        } else if (isEmpty(node)) {
            errors.add(node.getStartMark(), key.path() + " is empty", allowedFor(key));
        } else if (node instanceof ScalarNode scalar) {
            scalars.read(key, scalar)
                    .ifPresent(
                            value ->
                                    found.put(
                                            key,
                                            new Found(
                                                    value,
                                                    scalar.getValue(),
                                                    scalar.getStartMark())));
        } else {
            errors.add(node.getStartMark(), key.path() + " is " + kindOf(node), allowedFor(key));
        }
    }

    private void words(final ConfigKey key, final Node node) {
        if (!(node instanceof SequenceNode sequence)) {
            errors.add(
                    node.getStartMark(),
                    key.path() + " is " + kindOf(node),
                    "allowed: a list of " + key.allowed());
            return;
        }
        final List<String> words = new ArrayList<>();
        boolean whole = true;
        for (final Node each : sequence.getValue()) {
            final Optional<Object> word =
                    each instanceof ScalarNode scalar
                            ? scalars.read(key, scalar)
                            : refused(key, each);
            whole &= word.isPresent();
            word.ifPresent(text -> words.add(text.toString()));
        }
        if (whole && new HashSet<>(words).size() < words.size()) {
            errors.add(node.getStartMark(), key.path() + " has a word twice", "allowed: each once");
        } else if (whole) {
            found.put(key, new Found(words, words.toString(), node.getStartMark()));
        }
    }

    private Optional<Object> refused(final ConfigKey key, final Node node) {
        errors.add(
                node.getStartMark(),
                key.path() + " has " + kindOf(node) + " in it",
                allowedFor(key));
        return Optional.empty();
    }

    static String allowedFor(final ConfigKey key) {
        return "allowed: " + key.allowed();
    }

    private static boolean isEmpty(final Node node) {
        return node.getTag().equals(Tag.NULL);
    }

    private static String kindOf(final Node node) {
        if (node instanceof MappingNode) {
            return "a mapping";
        }
        if (node instanceof SequenceNode) {
            return "a list";
        }
        return isEmpty(node) ? "empty" : "a single value";
    }

    /** The names that may stand in the section, as they are listed. */
    private static Set<String> childrenOf(final String path) {
        final String before = path.isEmpty() ? "" : path + ".";
        final Set<String> children = new LinkedHashSet<>();
        for (final ConfigKey key : ConfigKey.values()) {
            if (key.path().startsWith(before)) {
                final String rest = key.path().substring(before.length());
                final int dot = rest.indexOf('.');
                children.add(dot < 0 ? rest : rest.substring(0, dot));
            }
        }
        return children;
    }
}
