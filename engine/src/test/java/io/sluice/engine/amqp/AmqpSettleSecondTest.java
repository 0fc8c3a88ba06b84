package io.sluice.engine.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.amqp.DispositionEncoder;
import io.sluice.codec.amqp.ReceiverSettleMode;
import io.sluice.codec.amqp.SenderSettleMode;
import io.sluice.engine.observe.Counter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A receiver that settles second is answered by what is so for good (part 2 section 2.6.12). */
class AmqpSettleSecondTest {
    private static final String QUEUE = "queues/x";

    /** Steps of the store: hear of it, collect when it has lingered, apply, sync, report. */
    private static final int COMMIT = 5;

    private final AmqpWorld world = new AmqpWorld(2);

    @AfterEach
    void everythingIsHome() {
        world.writes = true;
        world.reads = true;
        world.expectsComplete();
    }

    private FakePeer consumer(final ReceiverSettleMode mode, final int count) {
        final FakePeer consumer = world.peer(1);
        consumer.receiverMode = mode;
        consumer.session().receiver(0, QUEUE, SenderSettleMode.UNSETTLED).read();
        consumer.credit(0, 0, count);
        world.settleDown();
        return consumer;
    }

    private static DispositionEncoder unsettled(
            final FakePeer consumer, final int first, final int last) {
        return consumer.settle(first, last).settled(false);
    }

    private static void accept(final FakePeer consumer, final int first, final int last) {
        unsettled(consumer, first, last).state().accepted();
        consumer.send(consumer.disposition::encode);
    }

    /** How many messages a consumer finds that comes after a crash, each marked as seen. */
    private int crashed() {
        world.crash();
        final FakePeer next = world.peer(0);
        next.session().receiver(0, QUEUE, SenderSettleMode.SETTLED).read();
        next.credit(0, 0, 10, true);
        world.settleDown();
        final String said = next.read();
        final int found = next.transfers();
        assertTrue(said.endsWith("flow 0 count 10 credit 0 drain"), said);
        assertTrue(found == 0 || !next.header().firstAcquirer());
        next.lose();
        return found;
    }

    @Test
    void isAnsweredAfterTheCommit() {
        world.fill(QUEUE, 1);
        final FakePeer consumer = consumer(ReceiverSettleMode.SECOND, 1);
        consumer.expect("transfer 0 id 0");
        world.writes = false;
        accept(consumer, 0, 0);
        world.settleDown();
        for (int i = 1; i < COMMIT; i++) {
            world.stepStore();
            consumer.expect("");
        }
        world.stepStore();
        consumer.expect("sender 0..0 settled accepted");
        assertEquals(0, world.store.records());
        world.expects(Counter.MATCHED_SETTLED, 1);
        consumer.lose();
    }

    /** Whatever the moment of the crash: who was answered does not see it again. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5})
    void findsItAgainIfACrashComesBeforeTheCommit(final int steps) {
        world.fill(QUEUE, 1);
        final FakePeer consumer = consumer(ReceiverSettleMode.SECOND, 1);
        consumer.expect("transfer 0 id 0");
        world.writes = false;
        accept(consumer, 0, 0);
        world.settleDown();
        for (int i = 0; i < steps; i++) {
            world.stepStore();
        }
        final boolean isAnswered = !consumer.read().isEmpty();
        assertEquals(steps == COMMIT, isAnswered);
        final boolean isSynced = steps >= COMMIT - 1;
        assertEquals(isSynced ? 0 : 1, crashed());
    }

    /** Who settles first is answered at once, and may see it again. */
    @Test
    void isAnsweredAtOnceInModeFirst() {
        world.fill(QUEUE, 1);
        final FakePeer consumer = consumer(ReceiverSettleMode.FIRST, 1);
        world.writes = false;
        consumer.expect("transfer 0 id 0");
        accept(consumer, 0, 0);
        consumer.expect("sender 0..0 settled accepted");
        assertEquals(1, crashed());
    }

    @Test
    void isAnsweredInRangesWithTheStateThatItSaid() {
        world.fill(QUEUE, 8);
        final FakePeer consumer = consumer(ReceiverSettleMode.SECOND, 8);
        consumer.read();
        world.writes = false;
        accept(consumer, 0, 1);
        accept(consumer, 2, 3);
        unsettled(consumer, 4, 4).state().rejected();
        consumer.send(consumer.disposition::encode);
        unsettled(consumer, 5, 6).state().modified(true, false);
        consumer.send(consumer.disposition::encode);
        world.settleDown();
        consumer.expect("");
        unsettled(consumer, 7, 7).state().released(); // of which nothing is written
        consumer.send(consumer.disposition::encode).expect("sender 7..7 settled released");
        world.writes = true;
        world.settleDown();
        consumer.expect(
                "sender 0..3 settled accepted",
                "sender 4..4 settled rejected",
                "sender 5..6 settled modified");
        assertEquals(3, world.store.records());
        assertEquals(1, world.store.deadLetters());
        consumer.lose();
    }

    @Test
    void isNotAnsweredIfItSettledByItself() {
        world.fill(QUEUE, 1);
        final FakePeer consumer = consumer(ReceiverSettleMode.SECOND, 1);
        consumer.expect("transfer 0 id 0");
        consumer.settle(0, 0).state().accepted();
        consumer.send(consumer.disposition::encode);
        world.settleDown();
        consumer.expect("");
        assertEquals(0, world.store.records());
        consumer.lose();
    }

    /** What nobody is there to be told is done all the same. */
    @ParameterizedTest
    @ValueSource(strings = {"detach", "end", "lost"})
    void isDoneThoughTheLinkIsGone(final String end) {
        world.fill(QUEUE, 1);
        final FakePeer consumer = consumer(ReceiverSettleMode.SECOND, 1);
        consumer.expect("transfer 0 id 0");
        world.writes = false;
        accept(consumer, 0, 0);
        switch (end) {
            case "detach" ->
                    consumer.send(consumer.detach.clear().handle(0).closed(true)::encode)
                            .expect("detach 0 closed");
            case "end" -> consumer.send(consumer.close.end(0)::encode).expect("end");
            default -> consumer.lose();
        }
        world.writes = true;
        world.settleDown();
        consumer.expect("");
        assertEquals(0, world.store.records());
        if (!consumer.wire.closed) {
            consumer.lose();
        }
    }

    /** What is not answered counts as unsettled: the limit of a link is 8. */
    @Test
    void takesItsPlaceUntilItIsAnswered() {
        world.fill(QUEUE, 9);
        final FakePeer consumer = consumer(ReceiverSettleMode.SECOND, 20);
        assertEquals(8, consumer.read().lines().count());
        world.writes = false;
        accept(consumer, 0, 7);
        world.settleDown();
        consumer.expect("");
        world.writes = true;
        world.settleDown();
        consumer.expect("sender 0..7 settled accepted", "transfer 0 id 8");
        consumer.lose();
    }

    /** Of an event nothing is written. */
    @Test
    void isAnsweredAtOnceOfEvents() {
        final FakePeer consumer = world.peer(1);
        consumer.receiverMode = ReceiverSettleMode.SECOND;
        consumer.session().receiver(0, "events/e", SenderSettleMode.UNSETTLED);
        consumer.credit(0, 0, 1);
        world.settleDown();
        consumer.expect("attach 0 sender");
        world.writes = false;
        final FakePeer producer = world.peer(0);
        producer.session().sender(0, "events/e", SenderSettleMode.SETTLED).read();
        producer.message(0, 0, FakePeer.data(1), true);
        world.settleDown();
        consumer.expect("transfer 0 id 0");
        accept(consumer, 0, 0);
        consumer.expect("sender 0..0 settled accepted");
        consumer.lose();
        producer.lose();
    }
}
