package io.sluice.engine.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.Captures;
import io.sluice.engine.link.Home;
import io.sluice.engine.link.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What Qpid Proton and rhea once said to another server, said to ours. */
class AmqpCapturesTest {
    private static final String BROWSER = "amqp-rhea-filter";

    /** As much credit as the recorded servers gave at once, or more. */
    private static final AmqpLimits LIMITS =
            new AmqpLimits(
                    FakeLoop.LIMITS.frames(),
                    7,
                    7,
                    64,
                    new AmqpLimits.Messages(16 << 10, 32, 64 << 10),
                    FakeLoop.LIMITS.times());

    private FakeLoop loop;
    private final List<FakeMessage> sent = new ArrayList<>();

    /** All of them but one that wants to browse a queue, and goes on as if it did. */
    static List<String> sessions() {
        final List<String> names = new ArrayList<>(Captures.names("amqp-*"));
        assertTrue(names.remove(BROWSER));
        return names;
    }

    /** Says what the client said; each source that it attaches to has so many messages. */
    private String replay(final String name, final int stored, final int chunk) {
        loop = new FakeLoop(LIMITS, new Home.Limits(64, 16, 1 << 20));
        sent.clear();
        final FakePeer peer = loop.peer();
        peer.chunk = chunk;
        final StringBuilder said = new StringBuilder();
        int sources = 0;
        for (final Captures.Chunk bytes : Captures.load(name).chunks()) {
            if (bytes.direction() == Captures.Direction.CLIENT) {
                peer.send(bytes.bytes());
                for (; sources < loop.directory.sources.size(); sources++) {
                    put(loop.directory.sources.get(sources), stored);
                }
                said.append(peer.read()).append('\n');
            }
        }
        assertTrue(peer.wire.closed, "every one of them closes");
        loop.expectsComplete();
        return said.toString().replaceAll("\n+", "\n").strip();
    }

    private void put(final FakeSource source, final int count) {
        for (int i = 0; i < count; i++) {
            final FakeMessage message = FakeMessage.data(10);
            sent.add(message);
            source.put(message);
        }
    }

    private List<Outcome> outcomes() {
        final List<Outcome> outcomes = new ArrayList<>();
        sent.forEach(message -> outcomes.addAll(message.outcomes));
        return outcomes;
    }

    @ParameterizedTest
    @MethodSource("sessions")
    void understandsRealClients(final String name) {
        final String said = replay(name, 4, Integer.MAX_VALUE);
        final int messages = loop.directory.messages.size();
        assertFalse(said.contains("end amqp") || said.contains("close amqp"), said);
        assertEquals(said, replay(name, 4, 1), "a byte at a time");
        assertEquals(messages, loop.directory.messages.size());
    }

    @Test
    void takesWhatTheySend() {
        assertTrue(replay("amqp-proton-bodies", 0, 7).endsWith("23..23 settled accepted\nclose"));
        assertEquals(24, loop.directory.messages.size());
        assertTrue(replay("amqp-proton-abort", 0, 7).contains("receiver 1..1 settled accepted"));
        assertEquals(1, loop.directory.messages.size());
        final String refused = replay("amqp-rhea-bare-sections", 0, 7); // its footer is misplaced
        assertTrue(refused.contains("settled rejected amqp:decode-error"), refused);
    }

    @Test
    void hearsWhatTheySettle() {
        for (final String client : new String[] {"proton", "rhea"}) {
            replay("amqp-" + client + "-outcomes", 4, 7);
            assertEquals(
                    List.of(
                            Outcome.ACCEPTED,
                            Outcome.REJECTED,
                            Outcome.RELEASED,
                            Outcome.FAILED,
                            Outcome.ACCEPTED),
                    outcomes().subList(0, 5));
        }
        replay("amqp-rhea-merged", 3, 7);
        assertEquals(List.of(Outcome.ACCEPTED, Outcome.ACCEPTED, Outcome.ACCEPTED), outcomes());
        final String second = replay("amqp-rhea-second", 1, 7);
        assertTrue(second.contains("transfer 1 id 0\nsender 0..0 settled accepted"), second);
    }

    @Test
    void answersTheirDrains() {
        for (final String client : new String[] {"proton", "rhea"}) {
            final String said = replay("amqp-" + client + "-drain", 2, 7);
            final String drained =
                    "transfer 0 id 0\ntransfer 0 id 1\nflow 0 count 5 credit 0 drain\nclose";
            assertTrue(said.endsWith(drained), said);
            assertEquals(List.of(Outcome.ACCEPTED, Outcome.ACCEPTED), outcomes());
        }
    }

    @Test
    void refusesWhatItDoesNotHaveOnTheLinkAlone() {
        for (final String name :
                new String[] {"amqp-proton-transaction", "amqp-proton-dynamic", BROWSER}) {
            final String said = replay(name, 0, 7);
            assertTrue(said.contains(" null\ndetach 0 closed amqp:not-implemented"), said);
        }
        assertTrue(replay("amqp-rhea-plain", 0, 7).endsWith("outcome AUTH"));
    }
}
