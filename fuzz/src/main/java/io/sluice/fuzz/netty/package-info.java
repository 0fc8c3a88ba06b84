/** The MQTT decoders against Netty's, with a plain reference between them. */
package io.sluice.fuzz.netty;
