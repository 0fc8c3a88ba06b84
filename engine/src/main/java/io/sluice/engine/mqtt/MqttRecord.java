package io.sluice.engine.mqtt;

import static java.nio.ByteOrder.BIG_ENDIAN;

import io.sluice.codec.mqtt.PropertyId;
import io.sluice.codec.mqtt.PropertyList;
import io.sluice.codec.mqtt.VariableByteInteger;
import io.sluice.codec.wire.Slice;
import io.sluice.engine.link.EngineTime;
import io.sluice.engine.link.Home;
import io.sluice.engine.link.Record;
import java.util.concurrent.TimeUnit;
import org.agrona.MutableDirectBuffer;

/**
 * Writes a message into a record, once, straight into its slab; one per loop, filled in for each
 * message.
 *
 * <pre>
 *  +---------------+------------+-----------------+------------+---------
 *  | record header | topic name | property length | properties | payload
 *  +---------------+------------+-----------------+------------+---------
 * </pre>
 */
final class MqttRecord {
    /** No Message Expiry Interval. */
    static final long NO_EXPIRY = -1;

    private final Home home;
    private final EngineTime time;
    private final Slice topic = new Slice();
    private final Slice properties = new Slice();
    private final Slice payload = new Slice();
    private int qos;
    private boolean retain;
    private long expirySeconds;

    MqttRecord(final Home home, final EngineTime time) {
        this.home = home;
        this.time = time;
    }

    /** A message of this QoS; its parts follow. */
    MqttRecord begin(final int newQos, final boolean newRetain) {
        qos = newQos;
        retain = newRetain;
        expirySeconds = NO_EXPIRY;
        properties.clear();
        return this;
    }

    MqttRecord topic(final Slice newTopic) {
        topic.wrap(newTopic);
        return this;
    }

    /** A checked list, taken over byte for byte. [MQTT-3.3.2-17] [MQTT-3.3.2-18] */
    MqttRecord properties(final PropertyList list) {
        properties.wrap(list.buffer(), list.offset(), list.length());
        expirySeconds = list.number(PropertyId.MESSAGE_EXPIRY_INTERVAL, NO_EXPIRY);
        return this;
    }

    /** The same for a list that was copied, and the expiry that stands in it. */
    MqttRecord properties(final Slice list, final long newExpirySeconds) {
        properties.wrap(list);
        expirySeconds = newExpirySeconds;
        return this;
    }

    MqttRecord payload(final Slice newPayload) {
        payload.wrap(newPayload);
        return this;
    }

    /** Bytes of header and body. */
    int length() {
        return Record.HEADER_LENGTH + bodyLength();
    }

    private int bodyLength() {
        return 2
                + topic.length()
                + VariableByteInteger.encodedLength(properties.length())
                + properties.length()
                + payload.length();
    }

    /** Writes header and body into a slab of this loop. */
    void write(final MutableDirectBuffer buffer, final int offset, final long nowNs) {
        compose(buffer, offset, nowNs);
        Record.seal(buffer, offset, home.checksum());
    }

    /** The same anywhere else: it is sealed once it is in a slab. */
    void compose(final MutableDirectBuffer buffer, final int offset, final long nowNs) {
        final int flags =
                qos << Record.FLAGS_QOS_SHIFT
                        | (qos > 0 ? Record.FLAG_DURABLE : 0)
                        | (retain ? Record.FLAG_RETAIN : 0);
        Record.begin(buffer, offset, Record.FORMAT_MQTT, flags, bodyLength());
        final long nowMs = time.ms(nowNs);
        Record.arrivedAtMs(buffer, offset, nowMs);
        if (expirySeconds != NO_EXPIRY) {
            Record.expiresAtMs(buffer, offset, nowMs + TimeUnit.SECONDS.toMillis(expirySeconds));
        }
        int at = Record.bodyOffset(offset);
        buffer.putShort(at, (short) topic.length(), BIG_ENDIAN);
        at += 2;
        at += topic.copyTo(buffer, at);
        at += VariableByteInteger.encode(buffer, at, properties.length());
        at += properties.copyTo(buffer, at);
        payload.copyTo(buffer, at);
    }
}
