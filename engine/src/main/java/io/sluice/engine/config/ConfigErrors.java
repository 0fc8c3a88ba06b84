package io.sluice.engine.config;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.snakeyaml.engine.v2.exceptions.Mark;

/** What was found wrong in one file so far; owned by the reader of that file. */
final class ConfigErrors {
    private final String file;
    private final List<ConfigError> errors = new ArrayList<>();

    ConfigErrors(final String file) {
        this.file = file;
    }

    void add(final Optional<Mark> place, final String found, final String allowed) {
        errors.add(
                new ConfigError(
                        file,
                        place.map(mark -> mark.getLine() + 1).orElse(0),
                        place.map(mark -> mark.getColumn() + 1).orElse(0),
                        found,
                        allowed));
    }

    /** Ends the reading, if there is a reason. */
    void throwIfAny() throws ConfigException {
        if (!errors.isEmpty()) {
            errors.sort(
                    Comparator.comparingInt(ConfigError::line)
                            .thenComparingInt(ConfigError::column));
            throw new ConfigException(errors);
        }
    }
}
