package io.sluice.engine.link;

import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * A message as it is stored and handed around: a header, then the source's own bytes. It becomes
 * another protocol's only where it goes out.
 *
 * <pre>
 *  0         1         2         3          4                  8
 * +---------+---------+---------+----------+------------------+
 * | version | format  | flags   | priority | length of body   |
 * +---------+---------+---------+----------+------------------+
 * | expires at, ms of the engine's time; 0: never             |
 * +-----------------------------------------------------------+
 * | arrived at, ms of the engine's time                       |
 * +-------------------------------------+---------------------+
 * | id: offset in body u16, length u16  | CRC32C of the rest  |
 * +-------------------------------------+---------------------+
 * | body: address length u16 big-endian, address, content ...
 * </pre>
 *
 * <p>Numbers of the header are little-endian. The body begins with the address that the message was
 * sent to. In {@link #FORMAT_MQTT} the body is a PUBLISH of MQTT 5 after its fixed header, without
 * the packet identifier: topic, properties (an empty list from 3.1.1), payload. In {@link
 * #FORMAT_AMQP} the content is the message's sections as they came.
 */
public final class Record {
    public static final int HEADER_LENGTH = 32;
    public static final byte VERSION = 1;
    public static final byte FORMAT_MQTT = 1;
    public static final byte FORMAT_AMQP = 2;

    /** AMQP's and the one of whoever does not say. */
    public static final int PRIORITY_DEFAULT = 4;

    public static final int PRIORITY_MAX = 9;

    /** The sender asked for the message to be kept across a crash: QoS 1 and 2, durable. */
    public static final int FLAG_DURABLE = 1;

    /** The MQTT sender's RETAIN. */
    public static final int FLAG_RETAIN = 1 << 1;

    /** Two bits: the QoS of the MQTT sender; 0 for pre-settled, 1 for unsettled in AMQP. */
    public static final int FLAGS_QOS_SHIFT = 2;

    private static final int FLAGS_QOS_MASK = 3;

    private static final int FORMAT = 1;
    private static final int FLAGS = 2;
    private static final int PRIORITY = 3;
    private static final int BODY_LENGTH = 4;
    private static final int EXPIRES_AT = 8;
    private static final int ARRIVED_AT = 16;
    private static final int ID = 24;
    private static final int CRC = 28;

    private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;

    private Record() {}

    /** Writes a header with defaults; the fields that follow may be set before {@link #seal}. */
    public static void begin(
            final MutableDirectBuffer buffer,
            final int offset,
            final byte format,
            final int flags,
            final int bodyLength) {
        buffer.putByte(offset, VERSION);
        buffer.putByte(offset + FORMAT, format);
        buffer.putByte(offset + FLAGS, (byte) flags);
        buffer.putByte(offset + PRIORITY, (byte) PRIORITY_DEFAULT);
        buffer.putInt(offset + BODY_LENGTH, bodyLength, ORDER);
        buffer.putLong(offset + EXPIRES_AT, 0, ORDER);
        buffer.putLong(offset + ARRIVED_AT, 0, ORDER);
        buffer.putInt(offset + ID, 0, ORDER);
    }

    public static void priority(
            final MutableDirectBuffer buffer, final int offset, final int priority) {
        buffer.putByte(offset + PRIORITY, (byte) Math.min(priority, PRIORITY_MAX));
    }

    public static void expiresAtMs(
            final MutableDirectBuffer buffer, final int offset, final long expiresAtMs) {
        buffer.putLong(offset + EXPIRES_AT, expiresAtMs, ORDER);
    }

    public static void arrivedAtMs(
            final MutableDirectBuffer buffer, final int offset, final long arrivedAtMs) {
        buffer.putLong(offset + ARRIVED_AT, arrivedAtMs, ORDER);
    }

    /** Where in the body the producer's own identity of the message lies. */
    public static void id(
            final MutableDirectBuffer buffer,
            final int offset,
            final int idOffset,
            final int idLength) {
        buffer.putInt(offset + ID, idOffset | idLength << Short.SIZE, ORDER);
    }

    /** The record is whole: notes its checksum. The buffer is that of the checksum's slabs. */
    public static void seal(
            final MutableDirectBuffer buffer, final int offset, final Checksum checksum) {
        buffer.putInt(offset + CRC, crc(buffer, offset, checksum), ORDER);
    }

    /** Whether this is a record of exactly so many bytes, and as it was sealed. */
    public static boolean isIntact(
            final DirectBuffer buffer,
            final int offset,
            final int length,
            final Checksum checksum) {
        return length >= HEADER_LENGTH
                && buffer.getByte(offset) == VERSION
                && length == HEADER_LENGTH + bodyLength(buffer, offset)
                && buffer.getInt(offset + CRC, ORDER) == crc(buffer, offset, checksum);
    }

    private static int crc(final DirectBuffer buffer, final int offset, final Checksum checksum) {
        // The field itself lies between the two; one pass each, mixed so that they cannot swap.
        final int header = checksum.of(offset, CRC);
        final int bodyLength = bodyLength(buffer, offset);
        return bodyLength <= 0
                ? header
                : header ^ Integer.rotateLeft(checksum.of(offset + HEADER_LENGTH, bodyLength), 1);
    }

    public static byte format(final DirectBuffer buffer, final int offset) {
        return buffer.getByte(offset + FORMAT);
    }

    public static boolean isDurable(final DirectBuffer buffer, final int offset) {
        return (buffer.getByte(offset + FLAGS) & FLAG_DURABLE) != 0;
    }

    public static boolean isRetain(final DirectBuffer buffer, final int offset) {
        return (buffer.getByte(offset + FLAGS) & FLAG_RETAIN) != 0;
    }

    public static int qos(final DirectBuffer buffer, final int offset) {
        return buffer.getByte(offset + FLAGS) >>> FLAGS_QOS_SHIFT & FLAGS_QOS_MASK;
    }

    public static int priority(final DirectBuffer buffer, final int offset) {
        return buffer.getByte(offset + PRIORITY);
    }

    public static int bodyLength(final DirectBuffer buffer, final int offset) {
        return buffer.getInt(offset + BODY_LENGTH, ORDER);
    }

    public static int bodyOffset(final int offset) {
        return offset + HEADER_LENGTH;
    }

    /** Of the address's first byte. */
    public static int addressOffset(final DirectBuffer buffer, final int offset) {
        return offset + HEADER_LENGTH + Short.BYTES;
    }

    public static int addressLength(final DirectBuffer buffer, final int offset) {
        return buffer.getShort(offset + HEADER_LENGTH, ByteOrder.BIG_ENDIAN) & 0xFFFF;
    }

    /** Writes the address that the body begins with; returns where the content begins. */
    public static int address(
            final MutableDirectBuffer buffer,
            final int offset,
            final DirectBuffer address,
            final int addressOffset,
            final int length) {
        buffer.putShort(offset + HEADER_LENGTH, (short) length, ByteOrder.BIG_ENDIAN);
        buffer.putBytes(offset + HEADER_LENGTH + Short.BYTES, address, addressOffset, length);
        return offset + HEADER_LENGTH + Short.BYTES + length;
    }

    /** What follows the address. */
    public static int contentOffset(final DirectBuffer buffer, final int offset) {
        return addressOffset(buffer, offset) + addressLength(buffer, offset);
    }

    public static int contentLength(final DirectBuffer buffer, final int offset) {
        return bodyLength(buffer, offset) - Short.BYTES - addressLength(buffer, offset);
    }

    public static long expiresAtMs(final DirectBuffer buffer, final int offset) {
        return buffer.getLong(offset + EXPIRES_AT, ORDER);
    }

    public static long arrivedAtMs(final DirectBuffer buffer, final int offset) {
        return buffer.getLong(offset + ARRIVED_AT, ORDER);
    }

    public static int idOffset(final DirectBuffer buffer, final int offset) {
        return buffer.getInt(offset + ID, ORDER) & 0xFFFF;
    }

    public static int idLength(final DirectBuffer buffer, final int offset) {
        return buffer.getInt(offset + ID, ORDER) >>> Short.SIZE;
    }
}
