package io.sluice.tools;

import io.sluice.tools.client.Deadline;
import java.time.Duration;
import java.util.Map;
import picocli.CommandLine.Option;

/** A command that prints messages as they come, until it has enough or is ended. */
abstract class ConsumerCommand extends ClientCommand {
    /** How long a server may take to answer what is not a message. */
    static final Duration ANSWER = Duration.ofSeconds(10);

    @Option(
            names = {"-n", "--count"},
            paramLabel = "N",
            defaultValue = "0",
            description = "End after so many messages; 0 goes on (default: ${DEFAULT-VALUE}).")
    private long count;

    @Option(
            names = "--timeout",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            description = "End after so long, as 10s; exit code 9 if --count was not reached.")
    private Duration timeout;

    @Option(
            names = "--json",
            description = "Print one JSON object for each message, with all it says.")
    private boolean json;

    @Option(
            names = {"-v", "--verbose"},
            description = "Print where each message was sent to in front of it.")
    private boolean verbose;

    /** How many messages are wanted, 0 for any number. */
    final long count() {
        if (count < 0) {
            throw wrong("--count: 0 or more");
        }
        return count;
    }

    /** Until when. */
    final Deadline deadline() {
        return timeout == null ? Deadline.never() : Deadline.after(timeout);
    }

    /** Until when the server may take to answer what is asked before messages come. */
    static Deadline answerWithin(final Deadline deadline) {
        final Deadline usual = Deadline.after(ANSWER);
        return usual.leftNs() < deadline.leftNs() ? usual : deadline;
    }

    /** Prints a message; false if nobody reads any more. */
    final boolean print(final String where, final Map<String, Object> fields) {
        if (json) {
            out().println(MessageText.json(fields));
        } else {
            out().println((verbose ? where + " " : "") + MessageText.plain(fields));
        }
        return !out().checkError();
    }

    /** How it ends when no more is waited for. */
    final ExitCode end(final boolean stopped, final boolean complete) {
        return stopped || complete ? ExitCode.OK : ExitCode.TIMED_OUT;
    }
}
