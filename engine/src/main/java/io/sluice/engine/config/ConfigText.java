package io.sluice.engine.config;

import java.util.ArrayList;
import java.util.List;

/** A configuration as a file that says all of it, but for the secrets. */
public final class ConfigText {
    private ConfigText() {}

    /** The file, which can be read again once its secrets are put in. */
    public static String yaml(final EngineConfig config) {
        final StringBuilder text = new StringBuilder();
        List<String> open = List.of();
        for (final ConfigKey key : ConfigKey.values()) {
            final String value = key.textIn(config);
            final List<String> path = List.of(key.path().split("\\."));
            final List<String> sections = path.subList(0, path.size() - 1);
            if (!isThere(key, value)) {
                continue;
            }
            for (int depth = 0; depth < sections.size(); depth++) {
                if (!startsWith(open, sections.subList(0, depth + 1))) {
                    text.append("  ".repeat(depth)).append(sections.get(depth)).append(":\n");
                }
            }
            open = new ArrayList<>(sections);
            text.append("  ".repeat(sections.size()))
                    .append(path.get(path.size() - 1))
                    .append(": ")
                    .append(quoted(key, value))
                    .append('\n');
        }
        return text.toString();
    }

    private static boolean isThere(final ConfigKey key, final String value) {
        return switch (key.kind()) {
            case FILE -> !value.isEmpty();
            case SECRET -> !value.equals(Secret.NONE.toString());
            default -> true;
        };
    }

    private static boolean startsWith(final List<String> path, final List<String> first) {
        return path.size() >= first.size() && path.subList(0, first.size()).equals(first);
    }

    private static String quoted(final ConfigKey key, final String value) {
        return switch (key.kind()) {
            case TEXT, PATH, FILE, SECRET ->
                    '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
            default -> value;
        };
    }
}
