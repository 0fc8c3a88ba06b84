package io.sluice.engine.mqtt;

import io.sluice.codec.mqtt.AckDecoder;
import io.sluice.codec.mqtt.ConnackEncoder;
import io.sluice.codec.mqtt.ConnectDecoder;
import io.sluice.codec.mqtt.ControlPacketType;
import io.sluice.codec.mqtt.DisconnectDecoder;
import io.sluice.codec.mqtt.MqttFramer;
import io.sluice.codec.mqtt.MqttVersion;
import io.sluice.codec.mqtt.PacketDecoder;
import io.sluice.codec.mqtt.PacketSender;
import io.sluice.codec.mqtt.PropertyId;
import io.sluice.codec.mqtt.ReasonCode;
import io.sluice.engine.agent.Deadline;
import io.sluice.engine.agent.Timers;
import io.sluice.engine.link.Receiver;
import io.sluice.engine.loop.CloseCause;
import io.sluice.engine.loop.Protocol;
import io.sluice.engine.loop.Wire;
import io.sluice.engine.observe.Counter;
import io.sluice.engine.observe.Counters;
import org.agrona.MutableDirectBuffer;

/**
 * The server's side of one client, in MQTT 5.0 or 3.1.1; owned by its loop. It knows the order of
 * packets; what a PUBLISH or a SUBSCRIBE leads to is its parts' business.
 */
final class ServerSession implements Protocol {
    /** What may come next. */
    private enum State {
        CONNECT_AWAITED,
        OPEN,
        MOVED,
        CLOSED
    }

    // For life.
    private final MqttServer server;
    private final Wire wire;
    private final Packets packets;
    private final Counters counters;
    private final Timers timers;
    private final Deadline holdDeadline = new Deadline(this::onHeldTooLong);

    // Of the session: would survive a reconnect, if sessions did.
    private final InboundPublishes inbound;
    private final OutboundPublishes outbound;
    private final Subscriptions subscriptions;
    private String clientId;

    // Of the connection.
    private final PacketWriter writer;
    private final KeepAlive keepAlive;
    private State state = State.CONNECT_AWAITED;
    private Will will;
    private boolean mayOutlive;

    /** The client has said goodbye, or we end: what it has was no failed attempt. */
    private boolean endsWell;

    /** The bits of each {@link Hold}. */
    private int held;

    ServerSession(final MqttServer server, final Wire wire, final long nowNs) {
        this.server = server;
        this.wire = wire;
        packets = server.packets();
        counters = server.home().counters();
        timers = server.home().timers();
        writer = new PacketWriter(wire, packets, server.limits().maximumPacketSize());
        inbound = new InboundPublishes(this, server);
        outbound = new OutboundPublishes(this, server, wire);
        subscriptions = new Subscriptions(this, outbound, server);
        keepAlive = new KeepAlive(timers, wire::readsSinceNs, this::onSilence);
        keepAlive.awaitConnect(server.limits().times().handshakeNs(), nowNs);
    }

    @Override
    public int onBytes(
            final MutableDirectBuffer buffer,
            final int offset,
            final int length,
            final long nowNs) {
        final int limit = offset + length;
        int position = offset;
        while (isReading()) {
            final int reason = packets.framer.next(buffer, position, limit);
            if (state == State.CONNECT_AWAITED && position < limit && !mayBeConnect(reason)) {
                break; // [MQTT-3.1.0-1], and no word before a CONNACK
            }
            if (reason == MqttFramer.INCOMPLETE) {
                break;
            }
            if (reason != ReasonCode.SUCCESS) {
                refuse(reason); // on the header alone
                break;
            }
            final int packetLength = packets.framer.packetLength();
            if (!onPacket(buffer, position, packetLength, nowNs)) {
                break;
            }
            position += packetLength;
            if (held == 0) {
                progressed();
            }
        }
        return state == State.CLOSED ? length : position - offset;
    }

    private boolean isReading() {
        return held == 0 && (state == State.CONNECT_AWAITED || state == State.OPEN);
    }

    private boolean mayBeConnect(final int reason) {
        if (packets.framer.type() == ControlPacketType.CONNECT
                && (reason == ReasonCode.SUCCESS || reason == MqttFramer.INCOMPLETE)) {
            return true;
        }
        counters.increment(Counter.CONNECTIONS_PROTOCOL_ERROR);
        close();
        return false;
    }

    /** Whether the packet was used up. */
    private boolean onPacket(
            final MutableDirectBuffer buffer,
            final int offset,
            final int length,
            final long nowNs) {
        return switch (state) {
            case CONNECT_AWAITED -> onConnect(buffer, offset, length, nowNs);
            case OPEN -> {
                keepAlive.heard(nowNs);
                yield onOpenPacket(buffer, offset, length, nowNs);
            }
            case MOVED, CLOSED -> throw new AssertionError("a packet after the end");
        };
    }

    private boolean onConnect(
            final MutableDirectBuffer buffer,
            final int offset,
            final int length,
            final long nowNs) {
        final ConnectHandshake handshake = server.handshake();
        final int reason = handshake.judge(buffer, offset, length);
        final ConnectDecoder connect = packets.connect;
        if (reason != ReasonCode.SUCCESS) {
            writer.connected(connect.version(), Integer.MAX_VALUE);
            return refuseConnect(reason);
        }
        final int loop = handshake.loop();
        if (loop != server.home().index()) {
            moveTo(loop);
            return false; // it is read again there
        }
        writer.connected(connect.version(), handshake.maximumPacketSize());
        if (connect.hasWill() && !server.wills().take(Will.length(connect))) {
            return refuseConnect(
                    connect.version() == MqttVersion.V5
                            ? ReasonCode.QUOTA_EXCEEDED
                            : ReasonCode.SERVER_UNAVAILABLE);
        }
        outbound.connected(handshake.receiveMaximum());
        mayOutlive = connect.properties().number(PropertyId.SESSION_EXPIRY_INTERVAL, 0) != 0;
        clientId = handshake.clientId();
        final ServerSession previous = server.sessions().put(clientId, this);
        if (previous != null) {
            previous.disconnect(ReasonCode.SESSION_TAKEN_OVER); // [MQTT-3.1.4-3]
        }
        if (!writer.write(handshake.accept(clientId))) {
            if (connect.hasWill()) {
                server.wills().giveBack(Will.length(connect));
            }
            close(); // no CONNACK is small enough for this client, [MQTT-3.1.2-24]
            return true;
        }
        state = State.OPEN;
        will = connect.hasWill() ? new Will(server, connect) : null;
        keepAlive.promised(handshake.keepAlive(), nowNs);
        if (server.isEnding()) {
            disconnect(ReasonCode.SERVER_SHUTTING_DOWN); // the others have been told
        }
        return true;
    }

    /** The connection goes to the loop of its client, with every byte; here nothing is left. */
    private void moveTo(final int loop) {
        state = State.MOVED;
        keepAlive.cancel();
        wire.moveTo(loop, server.placement().serverOf(loop));
    }

    private boolean refuseConnect(final int reason) {
        final boolean broken =
                reason == ReasonCode.MALFORMED_PACKET || reason == ReasonCode.PROTOCOL_ERROR;
        counters.increment(
                broken
                        ? Counter.CONNECTIONS_PROTOCOL_ERROR
                        : Counter.CONNECTIONS_REFUSED_HANDSHAKE);
        if (ConnackEncoder.canSay(reason, writer.version())) {
            writer.write(packets.connackOut.reset().reasonCode(reason));
        }
        close(); // [MQTT-3.2.2-7]
        return true;
    }

    private boolean onOpenPacket(
            final MutableDirectBuffer buffer,
            final int offset,
            final int length,
            final long nowNs) {
        final int type = packets.framer.type();
        if (!ControlPacketType.maySend(PacketSender.CLIENT, type)) {
            return refuse(ReasonCode.PROTOCOL_ERROR); // section 2.1.2
        }
        return switch (type) {
            case ControlPacketType.PUBLISH -> inbound.onPublish(buffer, offset, length, nowNs);
            case ControlPacketType.PUBACK,
                    ControlPacketType.PUBREC,
                    ControlPacketType.PUBREL,
                    ControlPacketType.PUBCOMP ->
                    isGood(packets.ack, buffer, offset, length) && onAck(packets.ack);
            case ControlPacketType.SUBSCRIBE -> subscriptions.onSubscribe(buffer, offset, length);
            case ControlPacketType.UNSUBSCRIBE ->
                    subscriptions.onUnsubscribe(buffer, offset, length);
            case ControlPacketType.PINGREQ -> {
                if (isGood(packets.ping, buffer, offset, length)) {
                    writer.pingResponse(); // [MQTT-3.12.4-1]
                }
                yield true;
            }
            case ControlPacketType.DISCONNECT ->
                    isGood(packets.disconnect, buffer, offset, length)
                            && onDisconnect(packets.disconnect);
            case ControlPacketType.AUTH ->
                    isGood(packets.auth, buffer, offset, length)
                            && refuse(ReasonCode.PROTOCOL_ERROR); // [MQTT-4.12.0-7]
            default -> refuse(ReasonCode.PROTOCOL_ERROR); // CONNECT again: [MQTT-3.1.0-2]
        };
    }

    /** Whether the packet is well-formed; the connection has ended if not. */
    private boolean isGood(
            final PacketDecoder decoder,
            final MutableDirectBuffer buffer,
            final int offset,
            final int length) {
        final int reason = decoder.wrap(buffer, offset, length, writer.version());
        return reason == ReasonCode.SUCCESS || !refuse(reason);
    }

    private boolean onAck(final AckDecoder ack) {
        return switch (ack.type()) {
            case ControlPacketType.PUBACK -> outbound.onPuback(ack.packetId(), ack.reasonCode());
            case ControlPacketType.PUBREC -> outbound.onPubrec(ack.packetId(), ack.reasonCode());
            case ControlPacketType.PUBREL -> inbound.onRelease(ack.packetId());
            default -> outbound.onPubcomp(ack.packetId());
        };
    }

    private boolean onDisconnect(final DisconnectDecoder disconnect) {
        if (!mayOutlive
                && disconnect.properties().number(PropertyId.SESSION_EXPIRY_INTERVAL, 0) != 0) {
            return refuse(ReasonCode.PROTOCOL_ERROR); // section 3.14.2.2.2
        }
        endsWell = true;
        if (disconnect.reasonCode() == ReasonCode.NORMAL_DISCONNECTION) {
            discardWill(); // [MQTT-3.14.4-3]
        }
        close(); // [MQTT-3.14.4-2]
        return true;
    }

    private void discardWill() {
        if (will != null) {
            will.discard();
            will = null;
        }
    }

    /** The peer has broken the protocol: it is told how, and the connection ends. */
    boolean refuse(final int reasonCode) {
        counters.increment(Counter.CONNECTIONS_PROTOCOL_ERROR);
        disconnect(reasonCode); // [MQTT-4.13.1-1]
        return true;
    }

    /** Ends the connection, and says why where the version can. */
    void disconnect(final int reasonCode) {
        endsWell |= reasonCode == ReasonCode.SERVER_SHUTTING_DOWN;
        if (state == State.OPEN) {
            writer.disconnect(reasonCode);
        }
        close();
    }

    private void close() {
        wire.close();
        end();
    }

    @Override
    public void onWritable(final long nowNs) {
        if (state != State.OPEN) {
            return;
        }
        outbound.sendWaiting();
        subscriptions.onProgress();
    }

    @Override
    public void onClosed(final CloseCause cause, final long nowNs) {
        endsWell |= cause == CloseCause.SHUTDOWN;
        end();
    }

    /** The end of connection and session, whoever brought it about; only the first counts. */
    private void end() {
        if (state == State.CLOSED || state == State.MOVED) {
            return;
        }
        state = State.CLOSED;
        keepAlive.cancel();
        timers.cancel(holdDeadline);
        if (clientId != null) {
            server.sessions().remove(clientId, this);
        }
        subscriptions.close();
        outbound.close(endsWell);
        inbound.close();
        if (will != null) {
            will.publish(); // [MQTT-3.1.2-8]; the session has ended too, so it does not wait
            will = null;
        }
    }

    private void onSilence() {
        counters.increment(Counter.CONNECTIONS_TIMED_OUT);
        disconnect(ReasonCode.KEEP_ALIVE_TIMEOUT); // [MQTT-3.1.2-22]
    }

    /** Reads nothing more until the reason is gone. */
    void hold(final Hold why) {
        if (held == 0) {
            wire.hold();
            if (!holdDeadline.isScheduled()) { // it goes on if it was tried again in vain
                final long nowNs = server.home().clock().nanoTime();
                timers.schedule(holdDeadline, nowNs + server.limits().times().holdNs());
            }
        }
        held |= why.bit();
    }

    /** The reason is gone, or may be; it is read again if it was the last. */
    void release(final Hold why) {
        if ((held & why.bit()) == 0 || state == State.CLOSED) {
            return;
        }
        held &= ~why.bit();
        if (held == 0) {
            wire.resume();
        }
    }

    /** What the client was held for has come about: the next wait begins anew. */
    void progressed() {
        timers.cancel(holdDeadline);
    }

    /**
     * What we wait for may lie behind what we do not read, such as the acknowledgements that would
     * empty a queue: so it is not waited for ever.
     */
    private void onHeldTooLong(final long nowNs) {
        if (held == 0) {
            return; // and nothing has come since
        }
        counters.increment(Counter.CONNECTIONS_HELD_TOO_LONG);
        disconnect(ReasonCode.QUOTA_EXCEEDED);
    }

    /** Whether this is what its client publishes. */
    boolean isOf(final Receiver producer) {
        return inbound == producer;
    }

    /** Whether acknowledgements that could empty a queue may lie behind what is not read. */
    boolean isOwedAcks() {
        return outbound.isOwedAcks();
    }

    MqttVersion version() {
        return writer.version();
    }

    PacketWriter writer() {
        return writer;
    }

    Subscriptions subscriptions() {
        return subscriptions;
    }
}
