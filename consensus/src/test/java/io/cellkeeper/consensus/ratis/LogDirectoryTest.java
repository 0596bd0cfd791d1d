package io.cellkeeper.consensus.ratis;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogDirectoryTest {
    @TempDir
    Path dir;

    private final UUID cell = UUID.randomUUID();

    @Test
    void shouldFoundInAMissingOrEmptyDirectory() throws IOException {
        LogDirectory.check(settings(dir, true));
        LogDirectory.check(settings(dir.resolve("new"), true));
        assertTrue(Files.isDirectory(dir.resolve("new")));
    }

    @Test
    void shouldRecoverOnlyWhereThereIsALog() throws IOException {
        refused("wiped", settings(dir, false));
        refused("wiped", settings(dir.resolve("new"), false));
        Path current = Files.createDirectories(dir.resolve(cell.toString()).resolve("current"));
        refused("wiped", settings(dir, false));
        Files.createFile(current.resolve("raft-meta"));
        LogDirectory.check(settings(dir, false));
    }

    @Test
    void shouldNotFoundOverALog() throws IOException {
        Files.createDirectories(dir.resolve(cell.toString()));
        refused("exists", settings(dir, true));
    }

    @Test
    void shouldRefuseTheLogOfAnotherCell() throws IOException {
        Files.createDirectories(dir.resolve(UUID.randomUUID().toString()));
        Files.createDirectories(dir.resolve("lost+found"));
        refused("another cell", settings(dir, true));
        refused("another cell", settings(dir, false));
    }

    private RaftSettings settings(Path storage, boolean format) {
        return new RaftSettings(cell, "1-1", List.of(new RaftSettings.Peer("1-1", "localhost", 2888)), storage, format);
    }

    private static void refused(String why, RaftSettings settings) {
        String message = assertThrows(LogRefusedException.class, () -> LogDirectory.check(settings))
                .toString();
        assertTrue(message.contains(why), message);
    }
}
