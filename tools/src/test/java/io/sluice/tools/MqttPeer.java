package io.sluice.tools;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.concurrent.TimeUnit;

/** A client of MQTT on a plain socket that does what it is told, right or wrong. */
final class MqttPeer implements AutoCloseable {
    static final int V5 = 5;
    static final int V3_1_1 = 4;
    private static final int PATIENCE_MS = (int) TimeUnit.SECONDS.toMillis(60);

    /** A packet that came: its first byte, and what follows its length. */
    record Packet(int first, byte[] body) {
        int type() {
            return first >> 4;
        }

        int qos() {
            return first >> 1 & 3;
        }

        int number(final int at) {
            return (body[at] & 0xFF) << 8 | body[at + 1] & 0xFF;
        }

        /** Where the packet identifier of a PUBLISH is. */
        private int idAt() {
            return 2 + number(0);
        }

        int packetId() {
            return type() == 3 ? number(idAt()) : number(0);
        }

        /** The payload of a PUBLISH; its properties are less than 128 bytes. */
        String payload(final int version) {
            final int properties = idAt() + (qos() > 0 ? 2 : 0);
            final int at = version == V5 ? properties + 1 + body[properties] : properties;
            return new String(body, at, body.length - at, UTF_8);
        }
    }

    private final Socket socket;
    private final DataInputStream in;
    private final int version;

    /** Connects the socket and says nothing. */
    MqttPeer(final int port, final int version) throws IOException {
        this.version = version;
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(PATIENCE_MS);
        in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    }

    int version() {
        return version;
    }

    Socket socket() {
        return socket;
    }

    /** Is connected under this name. */
    MqttPeer connect(final String clientId) throws IOException {
        return connect(clientId, 0);
    }

    MqttPeer connect(final String clientId, final int keepAliveSeconds) throws IOException {
        send(
                0x10,
                out -> {
                    out.writeUTF("MQTT");
                    out.writeByte(version);
                    out.writeByte(2); // a clean start
                    out.writeShort(keepAliveSeconds);
                    properties(out);
                    out.writeUTF(clientId);
                });
        final Packet connack = read();
        if (connack.type() != 2 || connack.body()[1] != 0) {
            throw new IOException("no CONNACK: " + connack);
        }
        return this;
    }

    private void properties(final DataOutputStream out) throws IOException {
        if (version == V5) {
            out.writeByte(0);
        }
    }

    /** Is subscribed to one filter. */
    void subscribe(final String filter, final int options) throws IOException {
        send(
                0x82,
                out -> {
                    out.writeShort(1);
                    properties(out);
                    out.writeUTF(filter);
                    out.writeByte(options);
                });
        final Packet suback = read();
        if (suback.type() != 9 || suback.body()[suback.body().length - 1] < 0) {
            throw new IOException("no SUBACK: " + suback);
        }
    }

    /** Is not subscribed to the filter any more. */
    void unsubscribe(final String filter) throws IOException {
        send(
                0xA2,
                out -> {
                    out.writeShort(1);
                    properties(out);
                    out.writeUTF(filter);
                });
        final Packet unsuback = read();
        if (unsuback.type() != 11) {
            throw new IOException("no UNSUBACK: " + unsuback);
        }
    }

    void publish(final String topic, final int qos, final int packetId, final byte[] payload)
            throws IOException {
        send(
                0x30 | qos << 1,
                out -> {
                    out.writeUTF(topic);
                    if (qos > 0) {
                        out.writeShort(packetId);
                    }
                    properties(out);
                    out.write(payload);
                });
    }

    /** PUBACK, or another with nothing but the packet identifier. */
    void acknowledge(final int first, final int packetId) throws IOException {
        send(first, out -> out.writeShort(packetId));
    }

    void disconnect() throws IOException {
        send(0xE0, out -> {});
    }

    /** What stands behind the length of a packet. */
    private interface Body {
        void write(DataOutputStream out) throws IOException;
    }

    private void send(final int first, final Body body) throws IOException {
        final ByteArrayOutputStream content = new ByteArrayOutputStream();
        body.write(new DataOutputStream(content));
        final ByteArrayOutputStream packet = new ByteArrayOutputStream();
        packet.write(first);
        int rest = content.size();
        do {
            packet.write(rest > 127 ? rest % 128 + 128 : rest);
            rest /= 128;
        } while (rest > 0);
        content.writeTo(packet);
        send(packet.toByteArray());
    }

    /** These bytes at once; several threads may send, the socket writes for one after the other. */
    void send(final byte... bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    /** The next packet; waits for it. */
    Packet read() throws IOException {
        final int first = in.readUnsignedByte();
        int length = 0;
        int digit;
        int shift = 0;
        do {
            digit = in.readUnsignedByte();
            length |= (digit & 127) << shift;
            shift += 7;
        } while (digit > 127);
        final byte[] body = new byte[length];
        in.readFully(body);
        return new Packet(first, body);
    }

    /** Everything that still comes until the server ends the connection. */
    byte[] readToEnd() throws IOException {
        final ByteArrayOutputStream rest = new ByteArrayOutputStream();
        try {
            in.transferTo(rest);
        } catch (final EOFException e) {
            throw new UncheckedIOException(e);
        }
        return rest.toByteArray();
    }

    /** Ends the connection with a reset. */
    void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
