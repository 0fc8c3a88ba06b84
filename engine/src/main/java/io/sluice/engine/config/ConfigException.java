package io.sluice.engine.config;

import java.util.List;
import java.util.stream.Collectors;

/** A configuration that cannot be used, with everything that is wrong in it. */
public final class ConfigException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient List<ConfigError> errors;

    ConfigException(final List<ConfigError> errors) {
        super(errors.stream().map(ConfigError::text).collect(Collectors.joining("\n")));
        this.errors = List.copyOf(errors);
    }

    /** In the order of the file. */
    public List<ConfigError> errors() {
        return errors;
    }
}
