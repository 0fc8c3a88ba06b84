package io.sluice.engine.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.amqp.DispositionEncoder;
import io.sluice.codec.amqp.SenderSettleMode;
import io.sluice.engine.link.FakeTarget;
import io.sluice.engine.link.Home;
import io.sluice.engine.link.Outcome;
import io.sluice.engine.observe.Counter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever a peer and the nodes do, everything comes home, once. */
class AmqpRandomTest {
    private static final int STEPS = 400;
    private static final int LINKS = 3;
    private static final Outcome[] OUTCOMES = {
        Outcome.ACCEPTED, Outcome.ACCEPTED, Outcome.REJECTED, Outcome.RELEASED, Outcome.NO_ROOM
    };

    private final FakeLoop loop = new FakeLoop(FakeLoop.LIMITS, new Home.Limits(12, 4, 1 << 17));
    private final List<FakeMessage> messages = new ArrayList<>();
    private Random random;
    private FakePeer peer;
    private int deliveryId;
    private boolean[] attached;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
    void bringsEverythingHome(final long seed) {
        random = new Random(seed);
        for (int round = 0; round < 40; round++) {
            peer = loop.peer();
            peer.session(random.nextBoolean() ? 512 : 1 << 16, 1 + random.nextInt(50));
            attached = new boolean[2 * LINKS];
            for (int i = 0; i < STEPS && !peer.wire.closed; i++) {
                step();
                answerEnd();
            }
            end();
        }
        for (final Counter counter : Counter.values()) {
            final boolean isOfMessages =
                    !counter.label().startsWith("stored_") // the broker counts them
                            && !counter.isGauge() // and the loop this
                            && counter.ordinal() >= Counter.MESSAGES_RECEIVED.ordinal()
                            && counter.ordinal() <= Counter.MATCHED_DROPPED_CLOSED.ordinal();
            assertTrue(!isOfMessages || loop.count(counter) > 0, counter::label);
        }
    }

    private void step() {
        final int link = random.nextInt(LINKS);
        final int consumer = LINKS + random.nextInt(LINKS);
        switch (random.nextInt(12)) {
            case 0, 1 -> attach(random.nextInt(2 * LINKS));
            case 2, 3 -> produce(link);
            case 4 -> consume();
            case 5 -> credit(consumer);
            case 6, 7 -> settle();
            case 8 -> bringHome();
            case 9 -> loop.directory.target.outcome = flip(2) ? null : Outcome.ACCEPTED;
            case 10 -> room();
            default -> rarely(random.nextInt(2 * LINKS));
        }
    }

    /** The server has ended the session: begins another one. */
    private void answerEnd() {
        if (peer.read().contains("end ")) {
            begin();
        }
    }

    private void begin() {
        peer.send(peer.close.end(0)::encode);
        peer.begun();
        peer.send(peer.begin::encode);
        attached = new boolean[2 * LINKS];
    }

    private boolean flip(final int oneIn) {
        return random.nextInt(oneIn) == 0;
    }

    private void credit(final int handle) {
        if (attached[handle]) {
            peer.credit(handle, random.nextInt(30), random.nextInt(9), flip(4));
        }
    }

    private void attach(final int handle) {
        if (attached[handle] && !flip(50)) {
            return;
        }
        attached[handle] = true;
        final SenderSettleMode mode =
                handle == 0 ? SenderSettleMode.MIXED : SenderSettleMode.values()[handle % 2];
        if (handle < LINKS) {
            peer.sender(handle, flip(30) ? "closed" : "x", mode);
        } else {
            peer.receiver(handle, (flip(2) ? "queues/" : "events/") + handle, mode);
        }
    }

    private void produce(final int link) {
        if (!attached[link] && !flip(50)) {
            return;
        }
        final byte[] message = FakePeer.data(random.nextInt(3_000));
        final boolean settled = link == 0 ? flip(2) : link == 1;
        if (flip(2)) {
            peer.message(link, deliveryId++, message, settled);
            return;
        }
        final int cut = random.nextInt(message.length);
        peer.send(
                peer.first(link, deliveryId++, Arrays.copyOf(message, cut))
                                .settled(settled)
                                .more(true)
                        ::encode);
        if (flip(8)) {
            peer.send(peer.next(link, new byte[0]).aborted(true)::encode);
        } else if (!flip(20)) {
            final byte[] rest = Arrays.copyOfRange(message, cut, message.length);
            peer.send(peer.next(link, rest)::encode);
        }
    }

    private void consume() {
        for (final FakeSource source : List.copyOf(loop.directory.sources)) {
            if (!source.closed && flip(2)) {
                final FakeMessage message = FakeMessage.data(random.nextInt(2_000));
                messages.add(flip(4) ? message.redelivered(1) : message);
                source.put(message);
            }
        }
    }

    private void settle() {
        final int first = random.nextInt(60) - 5;
        final DispositionEncoder disposition = peer.settle(first, first + random.nextInt(5));
        disposition.settled(flip(2));
        switch (random.nextInt(4)) {
            case 0 -> disposition.state().accepted();
            case 1 -> disposition.state().rejected();
            case 2 -> disposition.state().released();
            default -> disposition.state().modified(flip(2), flip(2));
        }
        peer.send(disposition::encode);
    }

    private void bringHome() {
        final FakeTarget target = loop.directory.target;
        while (!target.taken.isEmpty() && !flip(4)) {
            final Outcome outcome = flip(99) ? Outcome.UNKNOWN : OUTCOMES[random.nextInt(5)];
            target.bringHome(random.nextInt(target.taken.size()), outcome);
        }
        loop.step();
    }

    private void room() {
        loop.directory.target.hasRoom = !flip(3);
        loop.home.madeRoom();
        loop.step();
        peer.wire.congested = flip(5);
        if (!peer.wire.congested) {
            peer.connection.onWritable(loop.nowNs);
        }
    }

    private void rarely(final int handle) {
        if (flip(4) && attached[handle]) {
            attached[handle] = false;
            peer.send(peer.detach.clear().handle(handle).closed(flip(2))::encode);
        } else if (flip(30)) {
            begin();
        } else {
            peer.send(
                    peer.flow
                                    .clear()
                                    .nextIncomingId(peer.transfers())
                                    .incomingWindow(random.nextInt(20))
                                    .nextOutgoingId(peer.transfersSent())
                                    .echo(flip(2))
                            ::encode);
        }
    }

    private void end() {
        if (!peer.wire.closed && flip(2)) {
            peer.send(peer.close.close()::encode);
        } else if (!peer.wire.closed) {
            peer.lose();
        }
        loop.directory.target.hasRoom = true;
        loop.directory.target.outcome = Outcome.ACCEPTED;
        while (!loop.directory.target.taken.isEmpty()) {
            bringHome();
        }
        loop.home.madeRoom();
        loop.step();
        loop.expectsComplete();
        int held = 0;
        for (final FakeMessage message : messages) {
            held += message.isWritten() == message.outcomes.isEmpty() ? 1 : 0;
        }
        assertEquals(0, held, "written and not settled");
        messages.clear();
        loop.directory.sources.clear();
    }
}
