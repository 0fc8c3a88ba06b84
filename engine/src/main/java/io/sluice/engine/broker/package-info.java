/**
 * The nodes that links end at: queues that keep and compete, events that fan out. No protocol and
 * no socket is seen from here.
 */
package io.sluice.engine.broker;
