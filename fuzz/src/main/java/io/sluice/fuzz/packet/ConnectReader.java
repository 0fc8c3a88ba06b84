package io.sluice.fuzz.packet;

import io.sluice.codec.mqtt.ConnectDecoder;
import io.sluice.codec.mqtt.ConnectEncoder;
import io.sluice.codec.mqtt.MqttVersion;
import io.sluice.codec.mqtt.PacketEncoder;
import io.sluice.codec.mqtt.PropertyWriter;
import io.sluice.fuzz.law.Transcript;

/** CONNECT, read and written; it names its version itself. */
final class ConnectReader extends PacketReader {
    private final ConnectDecoder decoder;
    private final ConnectEncoder encoder = new ConnectEncoder();
    private final PropertyWriter willWriter = writer();

    ConnectReader() {
        this(new ConnectDecoder());
    }

    private ConnectReader(final ConnectDecoder decoder) {
        super(null, (buffer, offset, length, version) -> decoder.wrap(buffer, offset, length));
        this.decoder = decoder;
    }

    @Override
    public MqttVersion version() {
        return decoder.version();
    }

    @Override
    public void tell(final int verdict, final Transcript transcript) {
        transcript.number("level", decoder.protocolLevel()); // good whatever the verdict
        transcript.number("version", decoder.version().level());
        super.tell(verdict, transcript);
    }

    @Override
    void tell(final Transcript transcript) {
        transcript.flag("clean start", decoder.cleanStart());
        transcript.number("keep alive", decoder.keepAlive());
        transcript.slice("client id", decoder.clientId());
        transcript.flag("will", decoder.hasWill());
        transcript.number("will qos", decoder.willQos());
        transcript.flag("will retain", decoder.willRetain());
        transcript.slice("will topic", decoder.willTopic());
        transcript.slice("will payload", decoder.willPayload());
        transcript.flag("has user name", decoder.hasUserName());
        transcript.slice("user name", decoder.userName());
        transcript.flag("has password", decoder.hasPassword());
        transcript.slice("password", decoder.password());
        tell(decoder.properties(), transcript);
        tell(decoder.willProperties(), transcript);
    }

    @Override
    PacketEncoder filled() {
        encoder.reset()
                .clientId(decoder.clientId())
                .cleanStart(decoder.cleanStart())
                .keepAlive(decoder.keepAlive())
                .properties(again(decoder.properties()));
        if (decoder.hasWill()) {
            encoder.will(
                            decoder.willTopic(),
                            decoder.willPayload(),
                            decoder.willQos(),
                            decoder.willRetain())
                    .willProperties(again(decoder.willProperties(), willWriter));
        }
        if (decoder.hasUserName()) {
            encoder.userName(decoder.userName());
        }
        if (decoder.hasPassword()) {
            encoder.password(decoder.password());
        }
        return encoder;
    }
}
