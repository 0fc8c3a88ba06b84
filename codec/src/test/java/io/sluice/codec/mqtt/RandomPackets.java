package io.sluice.codec.mqtt;

import io.sluice.codec.wire.Slice;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Makes valid packets up: fills an encoder and writes down, without looking at any byte, the text
 * that a decoder must give.
 */
final class RandomPackets {
    private static final String ALPHABET = "abcXYZ019 -_.\u00E9\u6E29\uFEFF";

    private final Random random;
    private final MqttVersion version;

    RandomPackets(final Random random, final MqttVersion version) {
        this.random = random;
        this.version = version;
    }

    /**
     * A packet that was made up.
     *
     * @param sender who may send it
     * @param encoder writes it
     * @param text what its decoder must say
     */
    record Packet(PacketSender sender, PacketEncoder encoder, String text) {}

    /** One of any type. */
    Packet next() {
        final int last =
                version == MqttVersion.V5 ? ControlPacketType.AUTH : ControlPacketType.DISCONNECT;
        final int type = 1 + random.nextInt(last);
        return switch (type) {
            case ControlPacketType.CONNECT -> connect();
            case ControlPacketType.CONNACK -> connack();
            case ControlPacketType.PUBLISH -> publish();
            case ControlPacketType.SUBSCRIBE, ControlPacketType.UNSUBSCRIBE -> subscribe(type);
            case ControlPacketType.SUBACK, ControlPacketType.UNSUBACK -> suback(type);
            case ControlPacketType.PINGREQ ->
                    new Packet(PacketSender.CLIENT, new PingEncoder(type), "PINGREQ");
            case ControlPacketType.PINGRESP ->
                    new Packet(PacketSender.SERVER, new PingEncoder(type), "PINGRESP");
            case ControlPacketType.DISCONNECT -> disconnect();
            case ControlPacketType.AUTH -> auth();
            default -> ack(type);
        };
    }

    private Packet connect() {
        final PacketText text = new PacketText();
        final boolean clean = random.nextBoolean();
        final int keepAlive = random.nextInt(0x1_0000);
        final Slice clientId = string(clean || version == MqttVersion.V5 ? 0 : 1, 40);
        final boolean will = random.nextBoolean();
        final int qos = will ? random.nextInt(3) : 0;
        final boolean retain = will && random.nextBoolean();
        final Slice topic = will ? string(1, 40) : new Slice();
        final Slice payload = will ? bytes(300) : new Slice();
        final boolean named = random.nextBoolean();
        final boolean secret = random.nextBoolean() && (named || version == MqttVersion.V5);
        final Slice userName = named ? string(0, 20) : new Slice();
        final Slice password = secret ? bytes(20) : new Slice();
        text.add("CONNECT", version.level())
                .add("clean start", clean)
                .add("keep alive", keepAlive)
                .add("client id", clientId)
                .add("will", will)
                .add("will qos", qos)
                .add("will retain", retain)
                .add("will topic", topic)
                .add("will payload", payload)
                .add("has user name", named)
                .add("user name", userName)
                .add("has password", secret)
                .add("password", password);
        final ConnectEncoder encoder = new ConnectEncoder().reset();
        encoder.cleanStart(!clean).cleanStart(clean).keepAlive(keepAlive).clientId(clientId);
        encoder.properties(properties(text, PropertyId.IN_CONNECT, PacketSender.CLIENT));
        if (will) {
            encoder.will(topic, payload, qos, retain)
                    .willProperties(properties(text, PropertyId.IN_WILL, PacketSender.CLIENT));
        } else {
            noProperties(text);
        }
        if (named) {
            encoder.userName(userName);
        }
        if (secret) {
            encoder.password(password);
        }
        return new Packet(PacketSender.CLIENT, encoder, text.toString());
    }

    private Packet connack() {
        final PacketText text = new PacketText();
        int code;
        do {
            code = code(PacketSender.SERVER, ControlPacketType.CONNACK);
        } while (!ConnackEncoder.canSay(code, version));
        final boolean session = code == ReasonCode.SUCCESS && random.nextBoolean();
        final int read =
                version == MqttVersion.V5
                        ? code
                        : ConnectReturnCode.toReasonCode(ConnectReturnCode.of(code));
        text.add("CONNACK", read).add("session present", session);
        final ConnackEncoder encoder = new ConnackEncoder().reset();
        encoder.reasonCode(code).sessionPresent(session);
        encoder.properties(properties(text, PropertyId.IN_CONNACK, PacketSender.SERVER));
        return new Packet(PacketSender.SERVER, encoder, text.toString());
    }

    private Packet publish() {
        final PacketSender sender =
                random.nextBoolean() ? PacketSender.CLIENT : PacketSender.SERVER;
        final PacketText text = new PacketText();
        final int qos = random.nextInt(3);
        final int packetId = qos == 0 ? 0 : packetId();
        final boolean dup = qos > 0 && random.nextBoolean();
        final boolean retain = random.nextBoolean();
        final Slice topic = string(1, 60);
        final Slice payload = bytes(random.nextInt(50) == 0 ? 70_000 : 200);
        final PacketText list = new PacketText();
        final PropertyWriter properties = properties(list, PropertyId.IN_PUBLISH, sender);
        text.add("PUBLISH", packetId)
                .add("dup", dup)
                .add("qos", qos)
                .add("retain", retain)
                .add("topic", topic)
                .add("topic alias", numberIn(list, PropertyId.TOPIC_ALIAS))
                .add("payload", payload);
        final PublishEncoder encoder =
                new PublishEncoder().reset().dup(dup).qos(qos, packetId).retain(retain);
        encoder.topic(topic).payload(payload).properties(properties);
        return new Packet(sender, encoder, text.toString() + list);
    }

    private Packet ack(final int type) {
        final PacketSender sender =
                random.nextBoolean() ? PacketSender.CLIENT : PacketSender.SERVER;
        final PacketText text = new PacketText();
        final int packetId = packetId();
        final int code = code(sender, type);
        text.add(ControlPacketType.name(type), packetId)
                .add("reason", version == MqttVersion.V5 ? code : 0);
        final AckEncoder encoder = new AckEncoder().reset(type, packetId).reasonCode(code);
        encoder.properties(properties(text, PropertyId.IN_ACK, sender));
        return new Packet(sender, encoder, text.toString());
    }

    private Packet subscribe(final int type) {
        final boolean subscribes = type == ControlPacketType.SUBSCRIBE;
        final PacketText text = new PacketText();
        final int packetId = packetId();
        final SubscribeEncoder encoder =
                new SubscribeEncoder(new UnsafeBuffer(new byte[1 << 16])).reset(type, packetId);
        final int count = 1 + random.nextInt(5);
        text.add(ControlPacketType.name(type), packetId).add("filters", count);
        for (int i = 0; i < count; i++) {
            final boolean shared = random.nextBoolean();
            final Slice matched = Slice.ofUtf8(string(1, 9) + (random.nextBoolean() ? "/#" : "/+"));
            final Slice name = shared ? string(1, 9) : new Slice();
            final Slice filter = shared ? Slice.ofUtf8("$share/" + name + '/' + matched) : matched;
            text.add("filter", filter);
            if (subscribes) {
                final int options =
                        SubscriptionOptions.of(
                                random.nextInt(3),
                                !shared && random.nextBoolean(),
                                random.nextBoolean(),
                                random.nextInt(3));
                text.add("options", version == MqttVersion.V5 ? options : options & 3);
                encoder.add(filter, options);
            } else {
                encoder.add(filter);
            }
            text.add("valid", true).add("shared", shared);
            text.add("share name", name).add("matched", matched);
        }
        final PacketText list = new PacketText();
        final long allowed = subscribes ? PropertyId.IN_SUBSCRIBE : PropertyId.IN_UNSUBSCRIBE;
        encoder.properties(properties(list, allowed, PacketSender.CLIENT));
        text.add("subscription", numberIn(list, PropertyId.SUBSCRIPTION_IDENTIFIER));
        return new Packet(PacketSender.CLIENT, encoder, text.toString() + list);
    }

    private Packet suback(final int type) {
        final PacketText text = new PacketText();
        final int packetId = packetId();
        text.add(ControlPacketType.name(type), packetId);
        final SubackEncoder encoder =
                new SubackEncoder(new UnsafeBuffer(new byte[16])).reset(type, packetId);
        for (int count = 1 + random.nextInt(10); count > 0; count--) {
            final int code = code(PacketSender.SERVER, type);
            encoder.add(code);
            if (version == MqttVersion.V5) {
                text.add("reason", code);
            } else if (type == ControlPacketType.SUBACK) {
                text.add("reason", ReasonCode.isError(code) ? 0x80 : code);
            }
        }
        encoder.properties(properties(text, PropertyId.IN_ACK, PacketSender.SERVER));
        return new Packet(PacketSender.SERVER, encoder, text.toString());
    }

    private Packet disconnect() {
        final PacketSender sender =
                version == MqttVersion.V3_1_1 || random.nextBoolean()
                        ? PacketSender.CLIENT
                        : PacketSender.SERVER;
        final PacketText text = new PacketText();
        final int code = code(sender, ControlPacketType.DISCONNECT);
        text.add("DISCONNECT", version == MqttVersion.V5 ? code : 0);
        final long allowed = PropertyId.inDisconnect(sender);
        final DisconnectEncoder encoder = new DisconnectEncoder(sender).reset(code);
        encoder.properties(properties(text, allowed, sender));
        return new Packet(sender, encoder, text.toString());
    }

    private Packet auth() {
        final PacketSender sender =
                random.nextBoolean() ? PacketSender.CLIENT : PacketSender.SERVER;
        final PacketText text = new PacketText();
        final int code = code(sender, ControlPacketType.AUTH);
        text.add("AUTH", code);
        final AuthEncoder encoder = new AuthEncoder(sender).reset(code);
        encoder.properties(properties(text, PropertyId.IN_AUTH, sender));
        return new Packet(sender, encoder, text.toString());
    }

    private PropertyWriter properties(
            final PacketText text, final long allowed, final PacketSender sender) {
        return new RandomProperties(random).write(version == MqttVersion.V5, text, allowed, sender);
    }

    private static void noProperties(final PacketText text) {
        text.add("user properties", 0).add("subscription identifiers", 0);
    }

    /** The last number that the text says this property has, 0 if it says nothing of it. */
    private static long numberIn(final PacketText text, final int id) {
        final String name = "property " + id + ": ";
        return text.toString()
                .lines()
                .filter(line -> line.startsWith(name))
                .mapToLong(line -> Long.parseLong(line.substring(name.length())))
                .reduce(0, (first, last) -> last);
    }

    private int code(final PacketSender sender, final int type) {
        while (true) {
            final int code = random.nextBoolean() ? random.nextInt(0x20) : random.nextInt(0x100);
            if (AllowedReasonCodes.maySend(sender, type, code)) {
                return code;
            }
        }
    }

    private int packetId() {
        return 1 + random.nextInt(0xFFFF);
    }

    private Slice string(final int minimum, final int maximum) {
        return string(random, minimum, maximum);
    }

    private Slice bytes(final int maximum) {
        return bytes(random, maximum);
    }

    static Slice string(final Random random, final int minimum, final int maximum) {
        final StringBuilder text = new StringBuilder();
        for (int left = minimum + random.nextInt(maximum); left > 0; left--) {
            text.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        }
        return Slice.ofUtf8(text.toString());
    }

    static Slice bytes(final Random random, final int maximum) {
        final byte[] bytes = new byte[random.nextInt(maximum)];
        random.nextBytes(bytes);
        return Slice.of(bytes);
    }
}
