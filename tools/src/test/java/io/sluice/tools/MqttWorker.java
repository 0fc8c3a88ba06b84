package io.sluice.tools;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.util.concurrent.Semaphore;

/** A worker over MQTT at QoS 1 that keeps its window full. */
final class MqttWorker extends Worker {
    private final MqttPeer peer;
    private final Semaphore window;
    private volatile boolean ended;

    MqttWorker(
            final MqttPeer peer,
            final String name,
            final String publishTo,
            final String consumeFrom,
            final int count,
            final int window)
            throws IOException {
        super(name, publishTo, consumeFrom, count);
        this.peer = peer.connect(name);
        this.window = new Semaphore(window);
        peer.subscribe(consumeFrom, 1);
    }

    @Override
    void publishAll() throws IOException, InterruptedException {
        for (int i = next(); i >= 0; i = next()) {
            window.acquire();
            peer.publish(publishTo, 1, 1 + i % 65_535, text(i).getBytes(UTF_8));
        }
    }

    @Override
    void consume() throws IOException {
        try {
            while (true) {
                onPacket(peer.read());
            }
        } catch (final SocketException | EOFException e) {
            if (!ended) {
                throw e;
            }
        }
    }

    private void onPacket(final MqttPeer.Packet packet) throws IOException {
        switch (packet.type()) {
            case 3 -> {
                onMessage(packet.payload(peer.version()));
                peer.acknowledge(0x40, packet.packetId());
            }
            case 4 -> {
                if (packet.body().length > 2 && packet.body()[2] < 0) {
                    throw new IOException("refused: " + (packet.body()[2] & 0xFF));
                }
                onSettled();
                window.release();
            }
            default -> throw new IOException("unexpected: " + packet);
        }
    }

    @Override
    void end() throws IOException {
        ended = true;
        peer.disconnect();
        peer.close();
    }
}
