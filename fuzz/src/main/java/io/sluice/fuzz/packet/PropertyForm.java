package io.sluice.fuzz.packet;

import io.sluice.codec.mqtt.PropertyId;
import java.util.Arrays;

/** How the value of a property is written (MQTT 5.0 section 2.2.2.2). */
public enum PropertyForm {
    ABSENT,
    NUMBER,
    VARIABLE,
    BYTES,
    PAIR;

    /** One more than the largest identifier. */
    public static final int IDS_END = PropertyId.SHARED_SUBSCRIPTION_AVAILABLE + 1;

    private static final PropertyForm[] FORMS = forms();

    /** The form of this property, {@link #ABSENT} where there is no such property. */
    public static PropertyForm of(final int id) {
        return id > 0 && id < IDS_END ? FORMS[id] : ABSENT;
    }

    private static PropertyForm[] forms() {
        final PropertyForm[] forms = new PropertyForm[IDS_END];
        Arrays.fill(forms, ABSENT);
        set(
                forms,
                NUMBER,
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
        set(forms, VARIABLE, PropertyId.SUBSCRIPTION_IDENTIFIER);
        set(
                forms,
                BYTES,
                PropertyId.CONTENT_TYPE,
                PropertyId.RESPONSE_TOPIC,
                PropertyId.CORRELATION_DATA,
                PropertyId.ASSIGNED_CLIENT_IDENTIFIER,
                PropertyId.AUTHENTICATION_METHOD,
                PropertyId.AUTHENTICATION_DATA,
                PropertyId.RESPONSE_INFORMATION,
                PropertyId.SERVER_REFERENCE,
                PropertyId.REASON_STRING);
        set(forms, PAIR, PropertyId.USER_PROPERTY);
        return forms;
    }

    private static void set(final PropertyForm[] forms, final PropertyForm form, final int... ids) {
        for (final int id : ids) {
            forms[id] = form;
        }
    }
}
