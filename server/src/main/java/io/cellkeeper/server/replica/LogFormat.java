package io.cellkeeper.server.replica;

import io.cellkeeper.server.founding.Directories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/**
 * Tells a log that was never begun from one that is to be opened, or was lost. Founding leaves a note beside the empty
 * storage; the note goes when the log has run for the first time. Without the note the log is opened, never made anew.
 */
final class LogFormat {
    private static final String NOTE = "raft.new";

    private final Path logDir;
    private final Path raftDir;

    LogFormat(Path logDir, Path raftDir) {
        this.logDir = logDir;
        this.raftDir = raftDir;
    }

    /** Makes the storage empty, removing leftovers of an earlier try; durable on return. */
    void empty() throws IOException {
        Directories.deleteRecursively(raftDir);
        Files.createDirectories(raftDir);
        if (!Files.exists(note())) {
            Files.createFile(note());
        }
        Directories.sync(logDir);
    }

    /** Whether Ratis has to make this cell's log. Half-made ones are removed: nothing was ever acknowledged on them. */
    boolean isToBeMade(UUID cell) throws IOException {
        if (!Files.exists(note())) {
            return false;
        }
        Path group = raftDir.resolve(cell.toString());
        if (Files.exists(group.resolve("current").resolve("raft-meta"))) {
            return false;
        }
        Directories.deleteRecursively(group);
        return true;
    }

    /** The log runs: from now on it must be there. */
    void begun() throws IOException {
        if (Files.deleteIfExists(note())) {
            Directories.sync(logDir);
        }
    }

    private Path note() {
        return logDir.resolve(NOTE);
    }
}
