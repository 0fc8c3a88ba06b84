/** Targets of the MQTT codec. */
package io.sluice.fuzz.mqtt;
