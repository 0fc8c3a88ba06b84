package io.sluice.tools;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Says which version runs, and on which Java. */
@Command(
        name = "version",
        description = "Print the version of sluice and of the Java it runs on.",
        mixinStandardHelpOptions = true,
        versionProvider = Sluice.Version.class)
final class VersionCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        final PrintWriter out = spec.commandLine().getOut();
        for (final String line : new Sluice.Version().getVersion()) {
            out.println(line);
        }
        out.flush();
        return 0;
    }
}
