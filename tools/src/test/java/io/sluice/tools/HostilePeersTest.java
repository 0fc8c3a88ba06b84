package io.sluice.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The client commands against peers that break: one line and an exit code, whatever they do. */
@Timeout(120)
final class HostilePeersTest {
    private static final String CONNACK = "20 03 00 00 00";
    private static final String SASL_HEADER = "41 4D 51 50 03 01 00 00";
    private static final int ROUNDS = 40;
    private static final int SHORT_MS = 20;

    /** A peer that answers each read with the next of its answers, and then closes. */
    private static Cli against(final List<byte[]> answers, final String... arguments)
            throws IOException, InterruptedException {
        final Thread peer;
        final Cli cli;
        final int port;
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = listener.getLocalPort();
            peer = new Thread(() -> answer(listener, answers), "a hostile peer");
            peer.start();
            final List<String> all = new ArrayList<>(Arrays.asList(arguments));
            all.add("--port=" + port);
            sendsText(all);
            cli = Cli.run(all.toArray(String[]::new));
        }
        peer.join();
        return new Cli(cli.code(), cli.out(), cli.err().replace("127.0.0.1:" + port, "PEER"));
    }

    /** Standard input is not for tests in this JVM. */
    private static void sendsText(final List<String> arguments) {
        final String command = arguments.get(0);
        if (command.equals("pub") || command.equals("send")) {
            arguments.add(2, "x");
        }
    }

    private static void answer(final ServerSocket listener, final List<byte[]> answers) {
        try (Socket socket = listener.accept();
                InputStream in = socket.getInputStream()) {
            boolean silent = false;
            for (final byte[] answer : answers) {
                silent = answer.length == 0;
                socket.setSoTimeout(silent ? 0 : SHORT_MS);
                awaitBytes(in);
                socket.getOutputStream().write(answer);
            }
            if (silent) {
                in.transferTo(java.io.OutputStream.nullOutputStream());
            }
        } catch (final IOException e) {
            assertFalse(e.getMessage().isEmpty(), "the client has gone first, as it may");
        }
    }

    private static void awaitBytes(final InputStream in) throws IOException {
        try {
            in.read(new byte[4_096]);
        } catch (final java.net.SocketTimeoutException e) {
            assertFalse(e.getMessage().isEmpty(), "then it is answered what was not asked");
        }
    }

    private static byte[] hex(final String text) {
        return HexFormat.of().parseHex(text.replace(" ", ""));
    }

    private static List<byte[]> answers(final String... hex) {
        return Arrays.stream(hex).map(HostilePeersTest::hex).toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"pub", "sub", "send", "receive"})
    void aPeerThatClosesAtOnce(final String command) throws Exception {
        against(List.of(), command, "a")
                .fails(
                        ExitCode.LOST,
                        "the connection to PEER is lost: it has closed the connection");
    }

    @Test
    void aPeerThatClosesWithinAPacket() throws Exception {
        against(answers("20 05 00"), "sub", "a")
                .fails(
                        ExitCode.LOST,
                        "the connection to PEER is lost: it has closed the connection in the middle"
                                + " of a packet");
        against(answers("41 4D 51"), "receive", "a")
                .fails(
                        ExitCode.LOST,
                        "the connection to PEER is lost: it has closed the connection in the middle"
                                + " of a packet");
    }

    @ParameterizedTest
    @ValueSource(strings = {"pub", "sub", "send", "receive"})
    void aPeerOfAnotherProtocol(final String command) throws Exception {
        final byte[] http = "HTTP/1.1 400 Bad Request\r\n\r\n".getBytes("US-ASCII");
        final Cli cli = against(List.of(http), command, "a");
        assertEquals(10, cli.code());
        assertTrue(
                cli.err()
                        .matches("sluice: the connection to PEER is lost: what it sends is no.*\n"),
                cli::err);
    }

    @Test
    void aPeerThatSaysNothingIsNotWaitedForLongerThanAsked() throws Exception {
        against(answers(""), "pub", "a", "--timeout=200ms")
                .fails(ExitCode.TIMED_OUT, "PEER has not answered CONNECT in time");
        against(answers(CONNACK, ""), "pub", "a", "--timeout=200ms")
                .fails(ExitCode.TIMED_OUT, "PEER has not sent the PUBACK in time");
        against(answers(""), "send", "a", "--timeout=200ms")
                .fails(ExitCode.TIMED_OUT, "PEER has not answered the header of AMQP 1.0 in time");
    }

    @Test
    void aPeerThatSendsWhatNobodyAskedFor() throws Exception {
        against(answers(CONNACK, "30 04 00 01 61 00"), "pub", "a")
                .fails(
                        ExitCode.LOST,
                        "the connection to PEER is lost: it sends a message that nobody has"
                                + " subscribed to");
        against(answers(CONNACK, "40 02 00 07"), "pub", "a")
                .fails(
                        ExitCode.LOST,
                        "the connection to PEER is lost: it sends PUBACK 7 where PUBACK 1 is due");
    }

    @Test
    void aRefusalIsNamed() throws Exception {
        against(answers("20 03 00 87 00"), "pub", "a")
                .fails(ExitCode.REFUSED, "PEER refuses the connection: 0x87 Not authorized");
        against(answers("20 02 00 05"), "pub", "a", "--v3")
                .fails(ExitCode.REFUSED, "PEER refuses the connection: 0x87 Not authorized");
        // A PUBACK with a reason code and a Reason String with a line feed in it.
        against(answers(CONNACK, "40 0A 00 01 97 06 1F 00 03 6E 0A 6F"), "pub", "a")
                .fails(
                        ExitCode.REFUSED,
                        "PEER refuses the message: PUBACK 0x97 Quota exceeded: n?o");
        against(answers(CONNACK, "E0 01 8E"), "sub", "a")
                .fails(
                        ExitCode.REFUSED,
                        "PEER ends the connection: DISCONNECT 0x8e Session taken over");
        against(
                        // Mechanisms PLAIN, as one symbol.
                        answers(
                                SASL_HEADER
                                        + "00 00 00 15 02 01 00 00 00 53 40 C0 08 01 A3 05"
                                        + "50 4C 41 49 4E"),
                        "send",
                        "a")
                .fails(ExitCode.REFUSED, "PEER wants a user and a password (no SASL ANONYMOUS)");
    }

    /** Whatever bytes come, and wherever they end: one line, one of four codes, no stack. */
    @Test
    void anythingAtAll() throws Exception {
        final long seed = System.nanoTime();
        System.out.println("HostilePeersTest seed " + seed);
        final Random random = new Random(seed);
        final List<String> commands = List.of("pub", "sub", "send", "receive");
        for (int i = 0; i < ROUNDS; i++) {
            final String command = commands.get(random.nextInt(4));
            final boolean isMqtt = random.nextInt(4) > 0 && command.length() == 3;
            final List<byte[]> answers = new ArrayList<>();
            if (random.nextBoolean()) {
                answers.add(hex(isMqtt ? CONNACK : SASL_HEADER));
            }
            for (int k = random.nextInt(3); k >= 0; k--) {
                final byte[] garbage = new byte[1 + random.nextInt(40)];
                random.nextBytes(garbage);
                if (random.nextBoolean()) {
                    garbage[0] = (byte) (random.nextInt(16) << 4 | garbage[0] & 2);
                    garbage[garbage.length > 1 ? 1 : 0] = (byte) (garbage.length - 2);
                }
                answers.add(garbage);
            }
            final List<String> arguments = new ArrayList<>(List.of(command, "a"));
            arguments.add("--timeout=2s");
            final Cli cli = against(answers, arguments.toArray(String[]::new));
            final String what = "seed " + seed + " round " + i + " " + command + ": " + cli;
            assertTrue(cli.code() == 0 || cli.code() >= 8 && cli.code() <= 10, what);
            assertTrue(cli.err().lines().count() <= 1, what);
            assertFalse(cli.err().contains("Exception"), what);
        }
    }

    @Test
    void nobodyListens() throws Exception {
        final int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        for (final String command : List.of("pub", "sub", "send", "receive")) {
            final List<String> all = new ArrayList<>(List.of(command, "a", "--port=" + port));
            sendsText(all);
            Cli.run(all.toArray(String[]::new))
                    .fails(
                            ExitCode.UNREACHABLE,
                            "cannot connect to 127.0.0.1:"
                                    + port
                                    + ": Connection refused; does it run there?");
        }
        Cli.run("sub", "--host=nobody.invalid", "a")
                .fails(
                        ExitCode.UNREACHABLE,
                        "cannot connect to nobody.invalid:1883: the name is not known");
    }
}
