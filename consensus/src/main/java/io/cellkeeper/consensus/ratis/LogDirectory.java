package io.cellkeeper.consensus.ratis;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;

/**
 * Refuses what Ratis would do by silence: asked to recover, it formats where there is no log, so that a wiped replica
 * would vote as if it had never seen anything; and it opens every group it finds.
 */
final class LogDirectory {
    private LogDirectory() {}

    /** @throws LogRefusedException unless the directory is in the state that the settings claim */
    static void check(RaftSettings settings) throws IOException {
        Path group = settings.storageDir().resolve(settings.cellId().toString());
        if (settings.format()) {
            Files.createDirectories(settings.storageDir());
        }
        Optional<Path> other = otherGroup(settings.storageDir(), settings.cellId());
        if (other.isPresent()) {
            throw new LogRefusedException("directory " + other.get() + " is the log of another cell than "
                    + settings.cellId() + ": this directory must hold one cell's log alone");
        }
        if (settings.format() && Files.exists(group)) {
            throw new LogRefusedException("a log exists already in " + group + ": founding would have to destroy it");
        }
        if (!settings.format() && !Files.isRegularFile(group.resolve("current").resolve("raft-meta"))) {
            throw new LogRefusedException("no log in " + group
                    + " (current/raft-meta is missing) though this replica is a founded member: its disk was wiped or"
                    + " isn't mounted. Starting empty could lose acknowledged writes; rejoin it under a new Raft id");
        }
    }

    private static Optional<Path> otherGroup(Path storageDir, UUID cellId) throws IOException {
        if (!Files.isDirectory(storageDir)) {
            return Optional.empty();
        }
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(storageDir, Files::isDirectory)) {
            for (Path entry : entries) {
                Path name = entry.getFileName();
                if (name != null && isUuid(name.toString()) && !name.toString().equals(cellId.toString())) {
                    return Optional.of(entry);
                }
            }
        }
        return Optional.empty();
    }

    private static boolean isUuid(String name) {
        try {
            UUID.fromString(name);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
