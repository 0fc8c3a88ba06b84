package io.sluice.fuzz.packet;

import io.sluice.codec.mqtt.ControlPacketType;
import io.sluice.codec.mqtt.MqttVersion;
import io.sluice.codec.mqtt.PacketEncoder;
import io.sluice.codec.mqtt.SubscribeDecoder;
import io.sluice.codec.mqtt.SubscribeEncoder;
import io.sluice.codec.mqtt.SubscriptionOptions;
import io.sluice.fuzz.law.Finding;
import io.sluice.fuzz.law.Transcript;

/** SUBSCRIBE and UNSUBSCRIBE, read and written. */
final class SubscribeReader extends PacketReader {
    private final SubscribeDecoder decoder;
    private final SubscribeEncoder encoder = new SubscribeEncoder(region());

    SubscribeReader(final MqttVersion version) {
        this(version, new SubscribeDecoder());
    }

    private SubscribeReader(final MqttVersion version, final SubscribeDecoder decoder) {
        super(version, decoder);
        this.decoder = decoder;
    }

    @Override
    void tell(final Transcript transcript) {
        transcript.number("type", decoder.type());
        transcript.number("packet id", decoder.packetId());
        transcript.position("packet id offset", decoder.packetIdOffset());
        transcript.number("subscription identifier", decoder.subscriptionIdentifier());
        transcript.number("filters", decoder.count());
        tell(decoder.properties(), transcript);
        int walked = 0; // at the first filter, as wrap has left it
        while (decoder.next()) {
            walked++;
            tellFilter(transcript);
        }
        if (walked != decoder.count() || walked == 0) {
            throw new Finding(decoder.count() + " filters are counted, " + walked + " are there");
        }
        decoder.rewind();
    }

    private void tellFilter(final Transcript transcript) {
        transcript.slice("filter", decoder.topicFilter());
        transcript.flag("valid", decoder.isValid());
        transcript.flag("shared", decoder.isShared());
        if (decoder.isValid()) {
            transcript.slice("share name", decoder.shareName());
            transcript.slice("matched", decoder.matchedFilter());
        }
        if (isSubscribe()) {
            final int options = decoder.options();
            transcript.number("options", options);
            final int again =
                    SubscriptionOptions.of(
                            SubscriptionOptions.qos(options),
                            SubscriptionOptions.noLocal(options),
                            SubscriptionOptions.retainAsPublished(options),
                            SubscriptionOptions.retainHandling(options));
            if (again != options) {
                throw new Finding("options " + options + " come back as " + again);
            }
        }
    }

    private boolean isSubscribe() {
        return decoder.type() == ControlPacketType.SUBSCRIBE;
    }

    @Override
    PacketEncoder filled() {
        encoder.reset(decoder.type(), decoder.packetId()).properties(again(decoder.properties()));
        decoder.rewind();
        while (decoder.next()) {
            if (isSubscribe()) {
                encoder.add(decoder.topicFilter(), decoder.options());
            } else {
                encoder.add(decoder.topicFilter());
            }
        }
        decoder.rewind();
        return encoder;
    }
}
