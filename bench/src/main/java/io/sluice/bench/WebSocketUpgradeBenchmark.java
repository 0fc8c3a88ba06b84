package io.sluice.bench;

import io.sluice.codec.ws.HttpStatus;
import io.sluice.codec.ws.Subprotocol;
import io.sluice.codec.ws.UpgradeLimits;
import io.sluice.codec.ws.UpgradeRequestDecoder;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The request for a WebSocket that MQTT.js writes, checked in full. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class WebSocketUpgradeBenchmark {
    private static final String REQUEST =
            "GET /mqtt HTTP/1.1\r\n"
                    + "Sec-WebSocket-Version: 13\r\n"
                    + "Sec-WebSocket-Key: i1/Xm6R/Kkuf5xojM4lTA4==\r\n"
                    + "Connection: Upgrade\r\n"
                    + "Upgrade: websocket\r\n"
                    + "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n"
                    + "Sec-WebSocket-Protocol: mqtt\r\n"
                    + "Host: 127.0.0.1:47939\r\n"
                    + "\r\n";

    private final UpgradeRequestDecoder decoder =
            new UpgradeRequestDecoder(new UpgradeLimits(8_192, 64));
    private final UnsafeBuffer request =
            MqttPublishBenchmark.direct(REQUEST.getBytes(StandardCharsets.US_ASCII));

    @Benchmark
    public int parseRequest() {
        final int status = decoder.wrap(request, 0, request.capacity(), Subprotocol.MQTT);
        if (status != HttpStatus.SWITCHING_PROTOCOLS) {
            throw new AssertionError("refused");
        }
        return decoder.path().length() + decoder.key().offset();
    }
}
