package io.sluice.engine.amqp;

import io.sluice.codec.wire.Slice;
import io.sluice.engine.link.Consumer;
import io.sluice.engine.link.Delivery;
import io.sluice.engine.link.Directory;
import io.sluice.engine.link.FakeTarget;
import io.sluice.engine.link.Record;
import io.sluice.engine.link.Source;
import io.sluice.engine.link.Target;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;

/** Queues under {@code queues/}, events elsewhere, nothing under {@code queues/closed}. */
final class FakeDirectory implements Directory {
    final FakeTarget target = new FakeTarget(this::onTaken);
    final List<FakeSource> sources = new ArrayList<>();

    /** What was sent, and where. */
    final List<FakeMessage> messages = new ArrayList<>();

    final List<String> addresses = new ArrayList<>();

    /** Whether the other loops hear of a subscription at once. */
    boolean readyAtOnce = true;

    /** Keeps no list of what was sent. */
    boolean forgetful;

    private static String text(final DirectBuffer buffer, final int offset, final int length) {
        return new Slice().wrap(buffer, offset, length).toString();
    }

    private void onTaken(final Delivery delivery) {
        if (forgetful) {
            return;
        }
        messages.add(new FakeMessage(delivery.buffer(), delivery.offset(), delivery.length()));
        final DirectBuffer buffer = delivery.buffer();
        addresses.add(
                text(
                        buffer,
                        Record.addressOffset(buffer, delivery.offset()),
                        Record.addressLength(buffer, delivery.offset())));
    }

    @Override
    public Target target(final DirectBuffer address, final int offset, final int length) {
        final String name = text(address, offset, length);
        return name.startsWith("queues/closed") || name.equals("queues/") ? null : target;
    }

    @Override
    public Source queue(
            final DirectBuffer address,
            final int offset,
            final int length,
            final Consumer consumer) {
        final String name = text(address, offset, length);
        return name.startsWith("queues/closed") ? null : add(name, consumer, true, null);
    }

    @Override
    public Source events(
            final DirectBuffer filter,
            final int offset,
            final int length,
            final Consumer consumer,
            final Runnable onReady) {
        final FakeSource source = add(text(filter, offset, length), consumer, false, onReady);
        if (readyAtOnce) {
            onReady.run();
        }
        return source;
    }

    private FakeSource add(
            final String name,
            final Consumer consumer,
            final boolean queue,
            final Runnable onReady) {
        final FakeSource source = new FakeSource(name, consumer, queue, onReady);
        sources.add(source);
        return source;
    }

    @Override
    public boolean isQueue(final DirectBuffer address, final int offset, final int length) {
        return text(address, offset, length).startsWith("queues/");
    }

    FakeSource source(final String name) {
        return sources.stream()
                .filter(each -> each.name.equals(name) && !each.closed)
                .findFirst()
                .orElseThrow();
    }
}
