package io.sluice.bench;

import io.sluice.bench.live.EngineSuite;
import io.sluice.bench.live.FootprintSuite;
import io.sluice.bench.report.Suite;
import java.io.IOException;
import java.util.List;

/** Every suite there is: those of JMH, and those against a daemon that runs. */
final class Suites {
    static final List<String> NAMES = List.of("codec", "engine", "footprint");

    private Suites() {}

    static Suite named(final String name) throws IOException {
        return switch (name) {
            case "engine" -> new EngineSuite();
            case "footprint" -> new FootprintSuite();
            default -> JmhSuite.load(name);
        };
    }
}
