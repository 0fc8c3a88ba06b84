package io.sluice.codec.mqtt;

/** Which end of a network connection sent a packet: some rules bind only one of them. */
public enum PacketSender {
    CLIENT,
    SERVER
}
