package io.sluice.tools;

import io.sluice.engine.config.ConfigError;
import io.sluice.engine.config.ConfigException;
import io.sluice.engine.control.JsonText;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Says everything that is wrong in a configuration file, and runs nothing. */
@Command(
        name = "check",
        description = "Check a configuration file: every error with its line, exit code 0 or 2.",
        mixinStandardHelpOptions = true)
final class CheckCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "The configuration file.")
    private Path file;

    @Option(names = "--json", description = "Say it as one JSON object on standard output.")
    private boolean json;

    @Override
    public Integer call() {
        List<ConfigError> errors = List.of();
        try {
            RunCommand.reader().read(file);
        } catch (final ConfigException e) {
            errors = e.errors();
        }
        final PrintWriter out = spec.commandLine().getOut();
        final PrintWriter err = spec.commandLine().getErr();
        if (json) {
            out.println(json(errors));
        } else if (errors.isEmpty()) {
            out.println(file + ": ok");
        } else {
            errors.forEach(error -> err.println(error.text()));
        }
        out.flush();
        err.flush();
        return (errors.isEmpty() ? ExitCode.OK : ExitCode.USAGE).code();
    }

    private String json(final List<ConfigError> errors) {
        final String list =
                errors.stream()
                        .map(
                                error ->
                                        new JsonText()
                                                .put("line", error.line())
                                                .put("column", error.column())
                                                .put("found", error.found())
                                                .put("allowed", error.allowed())
                                                .toString())
                        .collect(Collectors.joining(",", "[", "]"));
        return new JsonText()
                .put("file", file.toString())
                .put("ok", errors.isEmpty())
                .putJson("errors", list)
                .toString();
    }
}
