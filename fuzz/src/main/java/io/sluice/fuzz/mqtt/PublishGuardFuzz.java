package io.sluice.fuzz.mqtt;

import io.sluice.codec.mqtt.ControlPacketType;
import io.sluice.codec.mqtt.IngressCap;
import io.sluice.codec.mqtt.MqttFramer;
import io.sluice.codec.mqtt.MqttVersion;
import io.sluice.codec.mqtt.PacketSender;
import io.sluice.codec.mqtt.PropertyId;
import io.sluice.codec.mqtt.PublishCaps;
import io.sluice.codec.mqtt.PublishDecoder;
import io.sluice.codec.mqtt.PublishGuard;
import io.sluice.codec.mqtt.ReasonCode;
import io.sluice.fuzz.law.Finding;
import io.sluice.fuzz.law.Laws;
import io.sluice.fuzz.law.Seeds;
import io.sluice.fuzz.law.Target;
import io.sluice.fuzz.packet.PacketWords;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The guard of PUBLISH, which judges raw bytes and cuts in place. What the decoder accepts must be
 * judged as the decoder's accessors say, and be the same after the cut but for the User Properties;
 * whatever the bytes, those around them stay as they are. The first byte of an input selects
 * version and caps, the second holds the flags, the rest is the body.
 */
public final class PublishGuardFuzz implements Target {
    private static final int MARGIN = 32;
    private static final int CAPS_SHIFT = 1;

    private static final int FEW = 4;
    private static final int MANY = 500;

    /** Each cap in turn is the one that is easily broken; then all are, then other mixtures. */
    private static final PublishCaps[] CAPS = {
        new PublishCaps(FEW, MANY, MANY, MANY, MANY, MANY),
        new PublishCaps(MANY, FEW, MANY, MANY, MANY, MANY),
        new PublishCaps(MANY, MANY, FEW, MANY, MANY, MANY),
        new PublishCaps(MANY, MANY, MANY, 0, MANY, MANY),
        new PublishCaps(MANY, MANY, MANY, MANY, FEW, MANY),
        new PublishCaps(MANY, MANY, MANY, MANY, MANY, FEW),
        new PublishCaps(1, 1, 0, 1, 0, 0),
        new PublishCaps(16, 3, 64, 2, 4, 32),
    };

    private final Laws laws;
    private final PublishGuard[] guards = new PublishGuard[CAPS.length];
    private final MqttFramer framer = new MqttFramer(Integer.MAX_VALUE);
    private final PublishDecoder decoder = new PublishDecoder(PacketSender.SERVER);
    private final UnsafeBuffer alone = new UnsafeBuffer(new byte[0]);
    private final UnsafeBuffer within = new UnsafeBuffer(new byte[0]);

    // Of the packet that is inspected.
    private byte[] packet;
    private byte[] copy;
    private PublishGuard guard;
    private MqttVersion version;
    private IngressCap verdict;
    private final Runnable inspectAlone = this::inspectAlone;

    public PublishGuardFuzz(final Laws laws) {
        this.laws = laws;
        Arrays.setAll(guards, i -> new PublishGuard(CAPS[i]));
    }

    @Override
    public void check(final byte[] input) {
        if (input.length < 2) {
            return;
        }
        version = PacketInput.version(input[0]);
        final int capsIndex = input[0] >> CAPS_SHIFT & CAPS.length - 1;
        guard = guards[capsIndex];
        packet =
                PacketInput.frame(PacketInput.first(ControlPacketType.PUBLISH, input[1]), input, 2);
        copy = packet.clone();
        alone.wrap(copy);
        laws.cost("the guard", packet.length, inspectAlone);
        final IngressCap judged = verdict;
        final byte[] after =
                Arrays.copyOfRange(
                        copy, guard.packetOffset(), guard.packetOffset() + guard.packetLength());
        checkFrame(after);
        compareWithin(judged, after, (byte) 0xFF);
        compareWithin(judged, after, (byte) 0x00);
        compareWithDecoder(judged, after, CAPS[capsIndex]);
    }

    private void inspectAlone() {
        System.arraycopy(packet, 0, copy, 0, packet.length);
        verdict = guard.inspect(alone, 0, packet.length, version);
    }

    private void checkFrame(final byte[] after) {
        if (guard.packetOffset() + guard.packetLength() != packet.length) {
            throw new Finding("the packet ends elsewhere");
        }
        if (guard.userPropertiesCut() == 0 && !Arrays.equals(packet, copy)) {
            throw new Finding("nothing was cut, but bytes have changed");
        }
        alone.wrap(after);
        if (framer.next(alone, 0, after.length) != ReasonCode.SUCCESS
                || framer.packetLength() != after.length) {
            throw new Finding("what was cut is no whole packet");
        }
    }

    private void compareWithin(final IngressCap judged, final byte[] after, final byte around) {
        final byte[] bytes = new byte[packet.length + 2 * MARGIN];
        Arrays.fill(bytes, around);
        System.arraycopy(packet, 0, bytes, MARGIN, packet.length);
        within.wrap(bytes);
        final IngressCap again = guard.inspect(within, MARGIN, packet.length, version);
        final int begin = guard.packetOffset();
        final int end = begin + guard.packetLength();
        if (again != judged
                || end != MARGIN + packet.length
                || !Arrays.equals(after, Arrays.copyOfRange(bytes, begin, end))) {
            throw new Finding("alone " + judged + ", with bytes around it " + again);
        }
        for (int i = 0; i < MARGIN; i++) {
            if (bytes[i] != around || bytes[end + i] != around) {
                throw new Finding("bytes around the packet have changed");
            }
        }
    }

    private void compareWithDecoder(
            final IngressCap judged, final byte[] after, final PublishCaps caps) {
        alone.wrap(packet);
        if (decoder.wrap(alone, 0, packet.length, version) != ReasonCode.SUCCESS) {
            return;
        }
        final IngressCap expected = expected(caps);
        if (judged != expected) {
            throw new Finding("judged " + judged + ", the decoder says " + expected);
        }
        final List<String> whole = PacketWords.of(decoder);
        final String user = PropertyId.USER_PROPERTY + ": ";
        final List<String> kept = new ArrayList<>();
        int cut = 0;
        int users = 0;
        for (final String word : whole) {
            final boolean drop = word.startsWith(user) && ++users > caps.userPropertiesMax() + 1;
            cut += drop ? 1 : 0;
            if (!drop) {
                kept.add(word);
            }
        }
        if (cut != guard.userPropertiesCut()) {
            throw new Finding("cut " + guard.userPropertiesCut() + ", too many are " + cut);
        }
        alone.wrap(after);
        final int reason = decoder.wrap(alone, 0, after.length, version);
        if (reason != ReasonCode.SUCCESS || !kept.equals(PacketWords.of(decoder))) {
            throw new Finding("after the cut: " + ReasonCode.name(reason) + ", or other fields");
        }
    }

    private IngressCap expected(final PublishCaps caps) {
        final String topic = decoder.topic().toString();
        if (decoder.topic().length() > caps.topicBytesMax()) {
            return IngressCap.TOPIC_BYTES;
        }
        if (topic.chars().filter(one -> one == '/').count() + 1 > caps.topicLevelsMax()) {
            return IngressCap.TOPIC_LEVELS;
        }
        if (decoder.properties().length() > caps.propertyBytesMax()) {
            return IngressCap.PROPERTY_BYTES;
        }
        if (decoder.properties().userPropertyCount() > caps.userPropertiesMax()) {
            return IngressCap.USER_PROPERTIES;
        }
        final int correlation = decoder.properties().bytes(PropertyId.CORRELATION_DATA).length();
        if (correlation > caps.correlationDataBytesMax()) {
            return IngressCap.CORRELATION_DATA_BYTES;
        }
        return decoder.payload().length() > caps.payloadBytesMax()
                ? IngressCap.PAYLOAD_BYTES
                : IngressCap.NONE;
    }

    @Override
    public void seeds(final Seeds seeds) {
        final List<byte[]> samples = new ArrayList<>(MqttSamples.smallLists());
        for (final MqttSamples.Sample sample : MqttSamples.ofTypes(ControlPacketType.PUBLISH)) {
            samples.add(sample.packet());
        }
        for (final byte[] sample : samples) {
            for (int selector = 0; selector < CAPS.length << CAPS_SHIFT; selector++) {
                seeds.add(PacketInput.prepend(selector, PacketInput.firstAndBody(sample)));
            }
        }
    }
}
