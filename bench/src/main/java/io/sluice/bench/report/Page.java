package io.sluice.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The page of published results: one section for each suite, between two markers. */
public final class Page {
    private final Path path;

    public Page(final Path path) {
        this.path = path;
    }

    /** Replaces the suite's section, which must be there. */
    public void write(final String suite, final String section) throws IOException {
        final String begin = "<!-- begin " + suite + " -->\n";
        final String end = "<!-- end " + suite + " -->\n";
        final String page = Files.readString(path);
        final int from = page.indexOf(begin);
        final int to = page.indexOf(end);
        if (from < 0 || to < from) {
            throw new IOException(path + " has no section between " + begin + end);
        }
        Files.writeString(path, page.substring(0, from) + begin + section + page.substring(to));
    }
}
