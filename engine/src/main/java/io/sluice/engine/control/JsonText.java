package io.sluice.engine.control;

import java.util.Locale;

/** One flat JSON object, written field by field. */
public final class JsonText {
    private static final char SPACE = ' ';
    private static final char DELETE = 0x7F;

    private final StringBuilder text = new StringBuilder("{");

    /** A field with a text. */
    public JsonText put(final String name, final String value) {
        name(name);
        quote(text, value);
        return this;
    }

    /** A field with a number. */
    public JsonText put(final String name, final long value) {
        name(name);
        text.append(value);
        return this;
    }

    /** A field that is true or false. */
    public JsonText put(final String name, final boolean value) {
        name(name);
        text.append(value);
        return this;
    }

    /** A field whose value is JSON already. */
    public JsonText putJson(final String name, final String json) {
        name(name);
        text.append(json);
        return this;
    }

    private void name(final String name) {
        if (text.length() > 1) {
            text.append(',');
        }
        quote(text, name);
        text.append(':');
    }

    /** A text as JSON has it. */
    public static String quoted(final String value) {
        final StringBuilder text = new StringBuilder();
        quote(text, value);
        return text.toString();
    }

    private static void quote(final StringBuilder text, final String value) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            final char c = value.charAt(i);
            switch (c) {
                case '"' -> text.append("\\\"");
                case '\\' -> text.append("\\\\");
                case '\n' -> text.append("\\n");
                case '\t' -> text.append("\\t");
                default -> {
                    if (c < SPACE || c == DELETE || Character.isSurrogate(c)) {
                        text.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
                    } else {
                        text.append(c);
                    }
                }
            }
        }
        text.append('"');
    }

    /** The object. */
    @Override
    public String toString() {
        return text + "}";
    }
}
