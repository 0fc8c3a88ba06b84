/**
 * MQTT 5.0 and 3.1.1 on the wire. {@link io.sluice.codec.mqtt.MqttFramer} finds whole packets, the
 * guards look at their raw bytes, a decoder's {@code wrap} checks everything that can be checked on
 * one packet, encoders write. Nothing here keeps state from one packet to the next.
 *
 * <p>The peer's faults are values: every {@code wrap} returns {@link
 * io.sluice.codec.mqtt.ReasonCode#SUCCESS} or the reason code that the peer must get.
 */
package io.sluice.codec.mqtt;
