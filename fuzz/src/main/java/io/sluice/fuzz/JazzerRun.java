package io.sluice.fuzz;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The targets of one crew in a process of Jazzer. Owns the process, its log and its findings. */
final class JazzerRun {
    private static final int INPUT_MAX = 4_096;
    private static final int FINDING_LINES_MAX = 14;
    private static final int QUICK_SECONDS_MAX = 10;

    /** In a line about an input that was made shorter: there is no end of them in a long run. */
    private static final String REDUCED = "\tREDUCE ";

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

    private final Crew crew;
    private final String name;
    private final RunOptions options;
    private final FuzzHome home;
    private final List<String> finding = new ArrayList<>();
    private Optional<Path> reproducer = Optional.empty();
    private final Map<String, Long> executions = new HashMap<>();
    private long beganNs;

    JazzerRun(final Crew crew, final RunOptions options) {
        this.crew = crew;
        name = crew.name();
        this.options = options;
        home = new FuzzHome(options.home());
    }

    /** Fuzzes until the time is over or something is found; a result for each target. */
    List<RunResult> run() throws IOException, InterruptedException {
        final boolean canary = name.equals(Targets.CANARY);
        if (canary) {
            FuzzHome.clear(home.corpus(name)); // it must be found anew
            FuzzHome.clear(home.findings(name));
        }
        Files.createDirectories(home.corpus(name));
        Files.createDirectories(home.findings(name));
        Files.createDirectories(home.log(name).getParent());
        crew.gather(home);
        final int seconds = Schedule.secondsOf(crew, options);
        final Process process =
                new ProcessBuilder(command(seconds)).redirectErrorStream(true).start();
        final Thread killer = new Thread(process::destroyForcibly);
        Runtime.getRuntime().addShutdownHook(killer);
        beganNs = System.nanoTime();
        final Thread watch =
                ChildJvm.watch(
                        process, seconds + 120 + seconds / 2); // a loaded machine starts slowly
        try (BufferedReader lines =
                        new BufferedReader(
                                new InputStreamReader(
                                        process.getInputStream(), StandardCharsets.UTF_8));
                PrintWriter log = new PrintWriter(Files.newBufferedWriter(home.log(name)), true)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.contains(REDUCED)) {
                    log.println(line);
                }
                read(line);
            }
        }
        final int exit = process.waitFor();
        watch.interrupt();
        Runtime.getRuntime().removeShutdownHook(killer);
        final long tookMs = Math.max(1, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beganNs));
        crew.scatter(home);
        home.removeSources(name);
        return results(exit, tookMs / crew.targets().size());
    }

    private List<RunResult> results(final int exit, final long tookMs) throws IOException {
        final String found = reproducer.isPresent() ? give(reproducer.get()) : "";
        final List<RunResult> results = new ArrayList<>();
        for (final String target : crew.targets()) {
            final boolean guilty = found.isEmpty() || found.equals(target);
            results.add(
                    new RunResult(
                            target,
                            guilty ? exit : 0,
                            executions.getOrDefault(target, 0L),
                            Math.max(1, tookMs),
                            guilty ? reproducer : Optional.empty(),
                            guilty ? List.copyOf(finding) : List.of()));
        }
        return results;
    }

    /** Gives a finding to the target that it is of, whose name is returned. */
    private String give(final Path file) throws IOException {
        final byte[] input = Files.readAllBytes(file);
        final String target = crew.targets().get(Math.max(0, crew.index(input)));
        if (!crew.isAlone()) {
            Files.createDirectories(home.findings(target));
            final Path given = home.findings(target).resolve(file.getFileName());
            reproducer = Optional.of(Files.write(given, crew.input(input)));
            Files.delete(file); // it has the byte that chooses, and is an input of no target
        }
        return target;
    }

    private List<String> command(final int seconds) {
        final List<String> command = new ArrayList<>(ChildJvm.command());
        command.add("-XX:+EnableDynamicAgentLoading");
        final boolean quick = options.seconds() <= QUICK_SECONDS_MAX;
        if (quick || name.equals(Targets.CANARY)) {
            command.add("-XX:TieredStopAtLevel=1"); // no time for a better one
        }
        command.add("com.code_intelligence.jazzer.Jazzer");
        command.add("--target_class=" + JazzerEntry.class.getName());
        command.add("--target_args=" + String.join(" ", crew.targets()));
        command.add("--instrumentation_includes=" + INSTRUMENTED);
        command.add("--custom_hook_includes=" + INSTRUMENTED);
        command.add("--disabled_hooks=" + DISABLED_HOOKS);
        command.add("--trace=cov:cmp:div");
        command.add("--reproducer_path=" + home.findings(name));
        command.add("-artifact_prefix=" + home.findings(name) + "/");
        command.add("-seed=" + options.seedOf(name));
        command.add("-max_total_time=" + seconds);
        command.add("-max_len=" + INPUT_MAX);
        command.add("-len_control=100"); // short inputs first
        command.add("-timeout=10");
        command.add("-rss_limit_mb=1536");
        command.add("-use_value_profile=1");
        command.add("-print_final_stats=1");
        command.add("-verbosity=" + (quick ? 0 : 1));
        command.add(home.corpus(name).toString());
        command.add(home.seeds(name).toString());
        return command;
    }

    private void read(final String line) {
        final String written = "Test unit written to ";
        if (line.startsWith("INFO: Running with")) {
            beganNs = System.nanoTime();
        } else if (line.startsWith(JazzerEntry.EXECUTED)) {
            final String[] words = line.substring(JazzerEntry.EXECUTED.length()).split(" ");
            executions.put(words[0], Long.parseLong(words[1]));
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
