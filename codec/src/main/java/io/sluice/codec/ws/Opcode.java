package io.sluice.codec.ws;

/** The opcodes of frames (RFC 6455 section 5.2), as the {@code int}s that travel. */
public final class Opcode {
    public static final int CONTINUATION = 0x0;
    public static final int TEXT = 0x1;
    public static final int BINARY = 0x2;
    public static final int CLOSE = 0x8;
    public static final int PING = 0x9;
    public static final int PONG = 0xA;

    private Opcode() {}

    /** Whether the opcode is one of the control frames', known or reserved. */
    public static boolean isControl(final int opcode) {
        return (opcode & 0x8) != 0;
    }
}
