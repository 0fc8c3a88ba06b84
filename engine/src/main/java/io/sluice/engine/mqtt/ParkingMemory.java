package io.sluice.engine.mqtt;

/** How much of the heap the clients of one loop may take for messages that have to wait. */
final class ParkingMemory {
    /** What a message costs beside its bytes, roughly. */
    private static final int OVERHEAD = 96;

    private final int bytesMax;
    private int bytesTaken;

    ParkingMemory(final int bytesMax) {
        this.bytesMax = bytesMax;
    }

    /** Whether there is room for a record of so many bytes; then it is taken. */
    boolean take(final int length) {
        if (length + OVERHEAD > bytesMax - bytesTaken) {
            return false;
        }
        bytesTaken += length + OVERHEAD;
        return true;
    }

    void giveBack(final int length) {
        bytesTaken -= length + OVERHEAD;
        assert bytesTaken >= 0;
    }

    /** Whether more than half is taken. */
    boolean isScarce() {
        return bytesTaken > bytesMax >>> 1;
    }

    /** Nothing once everything has gone on. */
    int bytesTaken() {
        return bytesTaken;
    }
}
