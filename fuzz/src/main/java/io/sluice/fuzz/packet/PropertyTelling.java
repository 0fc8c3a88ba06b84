package io.sluice.fuzz.packet;

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
    private final PropertyCursor cursor = new PropertyCursor();
    private final int[] counts = new int[PropertyForm.IDS_END];

    void tell(final PropertyList list, final Transcript transcript) {
        transcript.position("properties offset", list.offset());
        transcript.position("properties limit", list.limit());
        transcript.number("properties length", list.length());
        transcript.number("user properties", list.userPropertyCount());
        transcript.number("subscription identifiers", list.subscriptionIdentifierCount());
        walk(list, transcript);
        for (int id = 1; id < PropertyForm.IDS_END; id++) {
            if (list.has(id) != counts[id] > 0) {
                throw new Finding("property " + id + ": walked " + counts[id] + ", has differs");
            }
            if (PropertyForm.of(id) == PropertyForm.NUMBER) {
                transcript.number("number", list.number(id, -1));
            } else if (PropertyForm.of(id) == PropertyForm.BYTES) {
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
        switch (PropertyForm.of(id)) {
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
            switch (PropertyForm.of(id)) {
                case NUMBER, VARIABLE -> writer.add(id, cursor.number());
                case BYTES -> writer.add(id, cursor.value());
                case PAIR -> writer.addUserProperty(cursor.name(), cursor.value());
                case ABSENT -> throw new Finding("an unknown property was let in: " + id);
            }
        }
        return writer;
    }
}
