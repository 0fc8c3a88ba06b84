package io.sluice.engine.link;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** Turns a record of one protocol into another's, where it goes out; one per loop. */
public interface Mapping {
    /** There is nothing that the record could become. */
    int NONE = -1;

    /**
     * Writes the record that begins at the offset, whose format is another, as the body of a {@link
     * Record#FORMAT_MQTT} and returns its length, or {@link #NONE}. The target grows as needed.
     */
    int toMqtt(DirectBuffer record, int offset, MutableDirectBuffer target, int targetOffset);

    /**
     * Writes the record that begins at the offset, whose format is {@link Record#FORMAT_MQTT}, as
     * the sections of an AMQP message and returns their length, or {@link #NONE}. The target grows
     * as needed.
     */
    int toAmqp(DirectBuffer record, int offset, MutableDirectBuffer target, int targetOffset);

    /**
     * Whether every protocol can name this address: a valid MQTT topic name of a depth that a loop
     * matches.
     */
    boolean isTopic(DirectBuffer address, int offset, int length);

    /** The same for what may have wildcards. */
    boolean isFilter(DirectBuffer address, int offset, int length);
}
