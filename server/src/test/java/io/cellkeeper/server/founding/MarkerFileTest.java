package io.cellkeeper.server.founding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MarkerFileTest {
    private static final Marker MARKER = new Marker(new UUID(1, 2), 3, 4, Phase.FOUNDED);

    @TempDir
    Path directory;

    @Test
    void shouldReadWhatWasWritten() throws Exception {
        MarkerFile file = new MarkerFile(directory);
        assertEquals(Optional.empty(), file.read());
        file.write(new Marker(new UUID(1, 2), 3, 4, Phase.FOUNDING));
        file.write(MARKER);
        assertEquals(Optional.of(MARKER), new MarkerFile(directory).read());
        try (var files = Files.list(directory)) {
            assertEquals(1, files.count(), "no leftovers");
        }
    }

    @Test
    void shouldKeepTheFormOfTheFirstVersion() throws Exception {
        new MarkerFile(directory).write(MARKER);
        assertEquals("""
                format=1
                cell=00000000-0000-0001-0000-000000000002
                server=3
                incarnation=4
                phase=FOUNDED
                crc32=f005454f
                """, Files.readString(directory.resolve(MarkerFile.NAME)));
    }

    @Test
    void shouldSurviveAStopAtAnyPointOfAWrite() throws Exception {
        MarkerFile file = new MarkerFile(directory);
        file.write(MARKER);
        byte[] bytes = Files.readAllBytes(directory.resolve(MarkerFile.NAME));
        // Before the rename the new file may hold any part of the marker; after it, all.
        for (int length = 0; length <= bytes.length; length++) {
            Files.write(directory.resolve(MarkerFile.NAME + ".new"), Arrays.copyOf(bytes, length));
            assertEquals(Optional.of(MARKER), file.read());
        }
        Marker next = new Marker(new UUID(5, 6), 3, 5, Phase.FOUNDING);
        file.write(next);
        assertEquals(Optional.of(next), file.read());
    }

    @Test
    void shouldRefuseEveryDamage() throws Exception {
        MarkerFile file = new MarkerFile(directory);
        file.write(MARKER);
        Path path = directory.resolve(MarkerFile.NAME);
        byte[] bytes = Files.readAllBytes(path);
        for (int length = 0; length < bytes.length; length++) {
            Files.write(path, Arrays.copyOf(bytes, length));
            assertRefused(file);
        }
        for (int i = 0; i < bytes.length; i++) {
            byte[] damaged = bytes.clone();
            damaged[i] ^= 1;
            Files.write(path, damaged);
            assertRefused(file);
        }
        Files.write(path, new byte[100_000]);
        assertRefused(file);
    }

    private static void assertRefused(MarkerFile file) {
        DataDirectoryException refusal = assertThrows(DataDirectoryException.class, file::read);
        assertTrue(refusal.toString().contains(MarkerFile.NAME), refusal.getMessage());
        assertFalse(refusal.toString().contains("\n"), "one line");
    }
}
