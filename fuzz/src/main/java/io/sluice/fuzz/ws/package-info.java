/** Targets of the WebSocket codec. */
package io.sluice.fuzz.ws;
