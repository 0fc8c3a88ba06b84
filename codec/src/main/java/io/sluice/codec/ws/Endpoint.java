package io.sluice.codec.ws;

/** The two ends of a WebSocket connection: a client masks what it sends, a server does not. */
public enum Endpoint {
    CLIENT,
    SERVER
}
