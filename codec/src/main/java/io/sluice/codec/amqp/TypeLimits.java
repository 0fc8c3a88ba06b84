package io.sluice.codec.amqp;

/**
 * What a peer may make a reader do, whatever lengths and counts it writes.
 *
 * @param depthMax levels of nesting in one field or section; a list, a map, an array and a
 *     described value are one each
 * @param elementsMax elements of all the lists, maps and arrays in the fields of one frame, or in
 *     the sections of one message; a map's keys and values are one each. An array's elements of a
 *     fixed width of a byte or more, all of whose values are legal (any but booleans and chars), do
 *     not count: they are not walked, and the size of the frame or message bounds them
 * @param keysMax keys of one map whose keys must differ: fields, annotations,
 *     application-properties, filters, unsettled
 */
public record TypeLimits(int depthMax, int elementsMax, int keysMax) {
    /** 50 levels, 65,536 elements, 256 keys. */
    public static final TypeLimits DEFAULT = new TypeLimits(50, 65_536, 256);

    public TypeLimits {
        if (depthMax < 4 || depthMax > 1_000) {
            throw new IllegalArgumentException("depth: 4 to 1,000");
        }
        if (elementsMax < 64) {
            throw new IllegalArgumentException("elements of a frame: 64 or more");
        }
        if (keysMax < 1 || keysMax > 4_096) {
            throw new IllegalArgumentException("keys of a map: 1 to 4,096");
        }
    }
}
