package io.sluice.engine.broker;

import io.sluice.engine.link.Consumer;
import io.sluice.engine.link.Outcome;
import io.sluice.engine.link.Outgoing;
import io.sluice.engine.link.Source;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.agrona.concurrent.UnsafeBuffer;

/** Takes from one queue or filter and settles when, and as, it is told. */
final class StepConsumer implements Consumer {
    final List<String> accepted = new ArrayList<>();
    final List<String> seen = new ArrayList<>();
    long shed;
    int drained;
    boolean ready;
    int demand;

    private final List<Outgoing> held = new ArrayList<>();
    private final List<String> heldTexts = new ArrayList<>();
    private final UnsafeBuffer address;
    private Source source;

    /** Places that any consumer has seen, over all lives of the world. */
    private Set<String> witnessed = new HashSet<>();

    /** Told as seen before, by what they say. */
    final Set<String> redelivered = new HashSet<>();

    StepConsumer(final String address) {
        this.address = new UnsafeBuffer(address.getBytes(StandardCharsets.UTF_8));
    }

    StepConsumer attach(final BrokerLoop broker) {
        source =
                broker.isQueue(address, 0, address.capacity())
                        ? broker.queue(address, 0, address.capacity(), this)
                        : broker.events(address, 0, address.capacity(), this, () -> ready = true);
        return this;
    }

    /** Shares what was seen with others: it must never be told as new again. */
    StepConsumer witness(final Set<String> places) {
        witnessed = places;
        return this;
    }

    String filter() {
        return address.getStringWithoutLengthUtf8(0, address.capacity());
    }

    Source source() {
        return source;
    }

    void demand(final int count) {
        demand = count;
        source.demand(count);
    }

    @Override
    public void onOutgoing(final Outgoing message) {
        if (demand <= 0) {
            throw new AssertionError("handed over without demand");
        }
        demand--;
        final String text = StepProducer.textOf(message);
        seen.add(text);
        if (message.isRedelivered()) {
            redelivered.add(text);
        }
        final boolean isNew = witnessed.add(filter() + " " + message.sequence());
        if (!isNew && !message.isRedelivered() && filter().startsWith("queues/")) {
            throw new AssertionError("seen before and told as new: " + text);
        }
        heldTexts.add(text);
        message.written();
        held.add(message);
    }

    @Override
    public void onDrained() {
        drained++;
        demand = 0;
    }

    @Override
    public void onShed(final long count) {
        shed += count;
    }

    int held() {
        return held.size();
    }

    void settle(final int index, final Outcome outcome) {
        final Outgoing message = held.remove(index);
        final String text = heldTexts.remove(index);
        if (outcome == Outcome.ACCEPTED) {
            accepted.add(text);
        }
        message.settle(outcome);
    }

    void settleAll(final Outcome outcome) {
        while (!held.isEmpty()) {
            settle(0, outcome);
        }
    }

    /** One of what it holds, mostly accepted. */
    void settleOne(final Random random) {
        if (!held.isEmpty()) {
            final int dice = random.nextInt(10);
            settle(
                    random.nextInt(held.size()),
                    dice < 7 ? Outcome.ACCEPTED : dice < 9 ? Outcome.RELEASED : Outcome.FAILED);
        }
    }

    void close() {
        source.close();
        settleAll(Outcome.RELEASED);
    }

    void onCrash() {
        held.clear();
        heldTexts.clear();
        demand = 0;
    }
}
