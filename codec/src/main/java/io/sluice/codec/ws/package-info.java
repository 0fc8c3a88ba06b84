/**
 * WebSocket on the wire (RFC 6455), in both roles: the HTTP upgrade, frames in, frames out. Only
 * binary messages, no extension.
 *
 * <p>Unlike its siblings this package keeps state between calls, in one place: a frame may be split
 * anywhere, so each connection has an {@link io.sluice.codec.ws.InboundFrames} of its own.
 *
 * <p>The peer's faults are values: an HTTP status, a close code, or an {@link
 * io.sluice.codec.ws.UpgradeResult}.
 */
package io.sluice.codec.ws;
