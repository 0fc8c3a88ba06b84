package io.sluice.engine.loop;

import io.sluice.engine.agent.Mail;

/** A connection on its way to its loop, accepted or moved. */
final class Arrival extends Mail {
    private final Connection connection;

    Arrival(final Connection connection) {
        this.connection = connection;
    }

    @Override
    protected void onArrival() {
        connection.arrive();
    }
}
