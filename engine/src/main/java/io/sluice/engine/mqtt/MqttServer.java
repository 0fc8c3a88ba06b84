package io.sluice.engine.mqtt;

import io.sluice.codec.mqtt.ReasonCode;
import io.sluice.engine.link.Directory;
import io.sluice.engine.link.EngineTime;
import io.sluice.engine.link.Home;
import io.sluice.engine.link.Mapping;
import io.sluice.engine.link.Record;
import io.sluice.engine.loop.Protocol;
import io.sluice.engine.loop.ProtocolFactory;
import io.sluice.engine.loop.Wire;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.agrona.DirectBuffer;

/** An MQTT listener's part on one loop: what its sessions share; owned by that loop. */
public final class MqttServer implements ProtocolFactory {
    /** Every client belongs here, until it is said where else. */
    private final class Alone implements ClientPlacement {
        @Override
        public int loopOf(final DirectBuffer clientId, final int offset, final int length) {
            return home.index();
        }

        @Override
        public ProtocolFactory serverOf(final int loop) {
            throw new AssertionError("there is no loop " + loop);
        }
    }

    private final Home home;
    private final Directory directory;
    private final MqttLimits limits;
    private final EngineTime time;
    private final Packets packets;
    private final ConnectHandshake handshake;
    private final MqttRecord record;
    private final OutgoingPublish outgoingPublish;
    private final ParkingMemory parking;
    private final ParkingMemory wills;
    private final Sessions sessions;
    private ClientPlacement placement = new Alone();
    private boolean ending;

    /**
     * @param mapping for records that came over another protocol
     * @param entropy for the client identifiers that are assigned
     */
    public MqttServer(
            final Home home,
            final Directory directory,
            final Mapping mapping,
            final MqttLimits limits,
            final EngineTime time,
            final LongSupplier entropy) {
        this.home = home;
        this.directory = Objects.requireNonNull(directory);
        this.limits = limits;
        this.time = Objects.requireNonNull(time);
        final int largest = limits.maximumPacketSize() + Record.HEADER_LENGTH;
        if (largest > home.slabs().bytesTotal() >>> 1) { // or it would wait for ever
            throw new IllegalArgumentException(
                    "maximum packet size: less than half of a loop's slabs");
        }
        packets = new Packets(limits);
        parking = new ParkingMemory(home.slabs().bytesTotal() >>> 2);
        wills = new ParkingMemory(home.slabs().bytesTotal() >>> 1);
        sessions = new Sessions(entropy);
        handshake = new ConnectHandshake(this);
        record = new MqttRecord(home, time);
        outgoingPublish = new OutgoingPublish(Objects.requireNonNull(mapping), time);
    }

    /** With more loops than one: where each client's session lives. Before the loop starts. */
    public MqttServer placement(final ClientPlacement newPlacement) {
        placement = Objects.requireNonNull(newPlacement);
        return this;
    }

    @Override
    public Protocol create(final Wire wire, final Home ofLoop, final long nowNs) {
        assert ofLoop == home : "a connection of another loop";
        return new ServerSession(this, wire, nowNs);
    }

    /** Tells every client that the daemon ends, and ends its connection. */
    public void shutDown() {
        ending = true;
        sessions.disconnectAll(ReasonCode.SERVER_SHUTTING_DOWN);
    }

    /** Whether whoever comes now comes too late. */
    boolean isEnding() {
        return ending;
    }

    /** How many clients are connected. */
    public int sessionCount() {
        return sessions.count();
    }

    Home home() {
        return home;
    }

    Directory directory() {
        return directory;
    }

    MqttLimits limits() {
        return limits;
    }

    EngineTime time() {
        return time;
    }

    ClientPlacement placement() {
        return placement;
    }

    Packets packets() {
        return packets;
    }

    ConnectHandshake handshake() {
        return handshake;
    }

    MqttRecord record() {
        return record;
    }

    OutgoingPublish outgoingPublish() {
        return outgoingPublish;
    }

    /** Of all clients, as long as they live, and of those that are gone and have no room yet. */
    ParkingMemory wills() {
        return wills;
    }

    ParkingMemory parking() {
        return parking;
    }

    Sessions sessions() {
        return sessions;
    }
}
