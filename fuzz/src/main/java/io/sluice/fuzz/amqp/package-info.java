/** Targets of the AMQP 1.0 codec. */
package io.sluice.fuzz.amqp;
