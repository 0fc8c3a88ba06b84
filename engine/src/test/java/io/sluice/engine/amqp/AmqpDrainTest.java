package io.sluice.engine.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.amqp.SenderSettleMode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A drain is answered by what the queue has, not by what it has read so far. */
class AmqpDrainTest {
    private static final String QUEUE = "queues/x";

    private AmqpWorld world;
    private FakePeer consumer;

    @AfterEach
    void everythingIsHome() {
        consumer.send(consumer.close.close()::encode);
        world.reads = true;
        world.expectsComplete();
    }

    /** So many messages are in the store, and nobody has looked yet. */
    private void begin(final int loops, final int messages) {
        world = new AmqpWorld(loops);
        world.fill(QUEUE, messages);
        world.crash();
        world.reads = false;
        consumer = world.peer(loops - 1);
        consumer.session().receiver(0, QUEUE, SenderSettleMode.SETTLED).read();
    }

    private void credit(final int count, final int credit, final boolean drain) {
        consumer.credit(0, count, credit, drain);
        world.settleDown();
    }

    /** Lets the store's reader go on; returns what the consumer hears after its last step. */
    private String readOn() {
        String last = "";
        for (int i = 0; i < 20; i++) {
            world.stepReader();
            final String said = consumer.read();
            if (!said.isEmpty()) {
                assertTrue(!last.contains("drain"), "more behind the drain: " + said);
                last = said;
            }
        }
        return last;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void waitsForThePageThatIsBeingRead(final int loops) {
        begin(loops, 3);
        credit(0, 10, true);
        consumer.expect("");
        assertTrue(readOn().endsWith("flow 0 count 10 credit 0 drain"));
        assertEquals(3, consumer.transfers());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void endsWhereTheCreditDoes(final int loops) {
        begin(loops, 5);
        credit(0, 2, true);
        consumer.expect("");
        assertTrue(readOn().endsWith("flow 0 count 2 credit 0 drain"));
        assertEquals(2, consumer.transfers());
    }

    /** The page was asked for by credit, and the drain comes while it is read. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void comesBehindTheCreditThatAsked(final int loops) {
        begin(loops, 3);
        credit(0, 10, false);
        credit(0, 10, true);
        consumer.expect("");
        assertTrue(readOn().endsWith("flow 0 count 10 credit 0 drain"));
        assertEquals(3, consumer.transfers());
    }

    /** Less credit before the page has come: no more comes, and what is left is not lost. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void sendsNoMoreThanTheCreditThatWasLeft(final int loops) {
        begin(loops, 5);
        credit(0, 5, false);
        credit(0, 1, false);
        readOn();
        assertEquals(1, consumer.transfers());
        credit(1, 9, true);
        assertTrue(readOn().endsWith("flow 0 count 10 credit 0 drain"));
        assertEquals(5, consumer.transfers());
    }

    /** The peer has changed its mind: no drain is answered, and the credit is good. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void isTakenBack(final int loops) {
        begin(loops, 2);
        credit(0, 10, true);
        credit(0, 10, false);
        final String last = readOn();
        assertTrue(!last.contains("drain"), last);
        assertEquals(2, consumer.transfers());
        world.reads = true;
        world.fill(QUEUE, 1);
        consumer.expect("transfer 0 id 2 settled");
    }

    /** Credit that is taken away and given again before anything has come. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void stopsAndGoesOn(final int loops) {
        begin(loops, 4);
        for (int i = 0; i < 3; i++) {
            credit(0, 3, false);
            credit(0, 0, true);
            consumer.expect("flow 0 count 0 credit 0 drain");
        }
        credit(0, 4, true);
        assertTrue(readOn().endsWith("flow 0 count 4 credit 0 drain"));
        assertEquals(4, consumer.transfers());
    }
}
