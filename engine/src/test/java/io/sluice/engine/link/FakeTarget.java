package io.sluice.engine.link;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Where a test's messages go: accepts at once, or does as the test says. */
public final class FakeTarget implements Target {
    /** Taken, and not sent home yet. */
    public final List<Delivery> taken = new ArrayList<>();

    /** What {@code offer} says. */
    public boolean hasRoom = true;

    /** The outcome of what is offered; null to wait for the test. */
    public Outcome outcome = Outcome.ACCEPTED;

    /** How many were taken, ever. */
    public int count;

    private final Consumer<Delivery> onTaken;

    public FakeTarget(final Consumer<Delivery> onTaken) {
        this.onTaken = onTaken;
    }

    @Override
    public boolean hasRoom(final int length, final boolean waits) {
        return hasRoom;
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
    public void bringHome(final int index, final Outcome how) {
        taken.remove(index).goHome(how);
    }
}
