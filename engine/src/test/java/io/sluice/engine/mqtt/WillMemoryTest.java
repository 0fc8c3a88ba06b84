package io.sluice.engine.mqtt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.engine.link.Home;
import io.sluice.engine.observe.Counter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Wills cost memory as long as their clients live: no client can take all of it, nor the dead. */
class WillMemoryTest {
    private static final String LARGE = "w".repeat(2_000);

    /** 32 KiB for wills, which are 15 large ones. */
    private final FakeLoop loop = new FakeLoop(FakeLoop.LIMITS, new Home.Limits(64, 16, 1 << 16));

    private final List<FakeClient> clients = new ArrayList<>();

    private FakeClient withWill(final int number) {
        final FakeClient client = loop.client();
        client.sends("10 .. 'MQTT' 05 0E 00 3C () 'c" + number + "' () 'w' '" + LARGE + "'");
        return client;
    }

    private void connectAll(final int count) {
        for (int i = 0; i < count; i++) {
            final FakeClient client = withWill(i).expectsOpen();
            client.wire.take();
            clients.add(client);
        }
    }

    private void expectsNothingTaken() {
        loop.expectsComplete();
        assertEquals(0, loop.server.wills().bytesTaken());
    }

    @Test
    void refusesAWillThatThereIsNoMemoryFor() {
        connectAll(15);
        withWill(99).expects("20 03 00 97 00").expectsClosed();
        loop.client()
                .sends("10 .. 'MQTT' 04 0E 00 3C 'old' 'w' '" + LARGE + "'")
                .expects("20 02 00 03")
                .expectsClosed();
        loop.expects(Counter.CONNECTIONS_REFUSED_HANDSHAKE, 2);
        loop.client().connected("without").drops();
        clients.get(0).sends("E0 00").expectsClosed(); // its will is of no use any more
        clients.set(0, withWill(99).expectsOpen());
        clients.forEach(FakeClient::drops);
        assertEquals(15, loop.directory.target.count);
        expectsNothingTaken();
    }

    @Test
    void takesNoDeliveryWhileItWaits() {
        loop.directory.target.hasRoom = false;
        connectAll(5);
        clients.forEach(FakeClient::drops);
        assertTrue(loop.home.isComplete(), loop.home::toString);
        loop.expectsHeld(5);
        loop.directory.target.hasRoom = true;
        loop.home.madeRoom();
        loop.step();
        loop.expects(Counter.MESSAGES_ACCEPTED, 5);
        expectsNothingTaken();
    }

    @Test
    void leavesTheMemoryToTheLiving() {
        loop.directory.target.hasRoom = false;
        connectAll(15);
        clients.forEach(FakeClient::drops);
        loop.expects(Counter.MESSAGES_DROPPED_NO_ROOM, 8);
        loop.expectsHeld(7);
        connectAll(7);
        clients.subList(15, 22).forEach(client -> client.sends("E0 00").expectsClosed());
        loop.directory.target.hasRoom = true;
        loop.home.madeRoom();
        loop.step();
        loop.expects(Counter.MESSAGES_ACCEPTED, 7);
        expectsNothingTaken();
    }
}
