package io.sluice.codec;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** One recorded session of real peers: the lines of a {@code .hex} file, in order. */
public final class Captures {
    /** Who sent a chunk. */
    public enum Direction {
        CLIENT,
        SERVER
    }

    /** One line of a file: what one side sent, not a packet or a frame. */
    public record Chunk(Direction direction, byte[] bytes) {}

    private final String title;
    private final List<Chunk> chunks;

    private Captures(final String title, final List<Chunk> chunks) {
        this.title = title;
        this.chunks = List.copyOf(chunks);
    }

    /** Reads the session with this name, which is the file's without {@code .hex}. */
    public static Captures load(final String name) {
        try {
            return parse(Files.readAllLines(directory().resolve(name + ".hex")));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The names of all sessions that match, as in {@code mqtt5-*}, sorted. */
    public static List<String> names(final String glob) {
        final List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory(), glob + ".hex")) {
            for (final Path file : files) {
                final String fileName = file.getFileName().toString();
                names.add(fileName.substring(0, fileName.length() - ".hex".length()));
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        names.sort(null);
        return names;
    }

    static Captures parse(final List<String> lines) {
        String title = "";
        final List<Chunk> chunks = new ArrayList<>();
        for (final String line : lines) {
            if (line.startsWith("#")) {
                title = title.isEmpty() ? line.substring(1).strip() : title;
            } else if (!line.isBlank()) {
                chunks.add(chunk(line.strip()));
            }
        }
        return new Captures(title, chunks);
    }

    private static Chunk chunk(final String line) {
        final Direction direction =
                switch (line.charAt(0)) {
                    case '>' -> Direction.CLIENT;
                    case '<' -> Direction.SERVER;
                    default -> throw new IllegalArgumentException("neither > nor <: " + line);
                };
        return new Chunk(direction, HexFormat.of().parseHex(line.substring(1).strip()));
    }

    private static Path directory() {
        final URL url = Captures.class.getResource("/captures");
        if (url == null) {
            throw new AssertionError("no captures among the test resources");
        }
        try {
            final URI uri = url.toURI();
            return uri.getScheme().equals("jar") ? inJar(uri) : Path.of(uri);
        } catch (final URISyntaxException e) {
            throw new AssertionError(url.toString(), e);
        }
    }

    /** A directory in a jar file, which stays open from the first time on. */
    private static Path inJar(final URI uri) {
        try {
            return Path.of(uri);
        } catch (final FileSystemNotFoundException notYet) {
            try {
                return FileSystems.newFileSystem(uri, Map.of()).provider().getPath(uri);
            } catch (final IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** The first comment: the client, the server, what is done. */
    public String title() {
        return title;
    }

    /** What was sent, in the order it was seen. */
    public List<Chunk> chunks() {
        return chunks;
    }

    /** All that one side sent. */
    public byte[] bytesFrom(final Direction direction) {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (final Chunk chunk : chunks) {
            if (chunk.direction() == direction) {
                bytes.writeBytes(chunk.bytes());
            }
        }
        return bytes.toByteArray();
    }
}
