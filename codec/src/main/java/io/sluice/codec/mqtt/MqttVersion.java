package io.sluice.codec.mqtt;

/** The protocol versions that are spoken here. */
public enum MqttVersion {
    V3_1_1(4),
    V5(5);

    private final int level;

    MqttVersion(final int level) {
        this.level = level;
    }

    /** The version with this Protocol Version byte; null for one that is not spoken here. */
    public static MqttVersion of(final int level) {
        return level == V5.level ? V5 : level == V3_1_1.level ? V3_1_1 : null;
    }

    /** The Protocol Version byte of CONNECT (3.1.1 calls it Protocol Level). */
    public int level() {
        return level;
    }
}
