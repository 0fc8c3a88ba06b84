package io.sluice.bench.live;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What Linux tells of a process. */
record Proc(String pid) {
    static final Proc SELF = new Proc("self");

    static Proc of(final Child child) {
        return new Proc(Long.toString(child.pid()));
    }

    /** The number in the line of {@code /proc/PID/FILE} that begins so. */
    long number(final String file, final String key) throws IOException {
        final Path path = Path.of("/proc", pid, file);
        try (Stream<String> lines = Files.lines(path)) {
            final String rest =
                    lines.filter(line -> line.startsWith(key + ":") || line.startsWith(key + " "))
                            .map(line -> line.substring(key.length() + 1).trim())
                            .findFirst()
                            .orElseThrow(() -> new IOException(path + " has no " + key));
            return Long.parseLong(rest.split("\\s+")[0]);
        }
    }
}
