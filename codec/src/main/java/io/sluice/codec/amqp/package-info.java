/**
 * AMQP 1.0 (OASIS, ISO/IEC 19464): framing, the type system, performatives, SASL and message
 * sections, as flyweights over buffers that someone else owns. A decoder's {@code wrap} checks
 * every byte once and answers {@link io.sluice.codec.amqp.AmqpError#NONE} or the condition that the
 * peer gets; accessors trust what it checked. Nothing allocates after construction.
 */
package io.sluice.codec.amqp;
