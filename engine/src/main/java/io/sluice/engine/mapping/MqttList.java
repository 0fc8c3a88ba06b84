package io.sluice.engine.mapping;

import io.sluice.codec.mqtt.PropertyId;
import io.sluice.codec.mqtt.PropertyWriter;
import io.sluice.codec.wire.Slice;
import io.sluice.codec.wire.Utf8;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.MutableDirectBuffer;

/** The properties of a PUBLISH that comes to be, and what of the message they cannot say. */
final class MqttList {
    /** What two bytes of length can say. */
    private static final int FIELD_MAX = 0xFFFF;

    private final MutableDirectBuffer region = new ExpandableArrayBuffer();
    private final PropertyWriter writer = new PropertyWriter(region);
    private boolean inexact;
    private boolean tooLong;
    private boolean stripped;

    void clear() {
        writer.clear();
        inexact = false;
        tooLong = false;
        stripped = false;
    }

    void add(final int id, final long value) {
        writer.add(id, value);
    }

    void text(final int id, final Slice text) {
        if (isText(text)) {
            writer.add(id, text);
        }
    }

    void correlationData(final Slice data) {
        if (isShort(data)) {
            writer.add(PropertyId.CORRELATION_DATA, data);
        }
    }

    /** A User Property; what is no text of MQTT is left out and noted. */
    void user(final Slice name, final Slice value) {
        if (isText(name) && isText(value)) {
            writer.addUserProperty(name, value);
        }
    }

    private boolean isText(final Slice text) {
        if (!isShort(text)) {
            return false;
        }
        if (!Utf8.isMqttString(text.buffer(), text.offset(), text.length())) {
            inexact = true; // U+0000, which AMQP allows
            return false;
        }
        return true;
    }

    private boolean isShort(final Slice bytes) {
        tooLong |= bytes.length() > FIELD_MAX;
        return bytes.length() <= FIELD_MAX;
    }

    /** The message says more than the properties do. */
    void noteInexact() {
        inexact = true;
    }

    boolean isInexact() {
        return inexact;
    }

    /** A mark of a source that is not trusted was taken off. */
    void noteStripped() {
        stripped = true;
    }

    boolean isStripped() {
        return stripped;
    }

    /** Whether a text or binary is longer than any of MQTT's. */
    boolean isTooLong() {
        return tooLong;
    }

    int length() {
        return writer.length();
    }

    void copyTo(final MutableDirectBuffer target, final int offset) {
        target.putBytes(offset, region, 0, writer.length());
    }
}
