package io.sluice.tools.client;

import io.sluice.codec.mqtt.AckDecoder;
import io.sluice.codec.mqtt.AckEncoder;
import io.sluice.codec.mqtt.ConnackDecoder;
import io.sluice.codec.mqtt.ConnectEncoder;
import io.sluice.codec.mqtt.ControlPacketType;
import io.sluice.codec.mqtt.DisconnectDecoder;
import io.sluice.codec.mqtt.DisconnectEncoder;
import io.sluice.codec.mqtt.MqttFramer;
import io.sluice.codec.mqtt.MqttVersion;
import io.sluice.codec.mqtt.PacketDecoder;
import io.sluice.codec.mqtt.PacketEncoder;
import io.sluice.codec.mqtt.PacketSender;
import io.sluice.codec.mqtt.PingDecoder;
import io.sluice.codec.mqtt.PingEncoder;
import io.sluice.codec.mqtt.PropertyId;
import io.sluice.codec.mqtt.PropertyList;
import io.sluice.codec.mqtt.PropertyWriter;
import io.sluice.codec.mqtt.PublishDecoder;
import io.sluice.codec.mqtt.PublishEncoder;
import io.sluice.codec.mqtt.ReasonCode;
import io.sluice.codec.mqtt.SubackDecoder;
import io.sluice.codec.mqtt.SubscribeEncoder;
import io.sluice.codec.mqtt.SubscriptionOptions;
import io.sluice.codec.wire.Slice;
import io.sluice.tools.client.PeerException.Kind;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.agrona.ExpandableArrayBuffer;

/** One session with an MQTT server: publishes one message after the other, or subscribes. */
public final class MqttClient implements AutoCloseable {
    /** Bytes of the largest packet that is read or written. */
    public static final int PACKET_BYTES_MAX = 16 << 20;

    private static final int KEEP_ALIVE_S = 60;
    private static final long BEAT_NS = TimeUnit.SECONDS.toNanos(KEEP_ALIVE_S / 2);
    private static final Duration GOODBYE = Duration.ofSeconds(1);
    private static final int NOTHING = -1;

    /**
     * How a session begins.
     *
     * @param receiveMaximum messages at QoS 1 and 2 that the server may send unacknowledged; 3.1.1
     *     cannot say it
     */
    public record Settings(
            MqttVersion version, String clientId, Optional<Login> login, int receiveMaximum) {
        public Settings {
            Objects.requireNonNull(version);
            Objects.requireNonNull(clientId);
            Objects.requireNonNull(login);
        }
    }

    /** A message that came, and what acknowledges it. */
    public record Received(MqttMessage message, int packetId) {}

    private final Settings settings;
    private final MqttVersion version;
    private final Wire wire;
    private final MqttFramer framer = new MqttFramer(PACKET_BYTES_MAX);
    private final ConnackDecoder connack = new ConnackDecoder();
    private final PublishDecoder publish = new PublishDecoder(PacketSender.SERVER);
    private final AckDecoder ack = new AckDecoder();
    private final SubackDecoder suback = new SubackDecoder();
    private final DisconnectDecoder disconnect = new DisconnectDecoder(PacketSender.SERVER);
    private final PingDecoder ping = new PingDecoder();
    private final Deque<Received> arrived = new ArrayDeque<>();

    /** Messages at QoS 2 that were handed out and not released yet: they may come again. */
    private final Set<Integer> unreleased = new HashSet<>();

    private int read;
    private boolean isOpen;
    private boolean hasSubscribed;
    private int lastPacketId;
    private int qosMax = 2;
    private boolean takesRetain = true;
    private long peerPacketMax = Long.MAX_VALUE;

    private MqttClient(final Settings settings, final Wire wire) {
        this.settings = settings;
        this.version = settings.version();
        this.wire = wire;
    }

    /** Connects, with a clean start. */
    public static MqttClient connect(
            final Server server, final Settings settings, final Deadline deadline)
            throws PeerException {
        final Wire wire = Wire.connect(server, PACKET_BYTES_MAX, deadline);
        final MqttClient client = new MqttClient(settings, wire);
        try {
            client.handshake(deadline);
            return client;
        } finally {
            if (!client.isOpen) {
                wire.close();
            }
        }
    }

    private void handshake(final Deadline deadline) throws PeerException {
        final ConnectEncoder connect =
                new ConnectEncoder()
                        .reset()
                        .clientId(Slice.ofUtf8(settings.clientId()))
                        .cleanStart(true)
                        .keepAlive(KEEP_ALIVE_S)
                        .properties(
                                new PropertyWriter(new ExpandableArrayBuffer())
                                        .add(PropertyId.RECEIVE_MAXIMUM, settings.receiveMaximum())
                                        .add(PropertyId.MAXIMUM_PACKET_SIZE, PACKET_BYTES_MAX));
        if (settings.login().isPresent()) {
            connect.userName(Slice.ofUtf8(settings.login().get().user()))
                    .password(Slice.ofUtf8(settings.login().get().password()));
        }
        send(connect, deadline);
        final int type = next(deadline);
        if (type == NOTHING) {
            throw wire.missing("answered CONNECT");
        }
        if (connack.reasonCode() != ReasonCode.SUCCESS) {
            throw wire.refused(
                    "refuses the connection: " + text(connack.reasonCode(), connack.properties()));
        }
        final PropertyList said = connack.properties();
        qosMax = (int) said.number(PropertyId.MAXIMUM_QOS, 2);
        takesRetain = said.number(PropertyId.RETAIN_AVAILABLE, 1) == 1;
        peerPacketMax = said.number(PropertyId.MAXIMUM_PACKET_SIZE, Long.MAX_VALUE);
        final long seconds = said.number(PropertyId.SERVER_KEEP_ALIVE, KEEP_ALIVE_S);
        wire.keepAlive(
                Math.min(BEAT_NS, TimeUnit.SECONDS.toNanos(seconds) / 2),
                () -> send(new PingEncoder(ControlPacketType.PINGREQ), Deadline.after(GOODBYE)),
                2 * BEAT_NS + BEAT_NS);
        isOpen = true;
    }

    /** A reason code as people read it, with what the peer says beside it. */
    static String text(final int reasonCode, final PropertyList properties) {
        final Slice reason = properties.bytes(PropertyId.REASON_STRING);
        final String hex = Integer.toHexString(0x100 | reasonCode).substring(1);
        return "0x"
                + hex
                + " "
                + ReasonCode.name(reasonCode)
                + (reason.isEmpty() ? "" : ": " + reason);
    }

    /**
     * Publishes, and waits until the server has taken it, which at QoS 0 it does not say.
     *
     * @return the server's reason code, which is no error
     */
    public int publish(final MqttMessage message, final Deadline deadline) throws PeerException {
        if (message.qos() > qosMax) {
            throw wire.refused("takes QoS " + qosMax + " at most");
        }
        if (message.retain() && !takesRetain) {
            throw wire.refused("takes no retained messages");
        }
        final int id = message.qos() == 0 ? 0 : nextPacketId();
        final PublishEncoder encoder =
                new PublishEncoder()
                        .reset()
                        .topic(Slice.ofUtf8(message.topic()))
                        .payload(Slice.of(message.payload()))
                        .qos(message.qos(), id)
                        .retain(message.retain())
                        .properties(MqttProperties.writer(message.properties()));
        final int length = encoder.encodedLength(version);
        if (length > peerPacketMax) {
            throw wire.refused(
                    "takes packets of " + peerPacketMax + " bytes at most, this one has " + length);
        }
        send(encoder, deadline);
        return switch (message.qos()) {
            case 0 -> ReasonCode.SUCCESS;
            case 1 -> awaitAck(ControlPacketType.PUBACK, id, deadline);
            default -> {
                final int reason = awaitAck(ControlPacketType.PUBREC, id, deadline);
                send(new AckEncoder().reset(ControlPacketType.PUBREL, id), deadline);
                awaitAck(ControlPacketType.PUBCOMP, id, deadline);
                yield reason;
            }
        };
    }

    private int nextPacketId() {
        lastPacketId = lastPacketId == 0xFFFF ? 1 : lastPacketId + 1;
        return lastPacketId;
    }

    private int awaitAck(final int type, final int id, final Deadline deadline)
            throws PeerException {
        final String name = ControlPacketType.name(type);
        while (true) {
            final int came = step(deadline);
            if (came == NOTHING) {
                throw wire.missing("sent the " + name);
            }
            if (came == type && ack.packetId() == id) {
                if (ReasonCode.isError(ack.reasonCode())) {
                    throw wire.refused(
                            "refuses the message: "
                                    + name
                                    + " "
                                    + text(ack.reasonCode(), ack.properties()));
                }
                return ack.reasonCode();
            }
            if (came >= ControlPacketType.PUBACK
                    && came <= ControlPacketType.PUBCOMP
                    && came != ControlPacketType.PUBREL) {
                throw wire.lost(
                        "it sends "
                                + ControlPacketType.name(came)
                                + " "
                                + ack.packetId()
                                + " where "
                                + name
                                + " "
                                + id
                                + " is due");
            }
        }
    }

    /** Subscribes, and waits until the server has granted each filter. */
    public void subscribe(final List<String> filters, final int qos, final Deadline deadline)
            throws PeerException {
        final int id = nextPacketId();
        final SubscribeEncoder subscribe =
                new SubscribeEncoder(new ExpandableArrayBuffer())
                        .reset(ControlPacketType.SUBSCRIBE, id);
        final int options = SubscriptionOptions.of(qos, false, true, 0);
        filters.forEach(filter -> subscribe.add(Slice.ofUtf8(filter), options));
        hasSubscribed = true;
        send(subscribe, deadline);
        awaitSuback(ControlPacketType.SUBACK, id, deadline);
        for (int i = 0; i < filters.size(); i++) {
            if (i >= suback.count()) {
                throw wire.lost("its SUBACK leaves out " + filters.get(i));
            }
            if (ReasonCode.isError(suback.reasonCode(i))) {
                throw wire.refused(
                        "refuses the filter "
                                + filters.get(i)
                                + ": SUBACK "
                                + text(suback.reasonCode(i), suback.properties()));
            }
        }
    }

    /** Unsubscribes: no message comes that was not on its way. */
    public void unsubscribe(final List<String> filters, final Deadline deadline)
            throws PeerException {
        final int id = nextPacketId();
        final SubscribeEncoder unsubscribe =
                new SubscribeEncoder(new ExpandableArrayBuffer())
                        .reset(ControlPacketType.UNSUBSCRIBE, id);
        filters.forEach(filter -> unsubscribe.add(Slice.ofUtf8(filter)));
        send(unsubscribe, deadline);
        awaitSuback(ControlPacketType.UNSUBACK, id, deadline);
    }

    private void awaitSuback(final int type, final int id, final Deadline deadline)
            throws PeerException {
        while (true) {
            final int came = step(deadline);
            if (came == NOTHING) {
                throw wire.missing("sent the " + ControlPacketType.name(type));
            }
            if (came == type && suback.packetId() == id) {
                return;
            }
        }
    }

    /** The next message; nothing at the deadline, or when it was stopped. */
    public Optional<Received> receive(final Deadline deadline) throws PeerException {
        while (arrived.isEmpty()) {
            if (step(deadline) == NOTHING) {
                return Optional.empty();
            }
        }
        return Optional.of(arrived.remove());
    }

    /** Tells the server that the message is in good hands. */
    public void acknowledge(final Received received, final Deadline deadline) throws PeerException {
        if (received.message().qos() > 0) {
            final int type =
                    received.message().qos() == 1
                            ? ControlPacketType.PUBACK
                            : ControlPacketType.PUBREC;
            send(new AckEncoder().reset(type, received.packetId()), deadline);
        }
    }

    /** Takes what has come meanwhile, and keeps the connection alive; waits for nothing. */
    public void idle() throws PeerException {
        int came = step(Deadline.now());
        while (came != NOTHING) {
            came = step(Deadline.now());
        }
    }

    /** Reads a packet and does what has to be done about it; NOTHING at the deadline. */
    private int step(final Deadline deadline) throws PeerException {
        final int type = next(deadline);
        switch (type) {
            case ControlPacketType.PUBLISH -> onPublish(deadline);
            case ControlPacketType.PUBREL -> {
                unreleased.remove(ack.packetId());
                send(new AckEncoder().reset(ControlPacketType.PUBCOMP, ack.packetId()), deadline);
            }
            case ControlPacketType.DISCONNECT -> throw disconnected();
            case ControlPacketType.CONNACK -> throw wire.lost("it sends a second CONNACK");
            default -> {
                // An answer, for whoever waits for it.
            }
        }
        return type;
    }

    private PeerException disconnected() {
        final int reason = disconnect.reasonCode();
        final String text = text(reason, disconnect.properties());
        return ReasonCode.isError(reason) && reason != ReasonCode.SERVER_SHUTTING_DOWN
                ? wire.refused("ends the connection: DISCONNECT " + text)
                : wire.lost("DISCONNECT " + text);
    }

    private void onPublish(final Deadline deadline) throws PeerException {
        if (!hasSubscribed) {
            throw wire.lost("it sends a message that nobody has subscribed to");
        }
        if (publish.topic().isEmpty()) {
            throw wire.lost("it sends a topic alias, of which it may use none");
        }
        final Received received =
                new Received(
                        new MqttMessage(
                                publish.topic().toString(),
                                publish.payload().toByteArray(),
                                publish.qos(),
                                publish.retain(),
                                MqttProperties.read(publish.properties())),
                        publish.packetId());
        if (publish.qos() == 2 && !unreleased.add(publish.packetId())) {
            acknowledge(received, deadline); // it was handed out already
        } else {
            arrived.add(received);
        }
    }

    /** Reads and checks the next packet; its type, or NOTHING at the deadline. */
    private int next(final Deadline deadline) throws PeerException {
        wire.consume(read);
        read = 0;
        while (true) {
            final int found = framer.next(wire.in(), wire.from(), wire.limit());
            if (found != MqttFramer.INCOMPLETE && found != ReasonCode.SUCCESS) {
                throw garbage(found);
            }
            final int type = framer.type();
            if (type != ControlPacketType.RESERVED
                    && !ControlPacketType.maySend(PacketSender.SERVER, type)) {
                throw garbage(ReasonCode.PROTOCOL_ERROR);
            }
            if (!isOpen
                    && type != ControlPacketType.RESERVED
                    && type != ControlPacketType.CONNACK) {
                throw garbage(ReasonCode.PROTOCOL_ERROR); // [MQTT-3.2.0-1]
            }
            if (found == ReasonCode.SUCCESS) {
                read = framer.packetLength();
                final PacketDecoder decoder = decoder(type);
                final int reason = decoder.wrap(wire.in(), wire.from(), read, version);
                if (reason != ReasonCode.SUCCESS) {
                    throw garbage(reason);
                }
                return type;
            }
            if (!wire.fill(deadline)) {
                return NOTHING;
            }
        }
    }

    private PeerException garbage(final int reason) {
        return wire.lost("what it sends is no MQTT: " + ReasonCode.name(reason));
    }

    private PacketDecoder decoder(final int type) throws PeerException {
        return switch (type) {
            case ControlPacketType.CONNACK -> connack;
            case ControlPacketType.PUBLISH -> publish;
            case ControlPacketType.PUBACK,
                    ControlPacketType.PUBREC,
                    ControlPacketType.PUBREL,
                    ControlPacketType.PUBCOMP ->
                    ack;
            case ControlPacketType.SUBACK, ControlPacketType.UNSUBACK -> suback;
            case ControlPacketType.PINGRESP -> ping;
            case ControlPacketType.DISCONNECT -> disconnect;
            default -> throw garbage(ReasonCode.PROTOCOL_ERROR);
        };
    }

    private void send(final PacketEncoder encoder, final Deadline deadline) throws PeerException {
        wire.send(encoder.encode(wire.out(), 0, version), deadline);
    }

    /** Ends every wait. From any thread. */
    public void stop() {
        wire.stop();
    }

    public boolean isStopped() {
        return wire.isStopped();
    }

    /** Waits are possible again, to acknowledge and to say goodbye. */
    public void resume() {
        wire.resume();
    }

    /** Says goodbye if the peer listens, and closes. */
    @Override
    public void close() {
        wire.resume();
        wire.keepAlive(0, () -> {}, 0);
        final Deadline deadline = Deadline.after(GOODBYE);
        try {
            send(new DisconnectEncoder(PacketSender.CLIENT).reset(ReasonCode.SUCCESS), deadline);
            wire.finish(deadline);
        } catch (final PeerException e) {
            assert e.kind() != Kind.UNREACHABLE : "it is gone, which is what was wanted";
        } finally {
            wire.close();
        }
    }
}
