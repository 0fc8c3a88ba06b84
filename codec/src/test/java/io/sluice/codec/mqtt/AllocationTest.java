package io.sluice.codec.mqtt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.sluice.codec.wire.Slice;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Nothing is allocated once decoders and encoders are made, for good packets and bad. */
class AllocationTest {
    private static final int ROUNDS = 200;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private void assertAllocatesNothing(final Runnable round) {
        for (int i = 0; i < ROUNDS; i++) {
            round.run();
        }
        final long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < ROUNDS; i++) {
            round.run();
        }
        final long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertTrue(allocated < ROUNDS, allocated + " bytes in " + ROUNDS + " rounds");
    }

    @Test
    void decodesEverySample() {
        final SamplePacket[] samples = SamplePackets.all().values().toArray(new SamplePacket[0]);
        final UnsafeBuffer[] buffers = new UnsafeBuffer[samples.length];
        for (int i = 0; i < samples.length; i++) {
            buffers[i] = samples[i].buffer();
        }
        final AnyPacket fromClient = new AnyPacket(PacketSender.CLIENT);
        final AnyPacket fromServer = new AnyPacket(PacketSender.SERVER);
        assertAllocatesNothing(
                () -> {
                    for (int i = 0; i < samples.length; i++) {
                        final AnyPacket packet =
                                samples[i].sender() == PacketSender.CLIENT
                                        ? fromClient
                                        : fromServer;
                        packet.wrap(buffers[i], 0, buffers[i].capacity(), samples[i].version());
                    }
                });
    }

    @Test
    void readsAndRelaysAPublish() {
        final UnsafeBuffer in = PublishDecoderTest.FULL.buffer();
        final UnsafeBuffer out = new UnsafeBuffer(new byte[512]);
        final PublishDecoder publish = new PublishDecoder(PacketSender.SERVER);
        final PropertyCursor cursor = new PropertyCursor();
        final PropertyWriter properties = new PropertyWriter(new UnsafeBuffer(new byte[256]));
        final PublishEncoder encoder = new PublishEncoder();
        assertAllocatesNothing(
                () -> {
                    assertEquals(0, publish.wrap(in, 0, in.capacity(), MqttVersion.V5));
                    properties.clear();
                    cursor.wrap(publish.properties());
                    while (cursor.next()) {
                        properties.add(cursor);
                    }
                    encoder.reset().qos(publish.qos(), publish.packetId()).dup(publish.dup());
                    encoder.retain(publish.retain()).topic(publish.topic());
                    encoder.payload(publish.payload()).properties(properties);
                    assertEquals(in.capacity(), encoder.encode(out, 0, MqttVersion.V5));
                });
        assertEquals(in.compareTo(new UnsafeBuffer(out, 0, in.capacity())), 0);
    }

    @Test
    void walksAndAnswersASubscribe() {
        final UnsafeBuffer in = SubscribeDecoderTest.SUBSCRIBE_FULL.buffer();
        final UnsafeBuffer out = new UnsafeBuffer(new byte[64]);
        final SubscribeDecoder subscribe = new SubscribeDecoder();
        final SubackEncoder suback = new SubackEncoder(new UnsafeBuffer(new byte[8]));
        final Slice topic = Slice.ofUtf8("a/x/b");
        assertAllocatesNothing(
                () -> {
                    assertEquals(0, subscribe.wrap(in, 0, in.capacity(), MqttVersion.V5));
                    suback.reset(ControlPacketType.SUBACK, subscribe.packetId());
                    while (subscribe.next()) {
                        suback.add(
                                TopicFilter.matches(subscribe.matchedFilter(), topic)
                                        ? SubscriptionOptions.qos(subscribe.options())
                                        : ReasonCode.NOT_AUTHORIZED);
                    }
                    assertEquals(9, suback.encode(out, 0, MqttVersion.V5));
                });
        assertEquals(
                List.of(2, 1, 2, 0x87),
                List.of(5, 6, 7, 8).stream().map(at -> out.getByte(at) & 0xFF).toList());
    }

    @Test
    void guardsConnectAndSubscribe() {
        final PublishCaps will = new PublishCaps(1, 1, 1 << 20, 0, 1 << 20, 1);
        final ConnectGuard connectGuard = new ConnectGuard(new ConnectCaps(will, 1 << 20, 99));
        final FilterGuard filterGuard = new FilterGuard(new FilterCaps(1, 99, 99, 1 << 20, 0));
        final UnsafeBuffer connect =
                Wire.buffer(
                        "10 .. 'MQTT' 05 06 00 00 ( 26 'a' 'b' ) 'c' ( 26 'a' 'b' ) 't' 'payload'");
        final UnsafeBuffer subscribe = Wire.buffer("82 .. 00 01 ( 26 'a' 'b' ) 'a/b' 00");
        assertAllocatesNothing(
                () -> {
                    assertSame(
                            IngressCap.USER_PROPERTIES,
                            connectGuard.inspect(connect, 0, connect.capacity()));
                    assertSame(
                            IngressCap.USER_PROPERTIES,
                            filterGuard.inspect(
                                    subscribe, 0, subscribe.capacity(), MqttVersion.V5));
                });
    }
}
