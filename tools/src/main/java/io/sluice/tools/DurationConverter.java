package io.sluice.tools;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A duration as the configuration has it: digits and a unit. */
final class DurationConverter implements ITypeConverter<Duration> {
    private static final Pattern WRITTEN = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");

    @Override
    public Duration convert(final String text) {
        final Matcher written = WRITTEN.matcher(text);
        if (!written.matches()) {
            throw new TypeConversionException(
                    "'" + text + "' is no duration; digits and one of ms, s, m, h, d, as 10s");
        }
        final long count = Long.parseLong(written.group(1));
        return switch (written.group(2)) {
            case "ms" -> Duration.ofMillis(count);
            case "s" -> Duration.ofSeconds(count);
            case "m" -> Duration.ofMinutes(count);
            case "h" -> Duration.ofHours(count);
            default -> Duration.ofDays(count);
        };
    }
}
