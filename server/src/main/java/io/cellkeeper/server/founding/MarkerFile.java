package io.cellkeeper.server.founding;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * The marker on disk: five lines of text, the last a checksum of the others. It is replaced as a whole, so a marker that
 * doesn't read is damage, and stops the server.
 */
final class MarkerFile {
    static final String NAME = "cellkeeper.marker";

    private static final int MAX_BYTES = 1_024;
    private static final Pattern FORM = Pattern.compile("""
            format=1
            cell=([0-9a-f-]{36})
            server=(\\d{1,10})
            incarnation=(\\d{1,18})
            phase=(FOUNDING|FOUNDED)
            """);

    private final Path path;

    MarkerFile(Path dataDir) {
        this.path = dataDir.resolve(NAME);
    }

    /** The marker; empty only if the file doesn't exist. */
    Optional<Marker> read() throws IOException, DataDirectoryException {
        if (!Files.exists(path)) {
            return Optional.empty();
        }
        if (Files.size(path) > MAX_BYTES) {
            throw damaged("it is longer than " + MAX_BYTES + " bytes");
        }
        String text = new String(Files.readAllBytes(path), StandardCharsets.US_ASCII);
        int sum = text.lastIndexOf("crc32=");
        if (sum < 0 || !text.substring(sum).equals(checksumLine(text.substring(0, sum)))) {
            throw damaged("its checksum is wrong");
        }
        Matcher matcher = FORM.matcher(text.substring(0, sum));
        if (!matcher.matches()) {
            throw damaged("it was written by another version, or by hand");
        }
        try {
            return Optional.of(new Marker(
                    UUID.fromString(matcher.group(1)),
                    Integer.parseInt(matcher.group(2)),
                    Long.parseLong(matcher.group(3)),
                    Phase.valueOf(matcher.group(4))));
        } catch (IllegalArgumentException e) {
            throw damaged(e.toString());
        }
    }

    /** Writes the marker; when this returns it is durable. */
    void write(Marker marker) throws IOException {
        String text = "format=1\ncell=" + marker.cell() + "\nserver=" + marker.myid() + "\nincarnation="
                + marker.incarnation() + "\nphase=" + marker.phase() + "\n";
        Directories.replaceFile(path, (text + checksumLine(text)).getBytes(StandardCharsets.US_ASCII));
    }

    private static String checksumLine(String text) {
        CRC32 crc = new CRC32();
        crc.update(text.getBytes(StandardCharsets.US_ASCII));
        return String.format("crc32=%08x\n", crc.getValue());
    }

    private DataDirectoryException damaged(String why) {
        return new DataDirectoryException("the marker file " + path + " can't be understood: " + why
                + ". Restore it from a copy; without it the server can't know which cell its data belongs to");
    }
}
