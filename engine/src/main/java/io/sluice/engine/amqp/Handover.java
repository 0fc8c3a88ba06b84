package io.sluice.engine.amqp;

/**
 * What is known of a peer whose open is still to be read, when its connection changes its loop: the
 * headers and SASL are over.
 *
 * @param user whom SASL has found it to be; empty if it has not said who it is
 * @param openDueNs until when its open may take, on the engine's monotonic clock
 */
record Handover(String user, long openDueNs) {}
