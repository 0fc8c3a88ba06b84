package io.sluice.engine.amqp;

import io.sluice.codec.wire.Slice;
import io.sluice.engine.link.Directory;
import io.sluice.engine.link.EngineTime;
import io.sluice.engine.link.Home;
import io.sluice.engine.link.Mapping;
import io.sluice.engine.link.Record;
import io.sluice.engine.loop.Protocol;
import io.sluice.engine.loop.ProtocolFactory;
import io.sluice.engine.loop.Wire;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** An AMQP listener's part on one loop: what its connections share; owned by that loop. */
public final class AmqpServer implements ProtocolFactory {
    private static final int ADDRESS_MAX = LinkAddress.LENGTH_MAX;

    private final Home home;
    private final Directory directory;
    private final Mapping mapping;
    private final AmqpLimits limits;
    private final Authenticator authenticator;
    private final EngineTime time;
    private final Codec codec;
    private final IncomingRecord record;
    private final OutgoingContent content;
    private final Assemblies assemblies;
    private LinkAddress addresses;
    private final AttachedLinks links = new AttachedLinks();
    private ContainerPlacement placement;
    private boolean ending;
    private int firstId;
    private final Set<AmqpConnection> connections = new LinkedHashSet<>();

    /**
     * @param mapping for records that came over another protocol
     */
    public AmqpServer(
            final Home home,
            final Directory directory,
            final Mapping mapping,
            final AmqpLimits limits,
            final Authenticator authenticator,
            final EngineTime time) {
        this.home = home;
        this.directory = Objects.requireNonNull(directory);
        this.limits = limits;
        this.authenticator = Objects.requireNonNull(authenticator);
        final int largest = limits.messages().sizeMax() + Record.HEADER_LENGTH + 2 + ADDRESS_MAX;
        if (largest > home.slabs().bytesTotal() >>> 1) { // or it would wait for ever
            throw new IllegalArgumentException("message size: less than half of a loop's slabs");
        }
        codec = new Codec(limits.frames());
        this.time = Objects.requireNonNull(time);
        record = new IncomingRecord(home, time, codec.message);
        this.mapping = Objects.requireNonNull(mapping);
        content = new OutgoingContent(this::nowMs, mapping, codec.message);
        addresses = new LinkAddress(mapping, Slice.ofUtf8("queues/"));
        assemblies = new Assemblies(limits.messages().assemblyBytes());
    }

    /** What a bare address means: {@code queues/} unless it is said. Before the loop starts. */
    public AmqpServer defaultPattern(final String prefix) {
        addresses = new LinkAddress(mapping, Slice.ofUtf8(prefix));
        return this;
    }

    /** Where each container lives; before the loop starts. Without it all live on this loop. */
    public void placement(final ContainerPlacement newPlacement) {
        placement = newPlacement;
    }

    /**
     * Where transfer-ids, delivery-ids and delivery-counts of ours begin, which go round at 2^32;
     * for tests, that cannot wait for it.
     */
    void firstId(final int id) {
        firstId = id;
    }

    int firstId() {
        return firstId;
    }

    LinkAddress addresses() {
        return addresses;
    }

    @Override
    public Protocol create(final Wire wire, final Home ofLoop, final long nowNs) {
        assert ofLoop == home : "a connection of another loop";
        return add(new AmqpConnection(this, wire, nowNs));
    }

    private Protocol add(final AmqpConnection connection) {
        connections.add(connection);
        if (ending) {
            connection.shutDown(); // it was on its way here when the others were told
        }
        return connection;
    }

    /** The loop of a peer that calls itself so; one without a name stays where it is. */
    int loopOf(final Slice containerId) {
        return placement == null || containerId.isEmpty()
                ? home.index()
                : placement.loopOf(
                        containerId.buffer(), containerId.offset(), containerId.length());
    }

    /** Goes on, on another loop, with a connection whose open is still to be read. */
    ProtocolFactory successor(final int loop, final Handover handover) {
        final AmqpServer other = placement.serverOf(loop);
        return (wire, ofLoop, nowNs) -> other.resume(wire, handover, nowNs);
    }

    private Protocol resume(final Wire wire, final Handover handover, final long nowNs) {
        return add(new AmqpConnection(this, wire, handover, nowNs));
    }

    /** Tells every peer that the daemon ends, and ends its connection. */
    public void shutDown() {
        ending = true;
        for (final AmqpConnection connection : List.copyOf(connections)) {
            connection.shutDown();
        }
    }

    /** How many peers are connected. */
    public int connectionCount() {
        return connections.size();
    }

    void forget(final AmqpConnection connection) {
        connections.remove(connection);
    }

    AttachedLinks links() {
        return links;
    }

    Home home() {
        return home;
    }

    Directory directory() {
        return directory;
    }

    AmqpLimits limits() {
        return limits;
    }

    Authenticator authenticator() {
        return authenticator;
    }

    /** Milliseconds of the engine's time, now. */
    long nowMs() {
        return time.ms(home.clock().nanoTime());
    }

    Codec codec() {
        return codec;
    }

    IncomingRecord record() {
        return record;
    }

    OutgoingContent content() {
        return content;
    }

    Assemblies assemblies() {
        return assemblies;
    }
}
