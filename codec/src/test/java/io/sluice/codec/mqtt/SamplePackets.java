package io.sluice.codec.mqtt;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * All sample packets by name: every constant of that type in the tests of the decoders, where they
 * are written down beside the rule that they keep or break.
 */
public final class SamplePackets {
    private static final List<Class<?>> HOLDERS =
            List.of(
                    ConnectDecoderTest.class,
                    ConnectPropertiesTest.class,
                    ConnectWillTest.class,
                    ConnackDecoderTest.class,
                    PublishDecoderTest.class,
                    AckDecoderTest.class,
                    SubscribeDecoderTest.class,
                    SubackDecoderTest.class,
                    ConnectionPacketsTest.class);

    private SamplePackets() {}

    /** Every sample, by a name that is a file name too. */
    public static Map<String, SamplePacket> all() {
        final Map<String, SamplePacket> samples = new TreeMap<>();
        for (final Class<?> holder : HOLDERS) {
            for (final Field field : holder.getDeclaredFields()) {
                if (field.getType() == SamplePacket.class
                        && Modifier.isStatic(field.getModifiers())) {
                    samples.put(name(holder, field), sample(field));
                }
            }
        }
        return samples;
    }

    /** Those that are accepted. */
    public static Map<String, SamplePacket> valid() {
        final Map<String, SamplePacket> samples = all();
        samples.values().removeIf(sample -> !sample.isValid());
        return samples;
    }

    private static String name(final Class<?> holder, final Field field) {
        return holder.getSimpleName().replaceFirst("(Decoder|Packets)?Test$", "")
                + '-'
                + field.getName();
    }

    private static SamplePacket sample(final Field field) {
        try {
            return (SamplePacket) field.get(null);
        } catch (final IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Each sample gets the answer that is written beside it. */
    static void assertAnswers(final SamplePacket... samples) {
        for (final SamplePacket sample : samples) {
            assertEquals(
                    sample.reasonName(),
                    ReasonCode.name(AnyPacket.answer(sample)),
                    () -> HexFormat.of().formatHex(sample.bytes()));
        }
    }

    /** Writes each sample to a file of its own, as a fuzzer's first inputs. */
    public static void writeTo(final Path directory) throws IOException {
        Files.createDirectories(directory);
        for (final Map.Entry<String, SamplePacket> sample : all().entrySet()) {
            Files.write(directory.resolve(sample.getKey() + ".bin"), sample.getValue().bytes());
        }
    }

    /** Writes the samples into the directory that is named. */
    public static void main(final String[] arguments) throws IOException {
        writeTo(Path.of(arguments[0]));
    }
}
