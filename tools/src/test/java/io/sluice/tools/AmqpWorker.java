package io.sluice.tools;

import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.apache.qpid.protonj2.client.Client;
import org.apache.qpid.protonj2.client.Connection;
import org.apache.qpid.protonj2.client.ConnectionOptions;
import org.apache.qpid.protonj2.client.Delivery;
import org.apache.qpid.protonj2.client.DeliveryState;
import org.apache.qpid.protonj2.client.Message;
import org.apache.qpid.protonj2.client.Receiver;
import org.apache.qpid.protonj2.client.Sender;
import org.apache.qpid.protonj2.client.Tracker;

/** A worker over AMQP with unsettled transfers that uses all the credit it gets. */
final class AmqpWorker extends Worker {
    private static final long PATIENCE_S = 60;
    private static final int UNSETTLED_MAX = 500;

    private final Connection connection;
    private final Sender sender;
    private final Receiver receiver;
    private volatile boolean ended;

    AmqpWorker(
            final Client client,
            final int port,
            final String name,
            final String publishTo,
            final String consumeFrom,
            final int count)
            throws Exception {
        super(name, publishTo, consumeFrom, count);
        final ConnectionOptions options = new ConnectionOptions();
        options.reconnectEnabled(false);
        options.sendTimeout(TimeUnit.SECONDS.toMillis(PATIENCE_S));
        connection = client.connect(RunningDaemon.HOST, port, options);
        sender = connection.openSender(publishTo).openFuture().get();
        receiver = connection.openReceiver(consumeFrom).openFuture().get();
    }

    @Override
    void publishAll() throws Exception {
        final ArrayDeque<Tracker> trackers = new ArrayDeque<>();
        for (int i = next(); i >= 0; i = next()) {
            if (trackers.size() == UNSETTLED_MAX) {
                await(trackers.poll());
            }
            trackers.add(sender.send(Message.create(text(i).getBytes("UTF-8"))));
        }
        while (!trackers.isEmpty()) {
            await(trackers.poll());
        }
    }

    private void await(final Tracker tracker) throws Exception {
        tracker.awaitSettlement(PATIENCE_S, TimeUnit.SECONDS);
        if (tracker.remoteState().getType() != DeliveryState.Type.ACCEPTED) {
            throw new AssertionError("not accepted but " + tracker.remoteState().getType());
        }
        onSettled();
    }

    @Override
    void consume() throws Exception {
        while (!ended) {
            final Delivery delivery = receiver.receive(10, TimeUnit.MILLISECONDS);
            if (delivery != null) {
                onMessage(new String((byte[]) delivery.message().body(), "UTF-8"));
                delivery.accept();
            }
        }
    }

    @Override
    void end() throws Exception {
        ended = true;
        join();
        connection.close();
    }
}
