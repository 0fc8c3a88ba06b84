package io.sluice.tools;

import io.sluice.store.lmdb.LmdbStore;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.function.Supplier;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The {@code sluice} command: one executable, a subcommand for each thing an operator does. */
@Command(
        name = "sluice",
        description = "An edge messaging daemon between MQTT devices and MQTT or AMQP 1.0 systems.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        versionProvider = Sluice.Version.class,
        subcommands = HelpCommand.class)
public final class Sluice {
    /** By name: each is made only when it is needed, so that none costs the others' start. */
    private static final Map<String, Supplier<Object>> COMMANDS = commands();

    private static final Set<String> STARTS_DAEMON = Set.of(RunCommand.NAME, RehearseCommand.NAME);

    private Sluice() {}

    private static Map<String, Supplier<Object>> commands() {
        final Map<String, Supplier<Object>> commands = new LinkedHashMap<>();
        commands.put(RunCommand.NAME, RunCommand::new);
        commands.put("check", CheckCommand::new);
        commands.put("stat", StatCommand::new);
        commands.put("audit", AuditCommand::new);
        commands.put("pub", PubCommand::new);
        commands.put("sub", SubCommand::new);
        commands.put("send", SendCommand::new);
        commands.put("receive", ReceiveCommand::new);
        commands.put(RehearseCommand.NAME, RehearseCommand::new);
        commands.put("version", VersionCommand::new);
        return commands;
    }

    public static void main(final String[] args) {
        if (args.length > 0 && STARTS_DAEMON.contains(args[0])) {
            loadStore();
        }
        // Whatever the locale of the machine is: messages are UTF-8.
        final PrintWriter out =
                new PrintWriter(
                        new OutputStreamWriter(
                                new FileOutputStream(FileDescriptor.out), StandardCharsets.UTF_8));
        System.exit(
                commandLine(args)
                        .setOut(out)
                        .setParameterExceptionHandler(Sluice::onMisuse)
                        .execute(args));
    }

    /**
     * One line, or some with what may have been meant: not the whole help, behind which it is lost.
     */
    private static int onMisuse(final ParameterException misuse, final String[] args) {
        final CommandLine command = misuse.getCommandLine();
        final PrintWriter err = command.getErr();
        err.println("sluice: " + misuse.getMessage());
        UnmatchedArgumentException.printSuggestions(misuse, err);
        if (args.length == 0) {
            command.usage(err);
            return ExitCode.USAGE.code();
        }
        err.println("see: " + command.getCommandSpec().qualifiedName() + " --help");
        err.flush();
        return ExitCode.USAGE.code();
    }

    /** Beside the reading of the command line, which takes about as long. */
    private static void loadStore() {
        final Thread thread = new Thread(LmdbStore::loadLibrary, "sluice-load");
        thread.setDaemon(true);
        // Who opens the store meets the same error, and says it.
        thread.setUncaughtExceptionHandler((where, error) -> {});
        thread.start();
    }

    /** The command with what these arguments need of it. */
    static CommandLine commandLine(final String... args) {
        final Supplier<Object> named = args.length == 0 ? null : COMMANDS.get(args[0]);
        return named == null
                ? commandLine()
                : new CommandLine(new Sluice()).addSubcommand(named.get());
    }

    /** The command with all that it can. */
    static CommandLine commandLine() {
        final CommandLine command = new CommandLine(new Sluice());
        COMMANDS.values().forEach(each -> command.addSubcommand(each.get()));
        command.addSubcommand(new AutoComplete.GenerateCompletion());
        command.getSubcommands()
                .get("generate-completion")
                .getCommandSpec()
                .usageMessage()
                .hidden(true);
        return command;
    }

    /** The version that was built, as the build wrote it down. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() throws IOException {
            final Properties built = new Properties();
            try (InputStream in = Sluice.class.getResourceAsStream("/sluice.properties")) {
                built.load(in);
            }
            return new String[] {
                "sluice " + built.getProperty("version"),
                "Java " + Runtime.version() + ", " + System.getProperty("java.vm.name")
            };
        }
    }
}
