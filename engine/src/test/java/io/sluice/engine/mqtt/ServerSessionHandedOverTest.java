package io.sluice.engine.mqtt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.mqtt.Wire;
import io.sluice.engine.link.Outcome;
import io.sluice.engine.link.Record;
import io.sluice.engine.observe.Counter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a client is sent at QoS 0 is settled when the kernel has it. */
class ServerSessionHandedOverTest {
    /** Of each message's packet. */
    private static final int LENGTH = Wire.bytes("30 .. 't' () `0123456789`").length;

    private final FakeLoop loop = new FakeLoop();
    private final FakeClient client = loop.client().connected("a");
    private final List<FakeMessage> messages = new ArrayList<>();

    ServerSessionHandedOverTest() {
        client.sends("82 .. 00 01 () '#' 00 'queues/q' 00 'queues/r' 01").wire.take();
        client.wire.slow = true;
    }

    @AfterEach
    void everythingComesHome() {
        if (!client.wire.closed) {
            client.drops();
        }
        loop.expectsComplete();
        assertTrue(messages.stream().allMatch(each -> each.outcomes.size() == 1));
    }

    private FakeMessage put(final String source) {
        final byte[] body = Wire.bytes("'t' () `0123456789`");
        final FakeMessage message = new FakeMessage(Record.FORMAT_MQTT, 0, body);
        messages.add(message);
        loop.directory.source(source).put(message);
        return message;
    }

    @Test
    void settlesWhatTheKernelHasAsAWholeAndDropsTheRestOfTheEvents() {
        for (int i = 0; i < 5; i++) {
            put("#");
        }
        loop.expectsMatchedHeld(5);
        client.wire.kernelTakes(2 * LENGTH + LENGTH - 1);
        loop.expectsMatchedHeld(3);
        loop.expects(Counter.MATCHED_SETTLED, 2);
        client.wire.kernelTakes(1);
        loop.expects(Counter.MATCHED_SETTLED, 3);
        client.drops();
        loop.expects(Counter.MATCHED_SETTLED, 3);
        loop.expects(Counter.MATCHED_DROPPED_CLOSED, 2);
        loop.expects(Counter.MATCHED_RETURNED, 0);
    }

    @Test
    void returnsAQueuesMessageThatIsNotGoneAsAFailedAttempt() {
        final FakeMessage gone = put("queues/q");
        final FakeMessage begun = put("queues/q");
        final FakeMessage last = put("queues/q");
        client.wire.kernelTakes(LENGTH + 1);
        assertEquals(List.of(Outcome.ACCEPTED), gone.outcomes);
        assertEquals(List.of(), begun.outcomes);
        client.drops();
        assertEquals(List.of(Outcome.FAILED), begun.outcomes);
        assertEquals(List.of(Outcome.FAILED), last.outcomes);
        loop.expects(Counter.QUEUE_SETTLED, 1);
        loop.expects(Counter.MATCHED_RETURNED, 2);
        loop.expects(Counter.MATCHED_DROPPED_CLOSED, 0);
    }

    @Test
    void settlesWhatIsTakenBetweenDisconnectAndTheEnd() {
        final FakeMessage queued = put("queues/q");
        put("#");
        client.sends("E0 00");
        assertTrue(client.wire.closed);
        loop.expectsMatchedHeld(2);
        client.wire.kernelTakes(2 * LENGTH);
        assertEquals(List.of(Outcome.ACCEPTED), queued.outcomes);
        client.expectsClosed();
        loop.expects(Counter.MATCHED_SETTLED, 2);
        loop.expects(Counter.MATCHED_DROPPED_CLOSED, 0);
    }

    @Test
    void releasesWhatIsNotTakenAfterDisconnect() {
        final FakeMessage queued = put("queues/q");
        client.sends("E0 00").expectsClosed();
        assertEquals(List.of(Outcome.RELEASED), queued.outcomes);
        loop.expects(Counter.MATCHED_RETURNED, 1);
    }

    @Test
    void settlesWhatIsTakenOfASubscriptionThatIsGone() {
        put("#");
        put("queues/q");
        client.sends("A2 .. 00 02 () '#' 'queues/q'");
        loop.expectsMatchedHeld(2);
        client.wire.kernelTakes(2 * LENGTH);
        loop.expects(Counter.MATCHED_SETTLED, 2);
    }

    @Test
    void shedsNoEarlierForWhatTheKernelHasNotTaken() {
        final int waitingMax = FakeLoop.LIMITS.subscriptions().waitingMax();
        for (int i = 0; i < 3 * waitingMax; i++) {
            put("#"); // the wire is not congested: none waits
        }
        loop.expectsMatchedHeld(3 * waitingMax);
        loop.expects(Counter.MATCHED_DROPPED_SLOW, 0);
        client.wire.congested = true;
        for (int i = 0; i < waitingMax; i++) {
            put("#");
        }
        loop.expects(Counter.MATCHED_DROPPED_SLOW, 0);
        loop.directory.source("#").consumer.onShed(1);
        assertEquals(0, loop.directory.source("#").demand, "waitingMax wait");
        client.drops();
        loop.expects(Counter.MATCHED_DROPPED_CLOSED, 4L * waitingMax);
        loop.expects(Counter.MATCHED_DROPPED_SLOW, 1);
    }

    @Test
    void leavesWhatIsAnsweredToItsAnswer() {
        final FakeMessage answered = put("queues/r");
        final FakeMessage notAnswered = put("queues/q");
        client.sends("40 02 00 01");
        assertEquals(List.of(Outcome.ACCEPTED), answered.outcomes);
        assertEquals(List.of(), notAnswered.outcomes);
        client.wire.kernelTakes(LENGTH + 2);
        assertEquals(List.of(), notAnswered.outcomes, "what was written before is taken first");
        client.wire.kernelTakes(LENGTH);
        loop.expects(Counter.MATCHED_SETTLED, 2);
    }
}
