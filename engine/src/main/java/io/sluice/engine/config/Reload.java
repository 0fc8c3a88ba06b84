package io.sluice.engine.config;

import java.util.List;
import java.util.stream.Stream;

/**
 * What becomes of a configuration that is read again while the daemon runs.
 *
 * @param holding what holds from now on: what held, with what can change in it
 * @param applied the keys that have changed
 * @param refused the keys that say something else and need a restart
 */
public record Reload(EngineConfig holding, List<ConfigKey> applied, List<ConfigKey> refused) {
    public Reload {
        applied = List.copyOf(applied);
        refused = List.copyOf(refused);
    }

    /** Of what held before, and what was read. */
    public static Reload of(final EngineConfig held, final EngineConfig read) {
        return new Reload(
                held.withReloadable(read),
                changed(held, read).filter(ConfigKey::reloads).toList(),
                changed(held, read).filter(key -> !key.reloads()).toList());
    }

    private static Stream<ConfigKey> changed(final EngineConfig held, final EngineConfig read) {
        return Stream.of(ConfigKey.values())
                .filter(key -> !key.valueIn(held).equals(key.valueIn(read)));
    }
}
