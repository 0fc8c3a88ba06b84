package io.sluice.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.engine.observe.Books;
import io.sluice.engine.observe.Counter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The client commands against the daemon. */
@Timeout(120)
final class ClientCommandsTest {
    private static final String QUEUE = "queues/q";

    @TempDir private Path directory;
    private RunningDaemon daemon;

    @BeforeEach
    void start() throws Exception {
        daemon = new RunningDaemon(directory.resolve("d"), 2);
    }

    @AfterEach
    void stop() {
        daemon.close();
        assertEquals(0, Books.messagesHeld(daemon.daemon().engine()::count));
        assertEquals(0, Books.matchedHeld(daemon.daemon().engine()::count));
    }

    private Cli mqtt(final String... arguments) {
        return run(daemon.mqttPort(), arguments);
    }

    private Cli amqp(final String... arguments) {
        return run(daemon.amqpPort(), arguments);
    }

    private static Cli run(final int port, final String... arguments) {
        final List<String> all = new ArrayList<>(Arrays.asList(arguments));
        all.add("--port=" + port);
        return Cli.run(all.toArray(String[]::new));
    }

    private long count(final Counter counter) {
        return daemon.daemon().engine().count(counter);
    }

    @Test
    void everyPropertyOfMqttComesAgain() {
        final String property = "--property=ä=1=2";
        mqtt(
                        "pub",
                        "--qos=2",
                        "--text",
                        "--content-type=text/plain",
                        "--response-topic=events/answer",
                        "--correlation=c1",
                        property,
                        "--property=ä=again",
                        QUEUE,
                        "grüße")
                .prints();
        mqtt("sub", "--qos=2", "--json", "--count=1", QUEUE)
                .prints(
                        "{\"topic\":\"queues/q\",\"qos\":2,\"retain\":false,"
                                + "\"payload_format\":\"text\",\"content_type\":\"text/plain\","
                                + "\"response_topic\":\"events/answer\",\"correlation\":\"c1\","
                                + "\"user_properties\":[[\"ä\",\"1=2\"],[\"ä\",\"again\"]],"
                                + "\"payload\":\"grüße\"}");
        assertEquals(1, count(Counter.MATCHED_SETTLED));
    }

    @Test
    void everyPropertyOfAmqpComesAgain() {
        amqp(
                        "send",
                        "--text",
                        "--durable",
                        "--message-id=m1",
                        "--subject=s",
                        "--reply-to=queues/answer",
                        "--correlation-id=c1",
                        "--content-type=text/plain",
                        "--property=site=north",
                        QUEUE,
                        "grüße")
                .prints();
        amqp("receive", "--json", "--count=1", QUEUE)
                .prints(
                        "{\"address\":\"queues/q\",\"settled\":false,\"durable\":true,"
                                + "\"priority\":4,\"first_acquirer\":false,\"delivery_count\":0,"
                                + "\"message_id\":\"m1\",\"subject\":\"s\","
                                + "\"reply_to\":\"queues/answer\",\"correlation_id\":\"c1\","
                                + "\"content_type\":\"text/plain\","
                                + "\"application_properties\":{\"site\":\"north\"},"
                                + "\"body\":\"value\",\"payload\":\"grüße\"}");
        assertEquals(1, count(Counter.MATCHED_SETTLED));
    }

    @Test
    void bytesThatAreNoTextAreBase64() throws IOException {
        final Path file = Files.write(directory.resolve("b"), new byte[] {(byte) 0xFF, 0, 1});
        mqtt("pub", QUEUE, "--file=" + file).prints();
        mqtt("pub", QUEUE, "--file=" + file).prints();
        mqtt("sub", "--count=1", "--json", QUEUE)
                .prints(
                        "{\"topic\":\"queues/q\",\"qos\":1,\"retain\":false,"
                                + "\"payload_base64\":\"/wAB\"}");
        amqp("receive", "--count=1", "-v", QUEUE).prints("queues/q (3 bytes) /wAB");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void speaksMqtt311AndSaysWhatWasAnswered(final int qos) {
        mqtt("pub", "--v3", "--json", "--count=2", "--qos=" + qos, QUEUE, "x")
                .prints(answer(qos), answer(qos));
        mqtt("sub", "--v3", "--count=2", "--qos=" + qos, "-v", QUEUE)
                .prints("queues/q x", "queues/q x");
        assertEquals(2, count(Counter.MATCHED_SETTLED));
    }

    private static String answer(final int qos) {
        return "{\"topic\":\"queues/q\",\"qos\":"
                + qos
                + ",\"reason_code\":0,\"reason\":\"Success\"}";
    }

    @Test
    void sendsEachLine() throws IOException {
        final Path file = Files.writeString(directory.resolve("l"), "a\r\n\nb\nc");
        mqtt("pub", "--lines", "--file=" + file, QUEUE).prints();
        amqp("send", "--lines", "--file=" + file, QUEUE).prints();
        amqp("receive", "--all", QUEUE).prints("a", "", "b", "c", "a", "", "b", "c");
        assertEquals(8, count(Counter.MATCHED_SETTLED));
    }

    @ParameterizedTest
    @ValueSource(strings = {"sub", "receive"})
    void takesNoMoreThanItsCount(final String command) {
        amqp("send", "--count=100", QUEUE, "x").prints();
        final int port = command.equals("sub") ? daemon.mqttPort() : daemon.amqpPort();
        assertEquals(40, run(port, command, "--count=40", QUEUE).out().lines().count());
        assertEquals(0, count(Counter.MATCHED_RETURNED), "none came that was not wanted");
        assertEquals(40, count(Counter.MATCHED_SETTLED));
        final Cli rest = amqp("receive", "--all", "--json", "--credit=7", QUEUE);
        assertEquals(60, rest.out().lines().count());
        assertTrue(
                rest.out().lines().allMatch(line -> line.contains("\"delivery_count\":0")),
                rest::out);
    }

    @Test
    void looksWithoutTaking() {
        amqp("send", "--count=30", QUEUE, "x").prints();
        for (int i = 0; i < 3; i++) {
            final Cli look = amqp("receive", "--all", "--release", "--credit=8", QUEUE);
            assertEquals(30, look.out().lines().count(), look::err);
            assertEquals(0, look.code());
        }
        assertEquals(0, count(Counter.MATCHED_SETTLED));
        assertEquals(90, count(Counter.MATCHED_RETURNED));
    }

    @Test
    void rejectsToTheDeadLetters() {
        amqp("send", "--count=3", QUEUE, "x").prints();
        amqp("receive", "--all", "--reject", QUEUE).prints("x", "x", "x");
        assertEquals(3, count(Counter.MATCHED_DEAD));
        amqp("receive", "--all", QUEUE).prints();
    }

    @Test
    void aMessageOfManyFramesComesWhole() throws IOException {
        final String text = "0123456789abcdef".repeat(15 << 10);
        final Path file = Files.writeString(directory.resolve("f"), text);
        amqp("send", "--file=" + file, QUEUE).prints();
        mqtt("sub", "--count=1", QUEUE).prints(text);
        mqtt("pub", "--file=" + file, QUEUE).prints();
        amqp("receive", "--count=1", QUEUE).prints(text);
    }

    @Test
    void whatIsLargerThanTheServerTakesIsSaid() throws IOException {
        final Path file = Files.write(directory.resolve("f"), new byte[300 << 10]);
        mqtt("pub", "--file=" + file, QUEUE)
                .fails(
                        ExitCode.REFUSED,
                        "127.0.0.1:"
                                + daemon.mqttPort()
                                + " takes packets of 262144 bytes at most, this one has 307217");
        amqp("send", "--file=" + file, QUEUE)
                .fails(
                        ExitCode.REFUSED,
                        "127.0.0.1:"
                                + daemon.amqpPort()
                                + " takes messages of 262144 bytes at most, this one has 307208");
    }

    @Test
    void theEndOfATimeIsACodeOfItsOwnIfACountWasWanted() {
        assertEquals(9, mqtt("sub", "--timeout=100ms", "--count=1", QUEUE).code());
        assertEquals(9, amqp("receive", "--timeout=100ms", "--count=1", QUEUE).code());
        mqtt("sub", "--timeout=100ms", QUEUE).prints();
        amqp("receive", "--timeout=100ms", QUEUE).prints();
    }

    @Test
    void whatTheServerRefusesIsSaidInItsWords() {
        final Cli sub = mqtt("sub", "--count=1", "$share/g/queues/q");
        assertEquals(8, sub.code());
        assertTrue(
                sub.err()
                        .matches(
                                "sluice: .* refuses the filter \\$share/g/queues/q: SUBACK 0x.*\n"),
                sub::err);
        final Cli send = amqp("send", "queues/", "x");
        assertEquals(8, send.code(), send::err);
        assertTrue(send.err().matches("sluice: .* detaches the link: amqp:.*\n"), send::err);
        mqtt("pub", "--retain", "events/a", "x")
                .fails(
                        ExitCode.REFUSED,
                        "127.0.0.1:" + daemon.mqttPort() + " takes no retained messages");
        final Cli user = amqp("send", "--user=ada", "--password-file=/dev/null", QUEUE, "x");
        user.fails(
                ExitCode.REFUSED,
                "127.0.0.1:" + daemon.amqpPort() + " takes no user and password (no SASL PLAIN)");
    }

    @Test
    void whatIsAskedWronglyIsAUsageError() {
        for (final String wrong :
                List.of(
                        "pub a/# x",
                        "pub a x --qos=3",
                        "pub a x --v3 --content-type=t",
                        "pub a x --lines",
                        "pub a x --count=0",
                        "pub a x --expiry=1500ms",
                        "pub a x --user=u",
                        "pub a x --property=p",
                        "sub a#",
                        "sub a --timeout=10",
                        "send a x --property=p=1 --property=p=2",
                        "send a x --port=0",
                        "receive a --release --reject",
                        "receive a --credit=0")) {
            final Cli cli = Cli.run(wrong.split(" "));
            assertEquals(2, cli.code(), () -> wrong + ": " + cli.err());
            assertEquals("", cli.out(), wrong);
        }
    }
}
