package io.sluice.fuzz.law;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;

/** The inputs that a target starts from, in the order they were added. */
public final class Seeds {
    private final List<byte[]> inputs = new ArrayList<>();

    public Seeds add(final byte[] input) {
        inputs.add(input.clone());
        return this;
    }

    /** Adds an input written in hex; spaces are for the reader. */
    public Seeds hex(final String hex) {
        return add(HexFormat.of().parseHex(hex.replace(" ", "")));
    }

    public Seeds text(final String text) {
        return add(text.getBytes(StandardCharsets.UTF_8));
    }

    public List<byte[]> inputs() {
        return Collections.unmodifiableList(inputs);
    }
}
