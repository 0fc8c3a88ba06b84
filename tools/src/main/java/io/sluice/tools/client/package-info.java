/** Small blocking clients of MQTT and AMQP 1.0 for the commands, one thread each. */
package io.sluice.tools.client;
