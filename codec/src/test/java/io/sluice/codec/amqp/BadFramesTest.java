package io.sluice.codec.amqp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Each gets the answer that stands beside it. */
class BadFramesTest {
    private final FrameBodies bodies = new FrameBodies();

    @TestFactory
    Stream<DynamicTest> refusesBodies() {
        return BadFrames.bodies().entrySet().stream().map(this::test);
    }

    private DynamicTest test(final Map.Entry<String, BadFrames.Body> bad) {
        final byte[] bytes = bad.getValue().bytes();
        return DynamicTest.dynamicTest(
                bad.getKey(),
                () ->
                        assertEquals(
                                bad.getValue().error(),
                                bodies.wrap(new UnsafeBuffer(bytes), 0, bytes.length)));
    }

    @Test
    void refusesWhatBeginsNoFrame() {
        final AmqpFramer framer = new AmqpFramer(65_536);
        for (final byte[] bytes : BadFrames.framing()) {
            assertEquals(
                    AmqpError.FRAMING_ERROR,
                    framer.next(new UnsafeBuffer(bytes), 0, bytes.length),
                    Transcript.hex(bytes));
        }
    }
}
