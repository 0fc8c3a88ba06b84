package io.sluice.codec.mqtt;

/**
 * What one CONNECT may cost. Its strings (Client Identifier, User Name and Password) have at most
 * 65,535 bytes each and need no cap here. Immutable: any number of guards share one.
 *
 * @param will what the will, a PUBLISH to come, may cost: its properties, topic and payload
 * @param propertyBytesMax bytes of the packet's own property list, without the length in front
 * @param userPropertiesMax User Properties in the packet's own list
 */
public record ConnectCaps(PublishCaps will, int propertyBytesMax, int userPropertiesMax) {

    public ConnectCaps {
        PublishCaps.requirePropertyCaps(propertyBytesMax, userPropertiesMax);
    }
}
