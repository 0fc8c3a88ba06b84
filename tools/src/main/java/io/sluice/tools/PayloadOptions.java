package io.sluice.tools;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What a command sends: its argument, a file, or standard input. */
final class PayloadOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--file", paramLabel = "FILE", description = "Send what is in this file.")
    private Path file;

    @Option(
            names = {"-l", "--lines"},
            description = "Send each line of standard input, or of the file, as it comes.")
    private boolean lines;

    @Option(
            names = "--count",
            paramLabel = "N",
            defaultValue = "1",
            description = "Send it so many times (default: ${DEFAULT-VALUE}).")
    private long count;

    /**
     * @param text what the argument says, or null
     */
    Payloads payloads(final String text) {
        if (text != null && (file != null || lines)) {
            throw wrong("either a text, or --file or --lines");
        }
        if (count < 1 || lines && count != 1) {
            throw wrong("--count: 1 or more, and not with --lines");
        }
        try {
            if (text != null) {
                return repeated(text.getBytes(StandardCharsets.UTF_8));
            }
            final InputStream stream =
                    new BufferedInputStream(file == null ? System.in : Files.newInputStream(file));
            if (lines) {
                return Payloads.lines(stream);
            }
            try (stream) {
                return repeated(stream.readNBytes(Payloads.BYTES_MAX + 1));
            }
        } catch (final IOException e) {
            throw wrong("what is to be sent cannot be read: " + e);
        }
    }

    private Payloads repeated(final byte[] payload) {
        if (payload.length > Payloads.BYTES_MAX) {
            throw wrong("what is to be sent is longer than " + Payloads.BYTES_MAX + " bytes");
        }
        return Payloads.repeated(payload, count);
    }

    private ParameterException wrong(final String what) {
        return new ParameterException(spec.commandLine(), what);
    }
}
