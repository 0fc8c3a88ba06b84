package io.sluice.tools;

import io.sluice.tools.client.Deadline;
import io.sluice.tools.client.PeerException;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A command that sends messages one after the other, each until the server has taken it. */
abstract class ProducerCommand extends ClientCommand {
    private static final long TICK_MS = 1_000;

    @Mixin private PayloadOptions payloads;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "TEXT",
            description = "What to send; without it and --file all of standard input is sent.")
    private String text;

    @Option(
            names = "--timeout",
            paramLabel = "DURATION",
            defaultValue = "30s",
            converter = DurationConverter.class,
            description = "Wait so long for each answer (default: ${DEFAULT-VALUE}).")
    private Duration timeout;

    @Option(
            names = "--json",
            description = "Print what the server answered, one JSON object for each message.")
    private boolean json;

    /** A server that takes messages. */
    interface Producer extends AutoCloseable {
        /** Sends, waits until it is taken, and says how that went, by name. */
        Map<String, Object> send(byte[] payload, Deadline deadline) throws PeerException;

        /** Keeps the connection alive. */
        void idle() throws PeerException;

        @Override
        void close();
    }

    /** Checks all options, before anything is connected or read. */
    abstract void check();

    abstract Producer connect(Deadline deadline) throws PeerException;

    private Deadline deadline() {
        return Deadline.after(timeout);
    }

    @Override
    final ExitCode run() throws PeerException {
        check();
        server().login();
        final Payloads all = payloads.payloads(text);
        try (Producer producer = connect(deadline())) {
            while (!all.isAtEnd()) {
                final Optional<byte[]> payload = all.next(TICK_MS);
                producer.idle();
                if (payload.isPresent()) {
                    final Map<String, Object> answer = producer.send(payload.get(), deadline());
                    if (json) {
                        out().println(MessageText.json(answer));
                        out().flush();
                    }
                }
            }
            return ExitCode.OK;
        } catch (final IOException e) {
            throw wrong("what is to be sent cannot be read: " + e.getMessage());
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PeerException(PeerException.Kind.STOPPED, "interrupted");
        }
    }
}
