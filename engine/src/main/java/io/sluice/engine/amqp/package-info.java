/**
 * AMQP 1.0 at the edge: connections that peers open, their sessions and links, and nothing of what
 * a node is. Section numbers without a document are those of part 2 of the OASIS specification.
 */
package io.sluice.engine.amqp;
