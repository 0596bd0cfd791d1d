package io.cellkeeper.server.founding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataDirectoryTest {
    @TempDir
    Path root;

    @Test
    void shouldFoundALoneServerOnDisk() throws Exception {
        Path raft = root.resolve("data/raft");
        Marker founded;
        try (DataDirectory directory = open("data", "data", 1)) {
            assertEquals(Optional.empty(), directory.marker());
            FoundingCore core = new FoundingCore(
                    1, List.of(1), CellId.of("x", List.of()), OptionalLong.empty(), directory.marker());
            Founding founding = new Founding(core, directory, () -> Files.createDirectories(raft));
            founded = founding.advance().orElseThrow();
            assertEquals(Phase.FOUNDED, founded.phase());
        }
        try (DataDirectory directory = open("data", "data", 1)) {
            assertEquals(Optional.of(founded), directory.marker());
        }
    }

    @Test
    void shouldHoldTheDirectoryAlone() throws Exception {
        DataDirectory first = open("data", "log", 1);
        assertRefused("in use", "data", "elsewhere", 1);
        assertRefused("in use", "other", "log", 1);
        open("data2", "data2", 1).close();
        first.close();
        open("data", "log", 1).close();
    }

    @Test
    void shouldRefuseAnotherServersDirectory() throws Exception {
        store(Phase.FOUNDING);
        assertRefused("belongs to server 3", "data", "data", 4);
        open("data", "data", 3).close();
    }

    @Test
    void shouldRefuseToStartWithoutItsLogOrItsMarker() throws Exception {
        store(Phase.FOUNDED);
        assertRefused("is missing", "data", "elsewhere", 3);
        Files.createDirectories(root.resolve("log2/raft/group"));
        assertRefused("marker", "empty", "log2", 3);
    }

    @Test
    void shouldNotStartEmptyBesideZooKeepersData() throws Exception {
        Files.createDirectories(root.resolve("data/version-2"));
        open("data", "data", 1).close();
        Files.createFile(root.resolve("data/version-2/log.100000001"));
        assertRefused("holds data of ZooKeeper", "data", "data", 1);
    }

    @Test
    void shouldSayThatADirectoryCannotBeUsed() throws Exception {
        Files.createFile(root.resolve("file"));
        assertRefused("can't be used", "file", "file", 1);
    }

    @Test
    void shouldDeleteATreeWithoutFollowingLinks() throws Exception {
        Path kept = Files.createFile(root.resolve("kept"));
        Path tree = Files.createDirectories(root.resolve("tree/a/b"));
        Files.createFile(tree.resolve("c"));
        Files.createSymbolicLink(tree.resolve("link"), root);
        Directories.deleteRecursively(root.resolve("tree"));
        assertFalse(Files.exists(root.resolve("tree")));
        assertTrue(Files.exists(kept));
        Directories.deleteRecursively(root.resolve("tree"));
    }

    private void store(Phase phase) throws DataDirectoryException, IOException {
        try (DataDirectory directory = open("data", "data", 3)) {
            directory.store(new Marker(new UUID(1, 2), 3, 1, phase));
        }
    }

    private DataDirectory open(String data, String log, int myid) throws DataDirectoryException {
        return DataDirectory.open(root.resolve(data), root.resolve(log), myid);
    }

    private void assertRefused(String because, String data, String log, int myid) {
        DataDirectoryException refusal = assertThrows(DataDirectoryException.class, () -> open(data, log, myid));
        assertTrue(refusal.toString().contains(because), refusal.getMessage());
    }
}
