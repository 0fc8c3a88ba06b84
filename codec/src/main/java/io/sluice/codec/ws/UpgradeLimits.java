package io.sluice.codec.ws;

/**
 * How much of an HTTP message is read before it is refused.
 *
 * @param headBytesMax bytes from the start line to the empty line, both included
 * @param fieldsMax header fields, known or not
 */
public record UpgradeLimits(int headBytesMax, int fieldsMax) {
    public UpgradeLimits {
        if (headBytesMax < 1) {
            throw new IllegalArgumentException("head bytes: 1 or more");
        }
        if (fieldsMax < 1) {
            throw new IllegalArgumentException("header fields: 1 or more");
        }
    }
}
