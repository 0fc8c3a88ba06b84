package io.sluice.engine.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Who may speak AMQP to us, where an address without a pattern leads, and what a peer may cost. */
public record AmqpConfig(
        Sasl sasl, Pattern defaultPattern, int messageBytesMax, long idleTimeoutMs) {
    private static final int MESSAGE_BYTES_MIN = 512;
    private static final int MESSAGE_BYTES_LIMIT = 1 << 20;
    private static final long IDLE_MS_MIN = 1_000;
    private static final long IDLE_MS_LIMIT = 3_600_000;

    /** How a peer says who it is. */
    public enum Mechanism {
        /** It does not say. */
        ANONYMOUS,
        /** A name and a password, in the clear. */
        PLAIN
    }

    /** What an address means whose first segment is none of ours. */
    public enum Pattern {
        /** A queue of that name. */
        QUEUES,
        /** An event of that topic. */
        EVENTS
    }

    /** Names and their passwords, and the file that they were in. */
    public record Users(Path file, Map<String, Secret> passwords) {
        public Users {
            Objects.requireNonNull(file);
            passwords = Map.copyOf(passwords);
        }
    }

    /** The mechanisms that are offered, and whom plain knows. */
    public record Sasl(List<Mechanism> mechanisms, Optional<Users> users) {
        public Sasl {
            mechanisms = List.copyOf(mechanisms);
            Objects.requireNonNull(users);
            Require.that(!mechanisms.isEmpty(), "amqp.sasl: at least one of anonymous, plain");
            Require.that(
                    users.isPresent() || !mechanisms.contains(Mechanism.PLAIN),
                    "amqp.users_file: a file, because amqp.sasl has plain");
        }

        public boolean allows(final Mechanism mechanism) {
            return mechanisms.contains(mechanism);
        }

        /** Whether a user of that name is there and has that password. */
        public boolean isPassword(final String name, final String password) {
            final Secret secret =
                    users.map(known -> known.passwords().get(name)).orElse(Secret.NONE);
            return secret.isSet() && secret.matches(password);
        }
    }

    public AmqpConfig {
        Objects.requireNonNull(sasl);
        Objects.requireNonNull(defaultPattern);
        Require.that(
                messageBytesMax >= MESSAGE_BYTES_MIN && messageBytesMax <= MESSAGE_BYTES_LIMIT,
                "amqp.max_message_size: 512B to 1MiB");
        Require.that(
                idleTimeoutMs >= IDLE_MS_MIN && idleTimeoutMs <= IDLE_MS_LIMIT,
                "amqp.idle_timeout: 1s to 1h");
    }
}
