/** Targets of the MQTT codec, and its differential against another decoder. */
package io.sluice.fuzz.mqtt;
