package io.sluice.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.engine.observe.Counter;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.qpid.protonj2.client.Client;
import org.apache.qpid.protonj2.client.ClientOptions;
import org.apache.qpid.protonj2.client.Connection;
import org.apache.qpid.protonj2.client.ConnectionOptions;
import org.apache.qpid.protonj2.client.Delivery;
import org.apache.qpid.protonj2.client.Message;
import org.apache.qpid.protonj2.client.Receiver;
import org.apache.qpid.protonj2.client.ReceiverOptions;
import org.apache.qpid.protonj2.client.Sender;
import org.apache.qpid.protonj2.client.exceptions.ClientLinkRemotelyClosedException;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the daemon's AMQP links promise, as a client of others sees it. */
@Timeout(60)
class AmqpLinksTest {
    private static final long PATIENCE_S = 20;

    @TempDir private Path data;

    private static Client container(final String id) {
        return Client.create(new ClientOptions().id(id));
    }

    private static Connection connect(final Client client, final RunningDaemon daemon)
            throws Exception {
        final ConnectionOptions options = new ConnectionOptions();
        options.reconnectEnabled(false);
        return client.connect(RunningDaemon.HOST, daemon.amqpPort(), options);
    }

    private static String text(final Delivery delivery) throws Exception {
        assertNotNull(delivery, "nothing has come");
        return (String) delivery.message().body();
    }

    /**
     * Eight containers, so that their loops are several. The new connection of each takes the link
     * from the old one, which is still there, and gets what the old one had not settled.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void goOnWhereAClientAttachesThemAgain(final int loops) throws Exception {
        try (RunningDaemon daemon = new RunningDaemon(data, loops)) {
            for (int i = 0; i < 8; i++) {
                try (Client old = container("container-" + i);
                        Client thief = container("container-" + i);
                        Connection before = connect(old, daemon);
                        Connection after = connect(thief, daemon)) {
                    takeOver(before, after, "queues/stolen-" + i);
                }
            }
            assertEquals(8, daemon.daemon().engine().count(Counter.LINKS_STOLEN));
            assertTrue(loops == 1 || daemon.daemon().engine().count(Counter.CONNECTIONS_MOVED) > 0);
        }
    }

    private static void takeOver(
            final Connection before, final Connection after, final String queue) throws Exception {
        final CompletableFuture<Throwable> lost = new CompletableFuture<>();
        final ReceiverOptions options = new ReceiverOptions().linkName("one");
        options.autoAccept(false).creditWindow(0);
        final Sender sender = before.openSender(queue);
        sender.send(Message.create("first")).awaitAccepted(PATIENCE_S, TimeUnit.SECONDS);
        sender.send(Message.create("second")).awaitAccepted(PATIENCE_S, TimeUnit.SECONDS);
        final Receiver old = before.openReceiver(queue, options);
        old.openFuture().get(PATIENCE_S, TimeUnit.SECONDS);
        old.addCredit(1);
        assertEquals("first", text(old.receive(PATIENCE_S, TimeUnit.SECONDS)));
        final Receiver thief = after.openReceiver(queue, options);
        thief.openFuture().get(PATIENCE_S, TimeUnit.SECONDS);
        CompletableFuture.runAsync(
                () -> {
                    try {
                        old.receive(PATIENCE_S, TimeUnit.SECONDS);
                        lost.complete(null);
                    } catch (final Exception e) {
                        lost.complete(e);
                    }
                });
        final Throwable told = lost.get(PATIENCE_S, TimeUnit.SECONDS);
        assertTrue(told instanceof ClientLinkRemotelyClosedException, () -> "told: " + told);
        assertEquals(
                "amqp:link:stolen",
                ((ClientLinkRemotelyClosedException) told).getErrorCondition().condition());
        thief.addCredit(2);
        final Delivery again = thief.receive(PATIENCE_S, TimeUnit.SECONDS);
        assertEquals("first", text(again));
        assertEquals(false, again.message().firstAcquirer());
        assertEquals(0, again.message().deliveryCount(), "a link that is stolen is no failure");
        again.accept();
        assertEquals("second", text(thief.receive(PATIENCE_S, TimeUnit.SECONDS)));
        thief.close();
    }

    /** What one consumer cannot deliver goes to the next, and counts if it has failed. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void giveToOthersWhatOneDeclines(final int loops) throws Exception {
        final String queue = "queues/declined";
        try (RunningDaemon daemon = new RunningDaemon(data, loops);
                Client client = container("one");
                Client other = container("other");
                Connection connection = connect(client, daemon);
                Connection next = connect(other, daemon)) {
            final Sender sender = connection.openSender(queue);
            for (final String text : new String[] {"first", "second"}) {
                sender.send(Message.create(text)).awaitAccepted(PATIENCE_S, TimeUnit.SECONDS);
            }
            final ReceiverOptions options = new ReceiverOptions();
            options.autoAccept(false).creditWindow(0);
            final Receiver declining = connection.openReceiver(queue, options);
            declining.addCredit(1);
            final Delivery first = declining.receive(PATIENCE_S, TimeUnit.SECONDS);
            assertEquals("first", text(first));
            first.modified(true, true);
            declining.addCredit(5);
            assertEquals("second", text(declining.receive(PATIENCE_S, TimeUnit.SECONDS)));
            declining.drain().get(PATIENCE_S, TimeUnit.SECONDS);
            assertNull(declining.tryReceive(), "what it has declined");
            final Receiver taking = next.openReceiver(queue, options);
            taking.addCredit(1);
            final Delivery again = taking.receive(PATIENCE_S, TimeUnit.SECONDS);
            assertEquals("first", text(again));
            assertEquals(1, again.message().deliveryCount());
            again.accept();
        }
    }
}
