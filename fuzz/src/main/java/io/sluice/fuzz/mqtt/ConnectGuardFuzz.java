package io.sluice.fuzz.mqtt;

import io.sluice.codec.mqtt.ConnectCaps;
import io.sluice.codec.mqtt.ConnectDecoder;
import io.sluice.codec.mqtt.ConnectGuard;
import io.sluice.codec.mqtt.ControlPacketType;
import io.sluice.codec.mqtt.IngressCap;
import io.sluice.codec.mqtt.PropertyId;
import io.sluice.codec.mqtt.PropertyList;
import io.sluice.codec.mqtt.PublishCaps;
import io.sluice.codec.mqtt.ReasonCode;
import io.sluice.fuzz.law.Finding;
import io.sluice.fuzz.law.Laws;
import io.sluice.fuzz.law.Reader;
import io.sluice.fuzz.law.Seeds;
import io.sluice.fuzz.law.Target;
import io.sluice.fuzz.law.Transcript;
import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The guard of CONNECT: what the decoder accepts must be judged as its accessors say. The first
 * byte of an input selects the caps, the rest is the body.
 */
public final class ConnectGuardFuzz implements Target {
    private static final int FEW = 4;
    private static final int MANY = 5_000;

    /** Each cap in turn is the one that is easily broken. */
    private static final ConnectCaps[] CAPS = {
        new ConnectCaps(new PublishCaps(FEW, MANY, MANY, MANY, MANY, MANY), MANY, MANY),
        new ConnectCaps(new PublishCaps(MANY, 2, MANY, MANY, MANY, MANY), MANY, MANY),
        new ConnectCaps(new PublishCaps(MANY, MANY, FEW, MANY, MANY, MANY), MANY, MANY),
        new ConnectCaps(new PublishCaps(MANY, MANY, MANY, 0, MANY, MANY), MANY, MANY),
        new ConnectCaps(new PublishCaps(MANY, MANY, MANY, MANY, 1, MANY), MANY, MANY),
        new ConnectCaps(new PublishCaps(MANY, MANY, MANY, MANY, MANY, FEW), MANY, MANY),
        new ConnectCaps(new PublishCaps(MANY, MANY, MANY, MANY, MANY, MANY), FEW, MANY),
        new ConnectCaps(new PublishCaps(MANY, MANY, MANY, MANY, MANY, MANY), MANY, 0),
    };

    private final Laws laws;
    private final Guarded[] guarded = new Guarded[CAPS.length];
    private final ConnectDecoder decoder = new ConnectDecoder();

    public ConnectGuardFuzz(final Laws laws) {
        this.laws = laws;
        Arrays.setAll(guarded, i -> new Guarded(new ConnectGuard(CAPS[i])));
    }

    @Override
    public void check(final byte[] input) {
        if (input.length < 1) {
            return;
        }
        final int capsIndex = input[0] & CAPS.length - 1;
        final byte[] packet =
                PacketInput.frame(PacketInput.first(ControlPacketType.CONNECT, 0), input, 1);
        final IngressCap judged = IngressCap.values()[laws.read(guarded[capsIndex], packet)];
        if (decoder.wrap(new UnsafeBuffer(packet), 0, packet.length) != ReasonCode.SUCCESS) {
            return;
        }
        final IngressCap expected = expected(CAPS[capsIndex]);
        if (judged != expected) {
            throw new Finding("judged " + judged + ", the decoder says " + expected);
        }
    }

    private IngressCap expected(final ConnectCaps caps) {
        final PropertyList own = decoder.properties();
        if (own.length() > caps.propertyBytesMax()) {
            return IngressCap.PROPERTY_BYTES;
        }
        if (own.userPropertyCount() > caps.userPropertiesMax()) {
            return IngressCap.USER_PROPERTIES;
        }
        return decoder.hasWill() ? expectedOfWill(caps.will()) : IngressCap.NONE;
    }

    private IngressCap expectedOfWill(final PublishCaps caps) {
        final PropertyList properties = decoder.willProperties();
        if (properties.length() > caps.propertyBytesMax()) {
            return IngressCap.PROPERTY_BYTES;
        }
        if (properties.userPropertyCount() > caps.userPropertiesMax()) {
            return IngressCap.USER_PROPERTIES;
        }
        if (properties.bytes(PropertyId.CORRELATION_DATA).length()
                > caps.correlationDataBytesMax()) {
            return IngressCap.CORRELATION_DATA_BYTES;
        }
        if (decoder.willTopic().length() > caps.topicBytesMax()) {
            return IngressCap.TOPIC_BYTES;
        }
        final String topic = decoder.willTopic().toString();
        if (topic.chars().filter(one -> one == '/').count() + 1 > caps.topicLevelsMax()) {
            return IngressCap.TOPIC_LEVELS;
        }
        return decoder.willPayload().length() > caps.payloadBytesMax()
                ? IngressCap.PAYLOAD_BYTES
                : IngressCap.NONE;
    }

    @Override
    public void seeds(final Seeds seeds) {
        for (final MqttSamples.Sample sample : MqttSamples.ofTypes(ControlPacketType.CONNECT)) {
            final byte[] firstAndBody = PacketInput.firstAndBody(sample.packet());
            for (int caps = 0; caps < CAPS.length; caps++) {
                firstAndBody[0] = (byte) caps;
                seeds.add(firstAndBody.clone());
            }
        }
    }

    /** The guard as a reader; its verdict is the cap's number. */
    private record Guarded(ConnectGuard guard) implements Reader {
        @Override
        public int read(final DirectBuffer buffer, final int offset, final int length) {
            return guard.inspect(buffer, offset, length).ordinal();
        }

        @Override
        public void tell(final int verdict, final Transcript transcript) {
            transcript.number("cap", verdict);
        }
    }
}
