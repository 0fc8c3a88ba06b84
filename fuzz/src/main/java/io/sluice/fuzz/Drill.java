package io.sluice.fuzz;

import io.sluice.fuzz.law.Meter;
import io.sluice.fuzz.law.Seeds;
import io.sluice.fuzz.law.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Puts inputs through targets without a fuzzer: seeds, mutations of them from a fixed seed, and
 * what a fuzzer has found worth keeping. Code runs here as it was compiled, so that heap is counted
 * to the byte; and the same inputs come every time.
 */
public final class Drill {
    private static final int MUTATIONS = 4_000;
    private static final int STEPS_MAX = 4;

    private final String name;
    private final Target target;
    private final List<byte[]> seeds;
    private long checked;

    private Drill(final String name) {
        this.name = name;
        target = Targets.target(name, Meter.plain());
        final Seeds collected = new Seeds();
        target.seeds(collected);
        seeds = collected.inputs();
    }

    /**
     * {@code seeds HOME SEED TARGET...} writes the seeds, checks them and mutations of them; {@code
     * corpus HOME TARGET...} checks what a fuzzer has kept; {@code replay TARGET FILE} checks one
     * input. Exits as {@link FuzzRun} does.
     */
    public static void main(final String[] arguments) {
        try {
            run(List.of(arguments));
        } catch (final IOException e) {
            System.err.println(FuzzCommand.NAME + ": " + FuzzCommand.said(e));
            System.exit(FuzzRun.COULD_NOT_RUN);
        }
    }

    private static void run(final List<String> words) throws IOException {
        switch (words.get(0)) {
            case "seeds" -> {
                final long seed = Long.parseLong(words.get(2));
                each(words.subList(3, words.size()), name -> drill(name, home(words), seed));
            }
            case "corpus" ->
                    each(words.subList(2, words.size()), name -> checkCorpus(name, home(words)));
            case "replay" -> {
                if (!replay(words.get(1), Files.readAllBytes(Path.of(words.get(2))))) {
                    System.exit(FuzzRun.FOUND);
                }
            }
            default -> throw new IllegalArgumentException("seeds, corpus or replay");
        }
    }

    /** Says what a target has to say about one input; true for nothing. */
    static boolean replay(final String name, final byte[] input) {
        final Target target = Targets.target(name, Meter.plain());
        try {
            target.check(input);
        } catch (final RuntimeException | Error e) {
            System.out.println("FOUND: " + e);
            System.out.println("  by " + name + ", in this input of " + bytes(input));
            printStack(e);
            return false;
        }
        System.out.println(name + " has nothing to say against this input of " + bytes(input));
        return true;
    }

    private static String bytes(final byte[] input) {
        return input.length == 1 ? "1 byte" : input.length + " bytes";
    }

    private static void printStack(final Throwable thrown) {
        for (final StackTraceElement frame : thrown.getStackTrace()) {
            if (frame.getClassName().equals(Drill.class.getName())) {
                break;
            }
            System.out.println("    at " + frame);
        }
    }

    private static FuzzHome home(final List<String> words) {
        return new FuzzHome(Path.of(words.get(1)));
    }

    /** Work on one target that stops at a finding. */
    private interface Work {
        void on(String target) throws IOException, FoundException;
    }

    /** Stops the work on one target: the finding is written and told. */
    private static final class FoundException extends Exception {
        private static final long serialVersionUID = 1L;

        FoundException(final Throwable cause) {
            super(cause);
        }
    }

    private static void each(final List<String> targets, final Work work) throws IOException {
        boolean found = false;
        for (final String target : targets) {
            try {
                work.on(target);
            } catch (final FoundException e) {
                found = true;
            }
        }
        if (found) {
            System.exit(FuzzRun.FOUND);
        }
    }

    private static void drill(final String name, final FuzzHome home, final long seed)
            throws IOException, FoundException {
        final Drill drill = new Drill(name);
        home.writeSeeds(name, drill.seeds);
        if (name.equals(Targets.CANARY)) {
            return;
        }
        drill.check(new byte[0], home);
        for (final byte[] input : drill.seeds) {
            drill.check(input, home);
        }
        final SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < MUTATIONS; i++) {
            drill.check(drill.mutate(random), home);
        }
        System.out.printf("%-28s %9d inputs of fixed seed %d%n", name, drill.checked, seed);
    }

    private static void checkCorpus(final String name, final FuzzHome home)
            throws IOException, FoundException {
        if (name.equals(Targets.CANARY)) {
            return;
        }
        final Drill drill = new Drill(name);
        for (final Path file : FuzzHome.files(home.corpus(name))) {
            drill.check(Files.readAllBytes(file), home);
        }
        System.out.printf("%-28s %9d inputs kept, checked plainly%n", name, drill.checked);
    }

    private void check(final byte[] input, final FuzzHome home) throws IOException, FoundException {
        try {
            target.check(input);
        } catch (final RuntimeException | Error e) {
            final Path file = home.writeFinding(name, input);
            System.out.println("FINDING in " + name + ": " + e);
            System.out.println("  replay: " + FuzzHome.replayCommand(name, file));
            printStack(e);
            throw new FoundException(e);
        }
        checked++;
    }

    private byte[] mutate(final SplittableRandom random) {
        byte[] mutated = seeds.get(random.nextInt(seeds.size()));
        for (int step = random.nextInt(STEPS_MAX); step >= 0; step--) {
            mutated = mutateOnce(mutated, random);
        }
        return mutated;
    }

    private byte[] mutateOnce(final byte[] input, final SplittableRandom random) {
        final byte[] noise = new byte[1 + random.nextInt(8)];
        random.nextBytes(noise);
        if (input.length == 0) {
            return noise;
        }
        final int at = random.nextInt(input.length);
        final byte[] head = Arrays.copyOf(input, at);
        final byte[] mutated = input.clone();
        switch (random.nextInt(6)) {
            case 0 -> mutated[at] ^= (byte) (1 << random.nextInt(8));
            case 1 -> mutated[at] = noise[0];
            case 2 -> mutated[at] = new byte[] {0, 1, 0x7F, (byte) 0x80, -1}[random.nextInt(5)];
            case 3 -> {
                return join(head, Arrays.copyOfRange(input, at + 1, input.length));
            }
            case 4 -> {
                return join(join(head, noise), Arrays.copyOfRange(input, at, input.length));
            }
            default -> {
                final byte[] other = seeds.get(random.nextInt(seeds.size()));
                final int from = other.length == 0 ? 0 : random.nextInt(other.length);
                return join(head, Arrays.copyOfRange(other, from, other.length));
            }
        }
        return mutated;
    }

    private static byte[] join(final byte[] head, final byte[] tail) {
        final byte[] joined = Arrays.copyOf(head, head.length + tail.length);
        System.arraycopy(tail, 0, joined, head.length, tail.length);
        return joined;
    }
}
