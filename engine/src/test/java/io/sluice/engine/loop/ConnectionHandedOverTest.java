package io.sluice.engine.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.engine.link.Home;
import io.sluice.engine.link.Outcome;
import io.sluice.engine.observe.Counter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.agrona.MutableDirectBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is settled by being written, over a network that takes as much as its peer reads. */
class ConnectionHandedOverTest {
    private static final int PACKET = 100;
    private static final int MANY = 70;

    private final List<Sender> made = new ArrayList<>();
    private SimLoops sim;
    private SimNetwork.Peer peer;

    /** Answers each packet with a message of a queue that nobody settles. */
    private static final class Sender extends Packets {
        private final HandedOver handedOver;
        private final List<SentMessage> messages = new ArrayList<>();

        Sender(final Wire wire, final Home home) {
            super(wire);
            handedOver = new HandedOver(wire, home.counters());
        }

        @Override
        void onPacket(final MutableDirectBuffer buffer, final int offset, final int length) {
            super.onPacket(buffer, offset, length);
            final SentMessage message = new SentMessage();
            message.written();
            messages.add(message);
            handedOver.add(message, true);
        }

        private List<Outcome> outcomes() {
            return messages.stream().map(message -> message.outcome).toList();
        }
    }

    private void start(final long seed) throws IOException {
        sim =
                new SimLoops(
                        1,
                        seed,
                        (wire, home, nowNs) -> {
                            made.add(new Sender(wire, home));
                            return made.get(made.size() - 1);
                        });
        peer = sim.connect();
    }

    private Sender sender() {
        return made.get(0);
    }

    private void send(final int count) {
        for (int i = 0; i < count; i++) {
            sim.send(peer, Packets.packet(PACKET - Integer.BYTES));
        }
        assertEquals(count, sender().messages.size());
    }

    /** So many are settled and the others have this outcome, null for none. */
    private void expects(final int settled, final Outcome others) {
        final List<Outcome> expected = new ArrayList<>();
        for (int i = 0; i < sender().messages.size(); i++) {
            expected.add(i < settled ? Outcome.ACCEPTED : others);
        }
        assertEquals(expected, sender().outcomes());
        assertEquals(settled, sim.count(Counter.MATCHED_SETTLED));
    }

    /** How many the network has as a whole: the peer's, and those in the pipe. */
    private int handed() {
        return (int) (MANY * PACKET - sender().wire.bytesQueued()) / PACKET;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void settlesWhatTheNetworkHasAndFailsTheRestOfAResetConnection(final long seed)
            throws IOException {
        start(seed);
        send(MANY);
        expects(handed(), null);
        assertTrue(handed() >= 30 && handed() < MANY, handed() + " of " + MANY);
        for (int i = 0; i < 7; i++) {
            peer.take(150);
            sim.run();
            expects(handed(), null);
        }
        final int handed = handed();
        peer.reset();
        sim.run();
        expects(handed, Outcome.FAILED);
        assertEquals(MANY - handed, sim.count(Counter.MATCHED_RETURNED));
        sim.assertNothingLeft();
    }

    @Test
    void settlesAtTheEndOfTheCycleWhatIsTakenAtOnce() throws IOException {
        start(5);
        send(20);
        expects(20, null);
        peer.reset();
        sim.run();
        expects(20, null);
        sim.assertNothingLeft();
    }

    @Test
    void settlesWhatIsTakenAfterAClose() throws IOException {
        start(6);
        send(MANY);
        sender().wire.close();
        sim.run();
        assertTrue(handed() < MANY);
        while (peer.take(500).length > 0) {
            sim.run();
        }
        expects(MANY, null);
        peer.end();
        sim.run();
        sim.assertNothingLeft();
    }

    @Test
    void returnsWhatIsNotTakenInTimeAfterACloseInOrder() throws IOException {
        start(7);
        send(MANY);
        sender().handedOver.endsInOrder();
        sender().wire.close();
        peer.take(1_000);
        sim.run();
        final int handed = handed();
        sim.pass(SimLoops.SMALL.times().closeNs() + 1);
        expects(handed, Outcome.RELEASED);
        sim.assertNothingLeft();
    }

    @Test
    void settlesWhatAPeerTakesThatHasEndedItsSide() throws IOException {
        start(8);
        send(MANY);
        peer.end();
        sim.run();
        assertEquals(CloseCause.PEER, sender().closed);
        expects(handed(), null);
        while (peer.take(500).length > 0) {
            sim.run();
        }
        expects(MANY, null);
        sim.assertNothingLeft();
    }

    @Test
    void failsWhatIsWrittenToAnAbortedWire() throws IOException {
        start(9);
        send(10);
        sender().wire.abort();
        final MutableDirectBuffer room = sender().wire.claim(PACKET);
        room.setMemory(sender().wire.claimOffset(), PACKET, (byte) 0);
        sender().wire.commit(PACKET);
        final SentMessage late = new SentMessage();
        late.written();
        sender().handedOver.add(late, true);
        sim.run();
        expects(10, null);
        assertEquals(Outcome.FAILED, late.outcome);
        sim.assertNothingLeft();
    }

    @Test
    void endsWithTheLoop() throws IOException {
        start(10);
        send(MANY);
        final int handed = handed();
        sim.loop().onClose();
        expects(handed, Outcome.FAILED);
        assertEquals(CloseCause.SHUTDOWN, sender().closed);
    }
}
