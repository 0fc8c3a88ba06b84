package io.sluice.fuzz.mqtt;

import io.sluice.codec.mqtt.MqttFramer;
import io.sluice.codec.mqtt.MqttVersion;
import io.sluice.codec.mqtt.PacketSender;
import io.sluice.codec.mqtt.ReasonCode;
import io.sluice.fuzz.law.Finding;
import io.sluice.fuzz.law.Laws;
import io.sluice.fuzz.law.Seeds;
import io.sluice.fuzz.law.Target;
import io.sluice.fuzz.law.Transcript;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A stream of packets on its way through framer, sender's rights, guard and decoder, as in a
 * connection. What is said of a packet must be the same for the packet alone, for packets in the
 * opposite order, and for a stream that arrives in pieces and is judged and cut where it lies. The
 * first byte of an input selects version and sender; the rest is the stream.
 */
public final class MqttStreamFuzz implements Target {
    private static final int PACKETS_MAX = 32;
    private static final int BYTE_BY_BYTE_MAX = 256;

    private final Laws laws;
    private final MqttInbound[] inbounds = {
        new MqttInbound(PacketSender.CLIENT), new MqttInbound(PacketSender.SERVER)
    };

    // What was said of each packet alone, and the version it was read in.
    private final Transcript[] alone = new Transcript[PACKETS_MAX];
    private final MqttVersion[] versions = new MqttVersion[PACKETS_MAX];
    private final byte[][] packets = new byte[PACKETS_MAX][];
    private final int[] answers = new int[PACKETS_MAX];
    private final Transcript now = new Transcript();
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[0]);
    private final UnsafeBuffer received = new UnsafeBuffer(new byte[0]);

    // Of the stream that is checked.
    private MqttInbound inbound;
    private MqttVersion version;
    private byte[] stream;
    private byte[] receivedBytes;
    private int count;
    private int end;
    private final Runnable passWhole = this::passWhole;

    public MqttStreamFuzz(final Laws laws) {
        this.laws = laws;
        Arrays.setAll(alone, i -> new Transcript());
    }

    @Override
    public void check(final byte[] input) {
        if (input.length < 1) {
            return;
        }
        inbound = inbounds[PacketInput.sender(input[0]).ordinal()];
        version = PacketInput.version(input[0]);
        stream = PacketInput.tail(input, 1);
        receivedBytes = new byte[stream.length];
        received.wrap(receivedBytes);
        readAlone();
        readBackwards();
        laws.cost("the stream", stream.length, passWhole);
        final SplittableRandom random = new SplittableRandom(Arrays.hashCode(stream));
        arrive(random, 1 + random.nextInt(16));
        arrive(random, 1 + random.nextInt(1_024));
        if (stream.length <= BYTE_BY_BYTE_MAX) {
            arrive(random, 1);
        }
    }

    /** Each packet in a buffer of exactly its size, up to the first that ends the stream. */
    private void readAlone() {
        inbound.speak(version);
        count = 0;
        int at = 0;
        end = nextInStream(at);
        while (end == ReasonCode.SUCCESS && count < PACKETS_MAX) {
            packets[count] = Arrays.copyOfRange(stream, at, at + inbound.length());
            versions[count] = inbound.version();
            at += packets[count].length;
            answers[count] = readAlone(packets[count], alone[count]);
            end = answers[count] == ReasonCode.SUCCESS ? nextInStream(at) : answers[count];
            count++;
        }
    }

    private int nextInStream(final int at) {
        buffer.wrap(stream);
        return inbound.next(buffer, at, stream.length);
    }

    private int readAlone(final byte[] packet, final Transcript transcript) {
        final byte[] copy = packet.clone();
        buffer.wrap(copy);
        if (inbound.next(buffer, 0, copy.length) != ReasonCode.SUCCESS
                || inbound.length() != copy.length) {
            throw new Finding("a packet that was found is none alone");
        }
        transcript.begin(0);
        return inbound.judge(buffer, 0, transcript);
    }

    /** A packet is read as it is, whatever was read before it. */
    private void readBackwards() {
        for (int i = count - 1; i >= 0; i--) {
            inbound.speak(versions[i]);
            compare(i, readAlone(packets[i], now), "in the opposite order");
        }
    }

    private void compare(final int index, final int answer, final String where) {
        final String difference = alone[index].difference(now, true);
        if (difference != null || answer != answers[index]) {
            throw new Finding(
                    "packet %d alone %d, %s %d: %s"
                            .formatted(index, answers[index], where, answer, difference));
        }
    }

    /** The whole stream at once: for what it costs. */
    private void passWhole() {
        System.arraycopy(stream, 0, receivedBytes, 0, stream.length);
        inbound.speak(version);
        int at = 0;
        int answer = inbound.next(received, at, stream.length);
        while (answer == ReasonCode.SUCCESS) {
            final int length = inbound.length();
            now.begin(at);
            answer = inbound.judge(received, at, now);
            at += length;
            if (answer == ReasonCode.SUCCESS) {
                answer = inbound.next(received, at, stream.length);
            }
        }
    }

    /** The stream as a connection sees it: pieces behind what is left, moved to the front. */
    private void arrive(final SplittableRandom random, final int pieceMax) {
        Arrays.fill(receivedBytes, (byte) 0xFF);
        inbound.speak(version);
        int index = 0;
        int head = 0;
        int limit = 0;
        int arrived = 0;
        int answer = MqttFramer.INCOMPLETE;
        while (arrived < stream.length && answer == MqttFramer.INCOMPLETE) {
            final int piece = Math.min(stream.length - arrived, 1 + random.nextInt(pieceMax));
            System.arraycopy(stream, arrived, receivedBytes, limit, piece);
            arrived += piece;
            limit += piece;
            answer = inbound.next(received, head, limit);
            while (answer == ReasonCode.SUCCESS && index < count) {
                final int length = inbound.length();
                now.begin(head);
                answer = inbound.judge(received, head, now);
                compare(index++, answer, "in a stream in pieces of up to " + pieceMax);
                head += length;
                if (answer == ReasonCode.SUCCESS) {
                    answer = inbound.next(received, head, limit);
                }
            }
            if (random.nextBoolean()) {
                System.arraycopy(receivedBytes, head, receivedBytes, 0, limit - head);
                limit -= head;
                head = 0;
            }
        }
        if (index != count || answer != end) {
            throw new Finding(
                    "in one piece %d packets, then %d; in pieces of up to %d %d, then %d"
                            .formatted(count, end, pieceMax, index, answer));
        }
    }

    @Override
    public void seeds(final Seeds seeds) {
        for (final MqttSamples.Sample stream : MqttSamples.streams()) {
            seeds.add(PacketInput.whole(stream.selector(), stream.packet()));
        }
    }
}
