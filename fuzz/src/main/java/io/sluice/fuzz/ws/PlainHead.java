package io.sluice.fuzz.ws;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The head of an HTTP message taken apart with strings and patterns (RFC 9112 sections 2 to 5),
 * with nothing of the codec.
 *
 * @param fields in their order, names in lower case
 * @param length bytes of the head
 */
record PlainHead(String firstLine, List<Field> fields, int length) {
    private static final String END = "\r\n\r\n";
    private static final Pattern FIELD =
            Pattern.compile("([A-Za-z0-9!#$%&'*+.^_`|~-]++):([\t\\x20-\\x7E\\x80-\\xFF]*+)");

    /** A header field. */
    record Field(String name, String value) {}

    /** The head that the bytes begin with, or nothing if there is no whole and sound one. */
    static Optional<PlainHead> of(final byte[] bytes, final int bytesMax, final int fieldsMax) {
        final String text = new String(bytes, StandardCharsets.ISO_8859_1);
        final int end = text.indexOf(END);
        final int length = end + END.length();
        if (end < 0 || length > bytesMax) {
            return Optional.empty();
        }
        final String[] lines = text.substring(0, end).split("\r\n", -1);
        if (lines.length - 1 > fieldsMax) {
            return Optional.empty();
        }
        final List<Field> fields = new ArrayList<>();
        for (int i = 1; i < lines.length; i++) {
            final Matcher matcher = FIELD.matcher(lines[i]);
            if (!matcher.matches()) {
                return Optional.empty();
            }
            fields.add(
                    new Field(matcher.group(1).toLowerCase(Locale.ROOT), trim(matcher.group(2))));
        }
        return Optional.of(new PlainHead(lines[0], fields, length));
    }

    /** Whether none of these fields is there twice. */
    boolean hasNoneTwice(final String... names) {
        return Arrays.stream(names).allMatch(name -> values(name).count() <= 1);
    }

    Stream<String> values(final String name) {
        return fields.stream().filter(field -> field.name.equals(name)).map(Field::value);
    }

    /** The value of a field, empty if it is not there. */
    String value(final String name) {
        return values(name).findFirst().orElse("");
    }

    /** The elements of a list that may be spread over several fields. */
    List<String> elements(final String name) {
        return values(name)
                .flatMap(value -> Arrays.stream(value.split(",", -1)))
                .map(PlainHead::trim)
                .toList();
    }

    private static String trim(final String text) {
        int begin = 0;
        int end = text.length();
        while (begin < end && " \t".indexOf(text.charAt(begin)) >= 0) {
            begin++;
        }
        while (end > begin && " \t".indexOf(text.charAt(end - 1)) >= 0) {
            end--;
        }
        return text.substring(begin, end);
    }
}
