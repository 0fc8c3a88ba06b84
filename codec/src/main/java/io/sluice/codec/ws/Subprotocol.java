package io.sluice.codec.ws;

/** The subprotocols spoken over WebSocket here, by their registered names. */
public enum Subprotocol {
    /** MQTT, any version. [MQTT-6.0.0-3] */
    MQTT("mqtt"),
    /** AMQP 1.0 (AMQP WebSocket Binding section 2.1). */
    AMQP("amqp");

    final byte[] ascii;

    Subprotocol(final String name) {
        ascii = Ascii.bytes(name);
    }
}
