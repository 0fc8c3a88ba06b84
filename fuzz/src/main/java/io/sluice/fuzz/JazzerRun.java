package io.sluice.fuzz;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One target in a process of its own, under Jazzer. Owns the process, its log and its findings. */
final class JazzerRun {
    private static final int CANARY_SECONDS = 30;
    private static final int INPUT_MAX = 4_096;
    private static final int FINDING_LINES_MAX = 14;
    private static final int QUICK_SECONDS_MAX = 10;

    private static final String INSTRUMENTED =
            "io.sluice.codec.**:io.sluice.fuzz.CanaryFuzz:io.netty.handler.codec.mqtt.MqttDecoder*"
                    + ":org.apache.qpid.protonj2.codec.decoders.**";

    /** Hooks for faults that nothing here can have; some fail on new class files of the JDK. */
    private static final String DISABLED_HOOKS =
            Stream.of(
                            "ClojureLangHooks",
                            "Deserialization",
                            "ExpressionLanguageInjection",
                            "LdapInjection",
                            "NamingContextLookup",
                            "OsCommandInjection",
                            "ReflectiveCall",
                            "RegexInjection",
                            "RegexRoadblocks",
                            "ScriptEngineInjection",
                            "ServerSideRequestForgery",
                            "SqlInjection",
                            "XPathInjection")
                    .map(hook -> "com.code_intelligence.jazzer.sanitizers." + hook)
                    .collect(Collectors.joining(":"));

    private final String target;
    private final RunOptions options;
    private final FuzzHome home;
    private final List<String> finding = new ArrayList<>();
    private Optional<Path> reproducer = Optional.empty();
    private long executions;
    private long beganNs;

    JazzerRun(final String target, final RunOptions options) {
        this.target = target;
        this.options = options;
        home = new FuzzHome(options.home());
    }

    /** Fuzzes until the time is over or something is found. */
    RunResult run() throws IOException, InterruptedException {
        final boolean canary = target.equals(Targets.CANARY);
        if (canary) {
            FuzzHome.clear(home.corpus(target)); // it must be found anew
            FuzzHome.clear(home.findings(target));
        }
        Files.createDirectories(home.corpus(target));
        Files.createDirectories(home.findings(target));
        Files.createDirectories(home.log(target).getParent());
        final int seconds = canary ? CANARY_SECONDS : options.seconds();
        final Process process =
                new ProcessBuilder(command(seconds)).redirectErrorStream(true).start();
        final Thread killer = new Thread(process::destroyForcibly);
        Runtime.getRuntime().addShutdownHook(killer);
        beganNs = System.nanoTime();
        final Thread watch = ChildJvm.watch(process, seconds + 60);
        try (BufferedReader lines =
                        new BufferedReader(
                                new InputStreamReader(
                                        process.getInputStream(), StandardCharsets.UTF_8));
                PrintWriter log = new PrintWriter(Files.newBufferedWriter(home.log(target)))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                log.println(line);
                read(line);
            }
        }
        final int exit = process.waitFor();
        watch.interrupt();
        Runtime.getRuntime().removeShutdownHook(killer);
        final long tookMs = Math.max(1, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beganNs));
        return new RunResult(target, exit, executions, tookMs, reproducer, List.copyOf(finding));
    }

    private List<String> command(final int seconds) {
        final List<String> command = new ArrayList<>(ChildJvm.command());
        command.add("-XX:+EnableDynamicAgentLoading");
        if (seconds <= QUICK_SECONDS_MAX || target.equals(Targets.CANARY)) {
            command.add("-XX:TieredStopAtLevel=1"); // no time for a better one
        }
        command.add("com.code_intelligence.jazzer.Jazzer");
        command.add("--target_class=" + JazzerEntry.class.getName());
        command.add("--target_args=" + target);
        command.add("--instrumentation_includes=" + INSTRUMENTED);
        command.add("--custom_hook_includes=" + INSTRUMENTED);
        command.add("--disabled_hooks=" + DISABLED_HOOKS);
        command.add("--trace=cov:cmp:div");
        command.add("--reproducer_path=" + home.findings(target));
        command.add("-artifact_prefix=" + home.findings(target) + "/");
        command.add("-seed=" + options.seedOf(target));
        command.add("-max_total_time=" + seconds);
        command.add("-max_len=" + INPUT_MAX);
        command.add("-len_control=100"); // short inputs first
        command.add("-timeout=10");
        command.add("-rss_limit_mb=1536");
        command.add("-use_value_profile=1");
        command.add("-print_final_stats=1");
        command.add("-verbosity=0");
        command.add(home.corpus(target).toString());
        command.add(home.seeds(target).toString());
        return command;
    }

    private void read(final String line) {
        final String count = "stat::number_of_executed_units:";
        final String written = "Test unit written to ";
        if (line.startsWith("INFO: Running with")) {
            beganNs = System.nanoTime();
        } else if (line.startsWith(count)) {
            executions = Long.parseLong(line.substring(count.length()).trim());
        } else if (line.contains(written)) {
            final int at = line.indexOf(written) + written.length();
            reproducer = Optional.of(Path.of(line.substring(at).trim()));
        }
        final boolean begins = line.startsWith("== ") || line.startsWith("Exception in");
        if ((begins || !finding.isEmpty()) && finding.size() < FINDING_LINES_MAX) {
            finding.add(line);
        }
    }
}
