package io.sluice.fuzz.ws;

import io.sluice.codec.ws.UpgradeLimits;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A good request for a WebSocket as RFC 6455 section 4.2.1 describes it, read with patterns. */
record PlainRequest(String path, String query, String host, String origin, String key, int length) {
    /** A path, or an absolute URI whose path may be empty. */
    private static final Pattern FIRST_LINE =
            Pattern.compile(
                    "GET (?:(?i:https?)://[!-~&&[^/?#]]+(?<path>(?:/[!-~&&[^?#]]*)?)"
                            + "|(?<only>/[!-~&&[^?#]]*))"
                            + "(?:\\?(?<query>[!-~&&[^#]]*))? HTTP/1\\.[1-9]");

    private static final Pattern KEY = Pattern.compile("[A-Za-z0-9+/]{22}==");

    /** uri-host, in brackets or not, and port (RFC 9110 section 7.2, RFC 3986 section 3.2.2). */
    private static final Pattern HOST =
            Pattern.compile(
                    "(?:[A-Za-z0-9._~!$&'()*+,;=%-]+|\\[[A-Za-z0-9._~!$&'()*+,;=%:-]+\\])"
                            + "(?::[0-9]*)?");

    static Optional<PlainRequest> of(
            final byte[] bytes, final String wanted, final UpgradeLimits limits) {
        final Optional<PlainHead> head =
                PlainHead.of(bytes, limits.headBytesMax(), limits.fieldsMax());
        if (head.isEmpty() || !isGood(head.get(), wanted)) {
            return Optional.empty();
        }
        final Matcher line = FIRST_LINE.matcher(head.get().firstLine());
        if (!line.matches()) {
            return Optional.empty();
        }
        return Optional.of(
                new PlainRequest(
                        orNothing(line.group("path")) + orNothing(line.group("only")),
                        orNothing(line.group("query")),
                        head.get().value("host"),
                        head.get().value("origin"),
                        head.get().value("sec-websocket-key"),
                        head.get().length()));
    }

    private static boolean isGood(final PlainHead head, final String wanted) {
        return head.hasNoneTwice(
                        "host",
                        "origin",
                        "sec-websocket-key",
                        "sec-websocket-version",
                        "sec-websocket-accept",
                        "content-length")
                && HOST.matcher(head.value("host")).matches()
                && head.elements("upgrade").stream().anyMatch("websocket"::equalsIgnoreCase)
                && head.elements("connection").stream().anyMatch("upgrade"::equalsIgnoreCase)
                && head.value("sec-websocket-version").equals("13")
                && KEY.matcher(head.value("sec-websocket-key")).matches()
                && head.elements("sec-websocket-protocol").contains(wanted)
                && head.values("content-length").allMatch("0"::equals)
                && head.values("transfer-encoding").findAny().isEmpty();
    }

    private static String orNothing(final String group) {
        return group == null ? "" : group;
    }

    static byte[] bytes(final String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
