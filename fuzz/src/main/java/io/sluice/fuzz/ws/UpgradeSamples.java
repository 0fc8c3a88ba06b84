package io.sluice.fuzz.ws;

import io.sluice.codec.ws.UpgradeLimits;
import io.sluice.fuzz.law.Seeds;

/** Upgrades as the recorded sessions have them, and with one thing wrong. */
final class UpgradeSamples {
    static final String ACCEPT = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=";

    /** As MQTT.js writes it. */
    private static final String REQUEST =
            "GET /mqtt HTTP/1.1\r\n"
                    + "Sec-WebSocket-Version: 13\r\n"
                    + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                    + "Connection: Upgrade\r\n"
                    + "Upgrade: websocket\r\n"
                    + "Sec-WebSocket-Extensions: permessage-deflate\r\n"
                    + "Sec-WebSocket-Protocol: mqtt\r\n"
                    + "Host: 127.0.0.1:47939\r\n"
                    + "\r\n";

    /** As mosquitto writes it. */
    private static final String RESPONSE =
            "HTTP/1.1 101 Switching Protocols\r\n"
                    + "Upgrade: WebSocket\r\n"
                    + "Connection: Upgrade\r\n"
                    + "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"
                    + "Sec-WebSocket-Protocol: mqtt\r\n"
                    + "\r\n";

    private UpgradeSamples() {}

    static void requests(final Seeds seeds, final UpgradeLimits limits) {
        addLong(seeds, REQUEST, limits.headBytesMax());
        seeds.text(REQUEST);
        seeds.text(REQUEST + "\u0001\u0002");
        final String[][] changes = {
            {"GET", "POST"},
            {"/mqtt", "/mqtt?client=7&x=%20"},
            {"/mqtt", "http://[::1]:80/mqtt?q"},
            {"/mqtt", "https://h"},
            {"/mqtt", "/mqtt#f"},
            {"HTTP/1.1", "HTTP/1.0"},
            {"HTTP/1.1", "HTTP/2.0"},
            {"HTTP/1.1\r\n", "HTTP/1.1\n"},
            {"Version: 13", "Version: 8"},
            {"Version: 13", "Version:\t13 \t"},
            {"Key: dGh", "Key: "},
            {"ZQ==", "ZQA="},
            {"Connection: Upgrade", "Connection: keep-alive, ,Upgrade"},
            {"Connection: Upgrade", "Connection: close"},
            {"websocket\r\n", "h2c\r\nUPGRADE: WebSocket\r\n"},
            {": mqtt", ": mqttv3.1"},
            {": mqtt", ": amqp , mqtt"},
            {": mqtt", ": amqp"},
            {"Host:", "Origin: https://plant.example\r\nhost:"},
            {"Host:", "Host: two\r\nHost:"},
            {"Host:", "Host :"},
            {"Host:", " folded\r\nHost:"},
            {"Host:", "Content-Length: 0\r\nHost:"},
            {"Host:", "Content-Length: 5\r\nHost:"},
            {"Host:", "Transfer-Encoding: chunked\r\nHost:"},
            {"Host:", "Sec-WebSocket-Accept: x\r\nA: \u00E9\r\nHost:"},
            {"Host:", "Content-Length: 0\r\nContent-Length: 0\r\nHost:"},
            {"Host:", "X: y\r\n".repeat(5) + "Host:"},
            {"Host:", "X: y\r\n".repeat(6) + "Host:"},
            {"Host: 127.0.0.1:47939", "Host:"},
        };
        add(seeds, REQUEST, changes);
    }

    static void responses(final Seeds seeds, final UpgradeLimits limits) {
        addLong(seeds, RESPONSE, limits.headBytesMax());
        seeds.text(RESPONSE);
        seeds.text(RESPONSE + "\u0001\u0002");
        final String[][] changes = {
            {" Switching Protocols", ""},
            {" Switching Protocols", " "},
            {"101", "403"},
            {"101", "1010"},
            {"HTTP/1.1", "HTTP/1.0"},
            {"HTTP/1.1", "HTTP/1.2"},
            {"Upgrade: WebSocket", "Upgrade: WebSocket, h2c"},
            {"Upgrade: WebSocket", "Upgrade: websocket\r\nUpgrade: websocket"},
            {"Connection: Upgrade", "Connection: keep-alive,upgrade\t, x"},
            {"Connection: Upgrade", "Connection: close"},
            {"s3pP", "S3pP"},
            {"Sec-WebSocket-Accept", "Sec-WebSocket-Accept: x\r\nSec-WebSocket-Accept"},
            {": mqtt", ": amqp"},
            {": mqtt", ": mqtt\r\nSec-WebSocket-Protocol: mqtt"},
            {"Sec-WebSocket-Protocol: mqtt\r\n", ""},
            {"\r\n\r\n", "\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n"},
            {"\r\n\r\n", "\r\n" + "X: y\r\n".repeat(6) + "\r\n"},
            {"\r\n\r\n", "\r\n" + "X: y\r\n".repeat(7) + "\r\n"},
            {"\r\n\r\n", "\r\nContent-Length: 0\r\nSec-WebSocket-Version: 13\r\n\r\n"},
        };
        add(seeds, RESPONSE, changes);
    }

    /** Heads as long as may be, with their end and without, and longer by one byte. */
    private static void addLong(final Seeds seeds, final String good, final int bytesMax) {
        final String start = good.substring(0, good.length() - 2) + "X: ";
        final String room = "x".repeat(bytesMax - start.length() - 4);
        seeds.text(start + room + "\r\n\r\n").text(start + room + "x\r\n\r\n");
        seeds.text(start + room + "xxxx").text(start + room + "xxx").text("x".repeat(bytesMax));
    }

    private static void add(final Seeds seeds, final String good, final String[][] changes) {
        for (final String[] change : changes) {
            seeds.text(good.replace(change[0], change[1]));
        }
    }
}
