package io.cellkeeper.server.replica;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A log is made once, and never instead of one that was lost. */
class LogFormatTest {
    private final UUID cell = new UUID(1, 2);

    @TempDir
    private Path logDir;

    private Path group;
    private LogFormat format;

    @BeforeEach
    void prepare() {
        Path raftDir = logDir.resolve("raft");
        group = raftDir.resolve(cell.toString());
        format = new LogFormat(logDir, raftDir);
    }

    @Test
    void shouldMakeTheLogOfACellThatWasJustFounded() throws IOException {
        format.empty();
        assertTrue(format.isToBeMade(cell));
    }

    @Test
    void shouldRemoveWhatAnEarlierTryLeft() throws IOException {
        Files.createDirectories(group.resolve("current"));
        Files.createFile(group.resolve("current").resolve("log_inprogress_0"));
        format.empty();
        assertFalse(Files.exists(group));
    }

    @Test
    void shouldMakeAHalfMadeLogAnew() throws IOException {
        format.empty();
        Files.createDirectories(group.resolve("current"));
        assertTrue(format.isToBeMade(cell));
        assertFalse(Files.exists(group), "what is half made stands in the way of the log");
    }

    @Test
    void shouldOpenALogThatWasMadeThoughTheNoteIsStillThere() throws IOException {
        format.empty();
        makeLog();
        assertFalse(format.isToBeMade(cell));
        assertTrue(Files.exists(group.resolve("current").resolve("raft-meta")));
    }

    @Test
    void shouldNeverMakeALogInsteadOfOneThatWasLost() throws IOException {
        format.empty();
        makeLog();
        format.begun();
        Files.delete(group.resolve("current").resolve("raft-meta"));
        Files.delete(group.resolve("current"));
        Files.delete(group);
        assertFalse(format.isToBeMade(cell));
    }

    @Test
    void shouldTellOnceOnlyThatTheLogHasBegun() throws IOException {
        format.empty();
        format.begun();
        format.begun();
        assertFalse(format.isToBeMade(cell));
    }

    private void makeLog() throws IOException {
        Files.createDirectories(group.resolve("current"));
        Files.createFile(group.resolve("current").resolve("raft-meta"));
    }
}
