package io.sluice.engine.config;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Objects;

/** A text that is compared and never shown. */
public record Secret(String text) {
    /** No secret: whoever asks is let in. */
    public static final Secret NONE = new Secret("");

    public Secret {
        Objects.requireNonNull(text);
    }

    public boolean isSet() {
        return !text.isEmpty();
    }

    /** Whether the other text is this one, in a time that does not tell how much of it is. */
    public boolean matches(final String other) {
        return MessageDigest.isEqual(
                text.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String toString() {
        return isSet() ? "(redacted)" : "(none)";
    }
}
