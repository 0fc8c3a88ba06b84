package io.sluice.tools;

import io.sluice.engine.config.ConfigError;
import io.sluice.engine.config.ConfigException;
import io.sluice.engine.config.ConfigKey;
import io.sluice.engine.config.EngineConfig;
import io.sluice.engine.config.LogConfig;
import io.sluice.engine.config.Reload;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.ParameterException;

/**
 * Reads the configuration again while the daemon runs, and says in its log what came of it. One
 * error anywhere in the file, and nothing changes.
 */
final class Reloader implements Runnable {
    /** Where a configuration is read, with the options that are stronger than it. */
    interface Source {
        EngineConfig read() throws ConfigException;
    }

    private final Daemon daemon;
    private final Optional<Source> source;

    Reloader(final Daemon daemon, final Optional<Source> source) {
        this.daemon = daemon;
        this.source = source;
    }

    @Override
    public void run() {
        if (source.isEmpty()) {
            daemon.say(LogConfig.Level.WARN, "nothing to reload: it runs without --config");
            return;
        }
        try {
            tell(daemon.reload(source.get().read()));
        } catch (final ConfigException e) {
            for (final ConfigError error : e.errors()) {
                daemon.say(LogConfig.Level.ERROR, error.text());
            }
            daemon.say(LogConfig.Level.ERROR, "nothing was reloaded: the configuration is wrong");
        } catch (final ParameterException e) {
            daemon.say(LogConfig.Level.ERROR, "nothing was reloaded: " + e.getMessage());
        }
    }

    private void tell(final Reload reload) {
        // Whoever asked for it looks for this line, also after asking for fewer lines.
        daemon.say(
                LogConfig.Level.WARN,
                reload.applied().isEmpty()
                        ? "reloaded: nothing that can change while it runs has changed"
                        : "reloaded: " + names(reload.applied()));
        if (!reload.refused().isEmpty()) {
            daemon.say(
                    LogConfig.Level.WARN,
                    "changed, but only a restart applies it: " + names(reload.refused()));
        }
    }

    private static String names(final List<ConfigKey> keys) {
        return keys.stream().map(ConfigKey::path).collect(Collectors.joining(", "));
    }
}
