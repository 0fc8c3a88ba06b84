package io.sluice.engine.mqtt;

import io.sluice.engine.link.Delivery;
import io.sluice.engine.link.Outcome;
import io.sluice.engine.link.Record;
import io.sluice.engine.link.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Where a test's messages go: accepts at once, or does as the test says. */
final class FakeTarget implements Target {
    /** Taken, and not sent home yet. */
    final List<Delivery> taken = new ArrayList<>();

    /** What {@code offer} says. */
    boolean hasRoom = true;

    /** The outcome of what is offered; null to wait for the test. */
    Outcome outcome = Outcome.ACCEPTED;

    /** How many were taken, ever. */
    int count;

    private final Consumer<Delivery> onTaken;

    FakeTarget(final Consumer<Delivery> onTaken) {
        this.onTaken = onTaken;
    }

    @Override
    public boolean offer(final Delivery delivery) {
        if (!hasRoom) {
            return false;
        }
        final boolean intact =
                Record.isIntact(
                        delivery.buffer(),
                        delivery.offset(),
                        delivery.length(),
                        delivery.home().checksum());
        assert intact;
        count++;
        onTaken.accept(delivery);
        if (outcome == null) {
            taken.add(delivery);
        } else {
            delivery.goHome(outcome);
        }
        return true;
    }

    @Override
    public void onFreed(final Delivery delivery) {
        assert !taken.contains(delivery);
    }

    /** The n-th that is still out comes home. */
    void bringHome(final int index, final Outcome how) {
        taken.remove(index).goHome(how);
    }
}
