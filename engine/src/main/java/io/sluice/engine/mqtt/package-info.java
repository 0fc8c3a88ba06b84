/**
 * MQTT 5.0 and 3.1.1 as links: a topic is a target, a subscription a source's consumer, Receive
 * Maximum a window, PUBACK and PUBREC the settlement.
 */
package io.sluice.engine.mqtt;
