package io.sluice.fuzz.mqtt;

import io.sluice.codec.mqtt.PropertyCursor;
import io.sluice.codec.mqtt.PropertyId;
import io.sluice.codec.mqtt.PropertyList;
import io.sluice.codec.mqtt.PropertyWriter;
import io.sluice.fuzz.law.Finding;
import io.sluice.fuzz.law.Transcript;
import java.util.Arrays;

/**
 * Tells what a property list says, by identifier and in order, and holds the two against each
 * other; and writes the list again, property by property. One per reader.
 */
final class PropertyTelling {
    /** How the value of a property is written (MQTT 5.0 section 2.2.2.2). */
    enum Form {
        ABSENT,
        NUMBER,
        VARIABLE,
        BYTES,
        PAIR
    }

    private static final Form[] FORMS = forms();

    private final PropertyCursor cursor = new PropertyCursor();
    private final int[] counts = new int[FORMS.length];

    void tell(final PropertyList list, final Transcript transcript) {
        transcript.position("properties offset", list.offset());
        transcript.position("properties limit", list.limit());
        transcript.number("properties length", list.length());
        transcript.number("user properties", list.userPropertyCount());
        transcript.number("subscription identifiers", list.subscriptionIdentifierCount());
        walk(list, transcript);
        for (int id = 1; id < FORMS.length; id++) {
            if (list.has(id) != counts[id] > 0) {
                throw new Finding("property " + id + ": walked " + counts[id] + ", has differs");
            }
            if (FORMS[id] == Form.NUMBER) {
                transcript.number("number", list.number(id, -1));
            } else if (FORMS[id] == Form.BYTES) {
                transcript.slice("bytes", list.bytes(id));
            }
        }
        if (counts[PropertyId.USER_PROPERTY] != list.userPropertyCount()
                || counts[PropertyId.SUBSCRIPTION_IDENTIFIER]
                        != list.subscriptionIdentifierCount()) {
            throw new Finding("the list counts otherwise than its walk");
        }
    }

    private void walk(final PropertyList list, final Transcript transcript) {
        Arrays.fill(counts, 0);
        int end = list.offset();
        cursor.wrap(list);
        while (cursor.next()) {
            final int id = cursor.id();
            if (cursor.offset() != end) {
                throw new Finding("a gap before property " + id);
            }
            end = cursor.limit();
            counts[id]++;
            transcript.number("id", id);
            tellValue(list, id, transcript);
        }
        if (end != list.limit()) {
            throw new Finding("the walk ends before the list or after it");
        }
    }

    private void tellValue(final PropertyList list, final int id, final Transcript transcript) {
        switch (FORMS[id]) {
            case NUMBER -> {
                transcript.number("value", cursor.number());
                if (cursor.number() != list.number(id, -1)) {
                    throw new Finding("property " + id + " by walk and by identifier");
                }
                transcript.position("value offset", list.valueOffset(id));
            }
            case VARIABLE -> transcript.number("value", cursor.number());
            case BYTES -> {
                transcript.slice("value", cursor.value());
                if (!cursor.value().contentEquals(list.bytes(id))) {
                    throw new Finding("property " + id + " by walk and by identifier");
                }
                transcript.position("value offset", list.valueOffset(id));
            }
            case PAIR -> {
                transcript.slice("name", cursor.name());
                transcript.slice("value", cursor.value());
            }
            case ABSENT -> throw new Finding("an unknown property was let in: " + id);
        }
    }

    /** Adds every property of the list to the writer, by its value. */
    PropertyWriter write(final PropertyList list, final PropertyWriter writer) {
        cursor.wrap(list);
        while (cursor.next()) {
            final int id = cursor.id();
            switch (FORMS[id]) {
                case NUMBER, VARIABLE -> writer.add(id, cursor.number());
                case BYTES -> writer.add(id, cursor.value());
                case PAIR -> writer.addUserProperty(cursor.name(), cursor.value());
                case ABSENT -> throw new Finding("an unknown property was let in: " + id);
            }
        }
        return writer;
    }

    static Form form(final int id) {
        return id > 0 && id < FORMS.length ? FORMS[id] : Form.ABSENT;
    }

    private static Form[] forms() {
        final Form[] forms = new Form[PropertyId.SHARED_SUBSCRIPTION_AVAILABLE + 1];
        Arrays.fill(forms, Form.ABSENT);
        set(
                forms,
                Form.NUMBER,
                PropertyId.PAYLOAD_FORMAT_INDICATOR,
                PropertyId.MESSAGE_EXPIRY_INTERVAL,
                PropertyId.SESSION_EXPIRY_INTERVAL,
                PropertyId.SERVER_KEEP_ALIVE,
                PropertyId.REQUEST_PROBLEM_INFORMATION,
                PropertyId.WILL_DELAY_INTERVAL,
                PropertyId.REQUEST_RESPONSE_INFORMATION,
                PropertyId.RECEIVE_MAXIMUM,
                PropertyId.TOPIC_ALIAS_MAXIMUM,
                PropertyId.TOPIC_ALIAS,
                PropertyId.MAXIMUM_QOS,
                PropertyId.RETAIN_AVAILABLE,
                PropertyId.MAXIMUM_PACKET_SIZE,
                PropertyId.WILDCARD_SUBSCRIPTION_AVAILABLE,
                PropertyId.SUBSCRIPTION_IDENTIFIER_AVAILABLE,
                PropertyId.SHARED_SUBSCRIPTION_AVAILABLE);
        set(forms, Form.VARIABLE, PropertyId.SUBSCRIPTION_IDENTIFIER);
        set(
                forms,
                Form.BYTES,
                PropertyId.CONTENT_TYPE,
                PropertyId.RESPONSE_TOPIC,
                PropertyId.CORRELATION_DATA,
                PropertyId.ASSIGNED_CLIENT_IDENTIFIER,
                PropertyId.AUTHENTICATION_METHOD,
                PropertyId.AUTHENTICATION_DATA,
                PropertyId.RESPONSE_INFORMATION,
                PropertyId.SERVER_REFERENCE,
                PropertyId.REASON_STRING);
        set(forms, Form.PAIR, PropertyId.USER_PROPERTY);
        return forms;
    }

    private static void set(final Form[] forms, final Form form, final int... ids) {
        for (final int id : ids) {
            forms[id] = form;
        }
    }
}
