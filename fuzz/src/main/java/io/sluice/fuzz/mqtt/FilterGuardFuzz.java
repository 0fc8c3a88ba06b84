package io.sluice.fuzz.mqtt;

import io.sluice.codec.mqtt.ControlPacketType;
import io.sluice.codec.mqtt.FilterCaps;
import io.sluice.codec.mqtt.FilterGuard;
import io.sluice.codec.mqtt.IngressCap;
import io.sluice.codec.mqtt.MqttVersion;
import io.sluice.codec.mqtt.ReasonCode;
import io.sluice.codec.mqtt.SubscribeDecoder;
import io.sluice.codec.mqtt.VariableByteInteger;
import io.sluice.codec.wire.Slice;
import io.sluice.fuzz.law.Finding;
import io.sluice.fuzz.law.Laws;
import io.sluice.fuzz.law.Reader;
import io.sluice.fuzz.law.Seeds;
import io.sluice.fuzz.law.Target;
import io.sluice.fuzz.law.Transcript;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The cap on filters alone, against a plain count, and all caps of SUBSCRIBE and UNSUBSCRIBE
 * against the decoder's accessors where it accepts. The first byte of an input selects version and
 * packet type, the rest is the body.
 */
public final class FilterGuardFuzz implements Target {
    private static final int FILTERS_MAX = 3;
    private static final FilterCaps LOOSE =
            new FilterCaps(
                    FILTERS_MAX,
                    Integer.MAX_VALUE,
                    Integer.MAX_VALUE,
                    Integer.MAX_VALUE,
                    VariableByteInteger.MAX);
    private static final FilterCaps TIGHT = new FilterCaps(FILTERS_MAX, 4, 2, 16, 1);
    private static final int UNSUBSCRIBE = 2;

    private final Laws laws;
    private final Guarded[] guarded = {
        new Guarded(MqttVersion.V3_1_1, LOOSE), new Guarded(MqttVersion.V5, LOOSE)
    };
    private final Guarded[] tight = {
        new Guarded(MqttVersion.V3_1_1, TIGHT), new Guarded(MqttVersion.V5, TIGHT)
    };
    private final SubscribeDecoder decoder = new SubscribeDecoder();

    public FilterGuardFuzz(final Laws laws) {
        this.laws = laws;
    }

    @Override
    public void check(final byte[] input) {
        if (input.length < 1) {
            return;
        }
        final int selector = input[0];
        final boolean subscribe = (selector & UNSUBSCRIBE) == 0;
        final int type = subscribe ? ControlPacketType.SUBSCRIBE : ControlPacketType.UNSUBSCRIBE;
        final byte[] packet = PacketInput.frame(PacketInput.first(type, 2), input, 1);
        final int verdict = laws.read(guarded[selector & 1], packet);
        final IngressCap expected =
                filters(input, (selector & 1) != 0, subscribe) > FILTERS_MAX
                        ? IngressCap.FILTERS
                        : IngressCap.NONE;
        if (verdict != expected.ordinal()) {
            throw new Finding(IngressCap.values()[verdict] + ", expected " + expected);
        }
        compareWithDecoder(tight[selector & 1], packet);
    }

    private void compareWithDecoder(final Guarded reader, final byte[] packet) {
        final IngressCap judged = IngressCap.values()[laws.read(reader, packet)];
        final UnsafeBuffer buffer = new UnsafeBuffer(packet);
        if (decoder.wrap(buffer, 0, packet.length, reader.version) != ReasonCode.SUCCESS) {
            return;
        }
        final IngressCap expected = expected();
        if (judged != expected) {
            throw new Finding("judged " + judged + ", the decoder says " + expected);
        }
    }

    private IngressCap expected() {
        if (decoder.properties().length() > TIGHT.propertyBytesMax()) {
            return IngressCap.PROPERTY_BYTES;
        }
        if (decoder.properties().userPropertyCount() > TIGHT.userPropertiesMax()) {
            return IngressCap.USER_PROPERTIES;
        }
        int filters = 0;
        while (decoder.next()) {
            if (++filters > TIGHT.filtersMax()) {
                return IngressCap.FILTERS;
            }
            final Slice filter = decoder.topicFilter();
            if (filter.length() > TIGHT.filterBytesMax()) {
                return IngressCap.FILTER_BYTES;
            }
            final long slashes = filter.toString().chars().filter(one -> one == '/').count();
            if (slashes + 1 > TIGHT.filterLevelsMax()) {
                return IngressCap.FILTER_LEVELS;
            }
        }
        return IngressCap.NONE;
    }

    /** Whole filters up to one past the cap, 0 where the body ends before them or inside one. */
    private static int filters(final byte[] body, final boolean v5, final boolean subscribe) {
        int at = 3;
        if (v5) {
            int length = 0;
            int bytes = 0;
            int digit;
            do {
                if (at >= body.length || bytes == 4) {
                    return 0;
                }
                digit = body[at++];
                length += (digit & 0x7F) << 7 * bytes++;
            } while (digit < 0);
            if (bytes > 1 && digit == 0 || length > body.length - at) {
                return 0;
            }
            at += length;
        }
        int filters = 0;
        while (at < body.length && filters <= FILTERS_MAX) {
            if (at + 2 > body.length) {
                return 0;
            }
            at += 2 + ((body[at] & 0xFF) << 8 | body[at + 1] & 0xFF);
            if (at > body.length) {
                return 0;
            }
            filters++;
            at += subscribe ? 1 : 0;
        }
        return filters;
    }

    @Override
    public void seeds(final Seeds seeds) {
        final String three = "0001 61 00 0002 2F23 01 0001 2B 02";
        seeds.hex("00 0001" + three).hex("01 0001 00" + three).hex("00 0001" + three + "0000 00");
        seeds.hex("01 0001 02 0B 01" + three + "0003 612F62 00").hex("01 0001 80 00" + three);
        seeds.hex("02 0001 0001 61 0001 62 0001 63 0001 64").hex("03 0001 00 0001 61 0001 62");
        seeds.hex("01 0001 0A 26 0000 0000 26 0000 0000 0001 61 00");
        seeds.hex("01 0001 11 26 000C 616161616161616161616161 0000 0001 61 00");
        seeds.hex("00 0001 0005 6162636465 00").hex("02 0001 0003 2F2F61");
        seeds.hex("00 0001").hex("01 0001").hex("03 00").hex("01 0001 7F").hex("00 0001 FFFF");
    }

    /** The guard as a reader; its verdict is the cap's number. */
    private static final class Guarded implements Reader {
        private final FilterGuard guard;
        private final MqttVersion version;

        Guarded(final MqttVersion version, final FilterCaps caps) {
            guard = new FilterGuard(caps);
            this.version = version;
        }

        @Override
        public int read(final DirectBuffer buffer, final int offset, final int length) {
            return guard.inspect(buffer, offset, length, version).ordinal();
        }

        @Override
        public void tell(final int verdict, final Transcript transcript) {
            transcript.number("cap", verdict);
        }
    }
}
