package io.sluice.engine.mqtt;

import org.junit.jupiter.api.Nested;

/** All transcripts once more, a byte at a time. */
class ServerSessionByteByByteTest {
    private static FakeLoop byteByByte() {
        return new FakeLoop().inChunks(1);
    }

    /** Connecting. */
    @Nested
    class Connect extends ServerSessionConnectTest {
        @Override
        FakeLoop newLoop() {
            return byteByByte();
        }
    }

    /** Publishing. */
    @Nested
    class Publish extends ServerSessionPublishTest {
        @Override
        FakeLoop newLoop() {
            return byteByByte();
        }
    }

    /** Subscribing. */
    @Nested
    class Subscribe extends ServerSessionSubscribeTest {
        @Override
        FakeLoop newLoop() {
            return byteByByte();
        }
    }

    /** Receiving. */
    @Nested
    class Deliver extends ServerSessionDeliverTest {
        @Override
        FakeLoop newLoop() {
            return byteByByte();
        }
    }

    /** Ending. */
    @Nested
    class End extends ServerSessionEndTest {
        @Override
        FakeLoop newLoop() {
            return byteByByte();
        }
    }
}
