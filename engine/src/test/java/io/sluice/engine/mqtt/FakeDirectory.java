package io.sluice.engine.mqtt;

import io.sluice.codec.mqtt.TopicFilter;
import io.sluice.codec.wire.Slice;
import io.sluice.engine.link.Consumer;
import io.sluice.engine.link.Delivery;
import io.sluice.engine.link.Directory;
import io.sluice.engine.link.FakeTarget;
import io.sluice.engine.link.Record;
import io.sluice.engine.link.Source;
import io.sluice.engine.link.Target;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;

/** Queues under {@code queues/}, events elsewhere, nothing under {@code closed/}. */
final class FakeDirectory implements Directory {
    final FakeTarget target = new FakeTarget(this::onTaken);
    final List<FakeSource> sources = new ArrayList<>();

    /** What was published, as topics. */
    final List<String> topics = new ArrayList<>();

    /** Whether the other loops hear of a subscription at once. */
    boolean readyAtOnce = true;

    /** Keeps no list of what was published. */
    boolean forgetful;

    private static String text(final DirectBuffer buffer, final int offset, final int length) {
        return new Slice().wrap(buffer, offset, length).toString();
    }

    private void onTaken(final Delivery delivery) {
        if (forgetful) {
            return;
        }
        final int body = Record.bodyOffset(delivery.offset());
        final int length = delivery.buffer().getShort(body, ByteOrder.BIG_ENDIAN);
        final Slice topic = new Slice().wrap(delivery.buffer(), body + 2, length);
        topics.add(topic.toString());
        for (final FakeSource source : List.copyOf(sources)) {
            if (!source.closed && TopicFilter.matches(Slice.ofUtf8(source.name), topic)) {
                source.put(
                        new FakeMessage(delivery.buffer(), delivery.offset(), delivery.length()));
            }
        }
    }

    @Override
    public Target target(final DirectBuffer address, final int offset, final int length) {
        if (forgetful) {
            return target;
        }
        final String name = text(address, offset, length);
        return name.startsWith("closed/") || name.equals("queues/") ? null : target;
    }

    @Override
    public Source queue(
            final DirectBuffer address,
            final int offset,
            final int length,
            final Consumer consumer) {
        final String name = text(address, offset, length);
        return name.equals("queues/") ? null : add(name, consumer, true, null);
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
