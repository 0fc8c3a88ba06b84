package io.sluice.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Targets that share one process of the fuzzer, and so the seconds that it takes to start. Where
 * there are several, the first byte of an input chooses; the target sees the rest.
 *
 * @param targets by name, in the order of that byte
 */
record Crew(List<String> targets) {
    Crew {
        targets = List.copyOf(targets);
    }

    /** Crews of so many targets; the canary, which must be found, is alone. */
    static List<Crew> of(final List<String> targets, final int sizeMax) {
        final List<Crew> crews = new ArrayList<>();
        final List<String> others = new ArrayList<>(targets);
        if (others.remove(Targets.CANARY)) {
            crews.add(new Crew(List.of(Targets.CANARY)));
        }
        final int count = (others.size() + sizeMax - 1) / sizeMax;
        for (int i = 0; i < count; i++) {
            final int from = i * others.size() / count;
            crews.add(new Crew(others.subList(from, (i + 1) * others.size() / count)));
        }
        return crews;
    }

    boolean isAlone() {
        return targets.size() == 1;
    }

    /** What its files are kept under. */
    String name() {
        return isAlone() ? targets.get(0) : targets.get(0) + "-and-others";
    }

    /** Which target an input is for; -1 for an input that chooses none. */
    int index(final byte[] input) {
        if (isAlone()) {
            return 0;
        }
        return input.length == 0 ? -1 : Math.floorMod(input[0], targets.size());
    }

    /** What the target sees of an input. */
    byte[] input(final byte[] input) {
        return isAlone() ? input : Arrays.copyOfRange(input, 1, input.length);
    }

    /** Lays the seeds and what is kept of every target where the fuzzer begins. */
    void gather(final FuzzHome home) throws IOException {
        if (isAlone()) {
            return; // they are there
        }
        FuzzHome.clear(home.corpus(name()));
        FuzzHome.clear(home.seeds(name()));
        FuzzHome.clear(home.findings(name()));
        for (int i = 0; i < targets.size(); i++) {
            final String target = targets.get(i);
            for (final Path directory : List.of(home.seeds(target), home.corpus(target))) {
                for (final Path file : FuzzHome.files(directory)) {
                    final byte[] rest = Files.readAllBytes(file);
                    final byte[] input = new byte[1 + rest.length];
                    input[0] = (byte) i;
                    System.arraycopy(rest, 0, input, 1, rest.length);
                    final String name = target + '-' + file.getFileName();
                    Files.write(home.seeds(name()).resolve(name), input);
                }
            }
        }
    }

    /** Gives every target what was kept for it. */
    void scatter(final FuzzHome home) throws IOException {
        if (isAlone()) {
            return;
        }
        for (final Path file : FuzzHome.files(home.corpus(name()))) {
            final byte[] input = Files.readAllBytes(file);
            if (index(input) >= 0) {
                final Path directory = home.corpus(targets.get(index(input)));
                Files.createDirectories(directory);
                Files.write(directory.resolve(file.getFileName()), input(input));
            }
        }
        FuzzHome.clear(home.corpus(name()));
    }
}
