package io.sluice.engine.broker;

import io.sluice.engine.link.Consumer;
import io.sluice.engine.link.Delivery;
import io.sluice.engine.link.Directory;
import io.sluice.engine.link.Home;
import io.sluice.engine.link.Outcome;
import io.sluice.engine.link.Receiver;
import io.sluice.engine.link.Record;
import io.sluice.engine.link.Source;
import io.sluice.engine.link.Target;
import io.sluice.engine.store.Arrivals;
import io.sluice.engine.store.IndexRequest;
import io.sluice.engine.store.NodeRef;
import io.sluice.engine.store.NodeState;
import io.sluice.engine.store.StoreNode;
import io.sluice.engine.store.StoreWriter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * One loop's part of the broker: the queues that live here, the events that arrive or are wanted
 * here, and what addresses mean here. Other loops reach it by mail only.
 */
public final class BrokerLoop implements Directory, Arrivals.Listener {
    /**
     * As many names of queues are remembered for producers, though nothing is under way to them.
     */
    private static final int TARGETS_KEPT = 1_024;

    private static final int PAGES_KEPT = 16;

    private final Home home;
    private final BrokerContext context;

    /** Every loop's, this one included, by number; complete before the agents start. */
    private BrokerLoop[] all;

    private List<BrokerLoop> others = List.of();

    // Queues: as producers here see them, and those that live here.
    private final AddressMap<QueueTarget> targets;
    private final AddressMap<QueueNode> queues;
    private final Int2ObjectHashMap<QueueNode> queuesById = new Int2ObjectHashMap<>();
    private final ArrayList<QueueNode> touched = new ArrayList<>();
    private final ArrayDeque<Page> pages = new ArrayDeque<>();
    private int targetsMax = TARGETS_KEPT;

    // Events: who here wants them, and which loops want them.
    private final TopicTrie<EventSource> subscribers;
    private final AddressMap<Interest> interests;
    private final TopicTrie<BrokerLoop> abroad;
    private final Target events = new Events();
    private final ArrayDeque<Parcel> parcels = new ArrayDeque<>();
    private long pinned;

    // Of the event that is being matched.
    private Parcel matching;
    private long sentTo;
    private boolean matched;
    private final java.util.function.Consumer<EventSource> toSubscriber = this::toSubscriber;
    private final java.util.function.Consumer<BrokerLoop> toLoop = this::toLoop;

    public BrokerLoop(final Home home, final BrokerContext context, final int seed) {
        this.home = home;
        this.context = context;
        targets = new AddressMap<>(seed);
        queues = new AddressMap<>(seed);
        subscribers = new TopicTrie<>(seed);
        interests = new AddressMap<>(seed);
        abroad = new TopicTrie<>(seed);
        for (int i = 0; i < home.ingress().capacity(); i++) {
            parcels.add(new Parcel(this, context.placement().loops()));
        }
    }

    /** Tells every part of the others; before the agents start. */
    public static void introduce(final List<BrokerLoop> loops) {
        for (final BrokerLoop loop : loops) {
            loop.all = loops.toArray(new BrokerLoop[0]);
            loop.others = loops.stream().filter(other -> other != loop).toList();
        }
    }

    /** A queue of this loop that the store has; before the agents start. */
    public void recover(final StoreNode node, final NodeState state) {
        final QueueNode queue = queueAt(new UnsafeBuffer(node.address()), node.address().length);
        queue.recovered(node, state);
        queuesById.put(node.id(), queue);
    }

    /**
     * Every consumer is gone, and none comes any more: what the store says of each is made exact.
     */
    public void rest() {
        for (final QueueNode queue : queuesById.values()) {
            queue.rest();
        }
    }

    Home home() {
        return home;
    }

    BrokerContext context() {
        return context;
    }

    List<BrokerLoop> others() {
        return others;
    }

    @Override
    public boolean isQueue(final DirectBuffer address, final int offset, final int length) {
        return Addresses.isQueue(address, offset, length);
    }

    @Override
    public Target target(final DirectBuffer address, final int offset, final int length) {
        if (!Addresses.isQueue(address, offset, length)) {
            return Addresses.isReserved(address, offset, length) ? null : events;
        }
        final QueueTarget known = targets.get(address, offset, length);
        if (known != null
                || length > StoreWriter.ADDRESS_BYTES_MAX
                || !Addresses.isNamedQueue(address, offset, length)) {
            return known;
        }
        final byte[] name = new byte[length];
        address.getBytes(offset, name);
        final NodeRef ref =
                new NodeRef(
                        name,
                        context.placement().loopOf(address, offset, length),
                        context.limits().messagesMax(),
                        context.limits().bytesMax());
        final QueueTarget target = new QueueTarget(home, context.store(), ref, name);
        if (targets.size() >= targetsMax) {
            forgetTargets();
        }
        targets.put(address, offset, length, target);
        return target;
    }

    /** A name costs a client nothing: what has nothing under way is made anew when it is used. */
    private void forgetTargets() {
        targets.removeIf(QueueTarget::isIdle);
        targetsMax = Math.max(TARGETS_KEPT, 2 * targets.size());
    }

    @Override
    public void recall(final Receiver owner) {
        context.store().recall(owner);
    }

    @Override
    public Source queue(
            final DirectBuffer address,
            final int offset,
            final int length,
            final Consumer consumer) {
        if (!Addresses.isNamedQueue(address, offset, length)) {
            return null;
        }
        final byte[] name = new byte[length];
        address.getBytes(offset, name);
        final BrokerLoop owner = all[context.placement().loopOf(address, offset, length)];
        return new QueueSource(this, owner, name, consumer);
    }

    // Queues of this loop.

    private QueueNode queueAt(final UnsafeBuffer address, final int length) {
        QueueNode queue = queues.get(address, 0, length);
        if (queue == null) {
            queue = new QueueNode(this);
            queues.put(address, 0, length, queue);
        }
        return queue;
    }

    void onAsk(final Pull pull) {
        if (pull.node == null) {
            final byte[] address = pull.source().address();
            pull.node = queueAt(new UnsafeBuffer(address), address.length);
            pull.node.join();
        }
        pull.node.onAsk(pull);
    }

    void onGiveBack(final Pull pull) {
        pull.node.onGiveBack(pull);
        if (pull.leaves() && pull.node.isForgettable()) {
            final byte[] address = pull.source().address();
            queues.remove(new UnsafeBuffer(address), 0, address.length);
        }
    }

    /** The next entries of a class of a queue, read from the store; one for each under way. */
    private final class Page extends IndexRequest {
        private QueueNode queue;

        private Page() {
            super(home.mailbox(), context.reader());
        }

        @Override
        protected void onPage() {
            final QueueNode reader = queue;
            queue = null;
            reader.onPage(this);
            if (pages.size() < PAGES_KEPT) {
                pages.add(this);
            }
        }
    }

    /** A page for the queue, whose {@link QueueNode#onPage} is told. */
    IndexRequest page(final QueueNode queue) {
        final Page page = pages.isEmpty() ? new Page() : pages.poll();
        page.queue = queue;
        return page;
    }

    /** How many queues this loop knows; for tests. */
    int queuesKnown() {
        return queues.size();
    }

    /** How many names producers have here; for tests. */
    int targetsKnown() {
        return targets.size();
    }

    void onRecall(final Pull pull, final boolean drain) {
        pull.node.onRecall(pull, drain);
    }

    @Override
    public void onArrivals(final Arrivals arrivals) {
        QueueNode last = null;
        for (int i = 0; i < arrivals.count(); i++) {
            final QueueNode queue = queueOf(arrivals.node(i));
            queue.onArrival(arrivals.priorityClass(i), arrivals.sequence(i), arrivals.length(i));
            if (queue != last) {
                touched.add(queue);
                last = queue;
            }
        }
        for (int i = 0; i < touched.size(); i++) {
            touched.get(i).dispatch();
        }
        touched.clear();
    }

    private QueueNode queueOf(final StoreNode node) {
        QueueNode queue = queuesById.get(node.id());
        if (queue == null) {
            queue = queueAt(new UnsafeBuffer(node.address()), node.address().length);
            queue.stored(node);
            queuesById.put(node.id(), queue);
        }
        return queue;
    }

    // Events.

    @Override
    public Source events(
            final DirectBuffer filter,
            final int offset,
            final int length,
            final Consumer consumer,
            final Runnable onReady) {
        Interest interest = interests.get(filter, offset, length);
        if (interest == null) {
            final byte[] copy = new byte[length];
            filter.getBytes(offset, copy);
            interest = new Interest(this, copy);
            interests.put(filter, offset, length, interest);
        }
        final EventSource source = new EventSource(this, consumer, interest);
        subscribers.add(filter, offset, length, source);
        interest.add(onReady);
        return source;
    }

    void unsubscribe(final EventSource source) {
        final UnsafeBuffer filter = source.interest().filter();
        subscribers.remove(filter, 0, filter.capacity(), source);
        source.interest().remove();
    }

    /** Nobody here wants it any more, and nobody elsewhere believes so. */
    void forget(final Interest interest) {
        final UnsafeBuffer filter = interest.filter();
        if (interests.get(filter, 0, filter.capacity()) == interest) {
            interests.remove(filter, 0, filter.capacity());
        }
    }

    /** Another loop has or loses its first subscriber of a filter. */
    void onInterest(final DirectBuffer filter, final int loop, final boolean add) {
        if (add) {
            abroad.add(filter, 0, filter.capacity(), all[loop]);
        } else {
            abroad.remove(filter, 0, filter.capacity(), all[loop]);
        }
    }

    /** Where every topic leads that is no queue's: matched here, at once. */
    private final class Events implements Target {
        private Events() {}

        @Override
        public boolean hasRoom(final int length, final boolean waits) {
            return !parcels.isEmpty();
        }

        @Override
        public boolean offer(final Delivery delivery) {
            final Parcel parcel = parcels.poll();
            if (parcel == null) {
                return false;
            }
            parcel.begin(delivery);
            sentTo = 0;
            matched = false;
            match(parcel, subscribers, toSubscriber);
            if (!others.isEmpty()) {
                match(parcel, abroad, toLoop);
            }
            parcel.written();
            if (!matched) {
                delivery.unmatched();
            }
            delivery.goHome(Outcome.ACCEPTED);
            return true;
        }

        @Override
        public void onFreed(final Delivery delivery) {
            // its bytes were the parcel's long ago
        }
    }

    private <T> void match(
            final Parcel parcel,
            final TopicTrie<T> trie,
            final java.util.function.Consumer<T> visitor) {
        final DirectBuffer buffer = parcel.buffer();
        final int address = Record.addressOffset(buffer, parcel.offset());
        final int length = Record.addressLength(buffer, parcel.offset());
        matching = parcel;
        trie.match(buffer, address, length, visitor);
        matching = null;
    }

    private void toSubscriber(final EventSource source) {
        matched |= source.onEvent(matching);
    }

    /** Once for each loop, however many of its filters match. */
    private void toLoop(final BrokerLoop other) {
        final long bit = 1L << other.home.index();
        if ((sentTo & bit) == 0) {
            sentTo |= bit;
            matched = true; // as far as is known here
            matching.sendTo(other);
        }
    }

    /** An event that arrived on another loop and is wanted here. */
    void onParcel(final Parcel parcel) {
        match(parcel, subscribers, toSubscriber);
    }

    void parcelFree(final Parcel parcel) {
        parcels.add(parcel);
    }

    void pin(final int length) {
        pinned += length;
    }

    void unpin(final int length) {
        pinned -= length;
    }

    /** Slow consumers may keep half of the memory from the quick ones, and no more. */
    boolean mayPin() {
        return pinned < home.slabs().bytesTotal() >>> 1;
    }

    /** Whether no event is under way any more. */
    public boolean isComplete() {
        return pinned == 0 && parcels.size() == home.ingress().capacity();
    }

    /** Whether nobody subscribes to anything, here or elsewhere, as far as this loop knows. */
    boolean isForgotten() {
        return subscribers.isEmpty() && abroad.isEmpty() && interests.isEmpty();
    }
}
