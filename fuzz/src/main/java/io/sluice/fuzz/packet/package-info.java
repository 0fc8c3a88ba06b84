/** MQTT control packets as the laws see them, and in words that other implementations share. */
package io.sluice.fuzz.packet;
