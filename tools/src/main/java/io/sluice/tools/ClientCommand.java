package io.sluice.tools;

import io.sluice.tools.client.PeerException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that talks to a server: whatever keeps it from going on is one line. */
abstract class ClientCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Mixin private ServerOptions server;

    /** Does it; the exit code if nothing keeps it from it. */
    abstract ExitCode run() throws PeerException;

    @Override
    public final Integer call() {
        try {
            return run().code();
        } catch (final PeerException e) {
            if (e.kind() != PeerException.Kind.STOPPED) {
                say(e.getMessage());
            }
            return codeOf(e.kind()).code();
        }
    }

    private static ExitCode codeOf(final PeerException.Kind kind) {
        return switch (kind) {
            case UNREACHABLE -> ExitCode.UNREACHABLE;
            case REFUSED -> ExitCode.REFUSED;
            case TIMED_OUT -> ExitCode.TIMED_OUT;
            case LOST -> ExitCode.LOST;
            case STOPPED -> ExitCode.OK;
        };
    }

    final ServerOptions server() {
        return server;
    }

    final PrintWriter out() {
        return spec.commandLine().getOut();
    }

    /** Something to know, on standard error; no peer can make two lines of it. */
    final void say(final String what) {
        final PrintWriter err = spec.commandLine().getErr();
        err.println("sluice: " + what.replaceAll("\\p{Cntrl}", "?"));
        err.flush();
    }

    /** The command was asked wrongly. */
    final ParameterException wrong(final String what) {
        return new ParameterException(spec.commandLine(), what);
    }
}
