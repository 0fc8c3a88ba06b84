/**
 * What a message of MQTT becomes in AMQP and the other way round: the one package that sees both
 * codecs. {@code docs/mapping.md} has the table.
 */
package io.sluice.engine.mapping;
