package io.cellkeeper.consensus.ratis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.consensus.Await;
import io.cellkeeper.consensus.Proposal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class LoneReplicaTest {
    @TempDir
    Path dir;

    @Test
    void shouldServeAndRecoverFromItsLog() throws IOException {
        try (TestCell cell = TestCell.founded(dir, 1)) {
            List<String> written = RatisOrderingTest.write(cell.leading(), "a", 20);
            long term = cell.leading().reign();
            cell.stop(1);
            cell.start(1, false);
            assertTrue(cell.leading().reign() > term);
            written.addAll(RatisOrderingTest.write(cell.leading(), "b", 5));
            assertEquals(written, cell.replica(1).batches());
            assertEquals(List.of(), cell.replica(1).failures);
        }
    }

    @Test
    void shouldLeadAgainAfterResigning() throws IOException {
        try (TestCell cell = TestCell.founded(dir, 1)) {
            TestReplica lone = cell.leading();
            long term = lone.reign();
            lone.log.resign("the test wants it");
            Await.until("the next reign", () -> lone.reign() > term);
            assertEquals(List.of(term), lone.lost);

            Proposal stale = lone.propose(term, "formed in the former reign");
            Await.until("the refusal", () -> lone.wasRefused(stale));
            lone.write("formed in this one");
            assertEquals(List.of("formed in this one"), lone.batches());
        }
    }

    @Test
    void shouldFailWhenItsLogCannotGoOn() throws IOException {
        try (TestCell cell = TestCell.founded(dir, 1)) {
            TestReplica lone = cell.leading();
            long term = lone.reign();
            deleteAll(cell.directory(1));
            // together more than a segment: the next can't be made
            for (int i = 0; i < 2; i++) {
                lone.log.propose(new Proposal(term, new byte[10 << 20]));
            }
            Await.until("the failure", () -> !lone.failures.isEmpty());
            Await.until("the loss", () -> lone.lost.equals(List.of(term)));
            assertEquals(0, lone.log.currentTerm());
            assertFalse(lone.log.leads(term));
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldListenNowhere() throws IOException {
        Set<String> before = listeningSockets();
        try (TestCell cell = TestCell.founded(dir, 1)) {
            cell.leading().write("a");
            assertEquals(before, listeningSockets());
        }
    }

    /** Inodes of this process' sockets in state LISTEN. */
    private static Set<String> listeningSockets() throws IOException {
        Set<String> listening = new TreeSet<>();
        for (String table : List.of("/proc/self/net/tcp", "/proc/self/net/tcp6")) {
            for (String line : Files.readAllLines(Path.of(table))) {
                String[] columns = line.trim().split("\\s+", -1);
                if (columns.length > 9 && columns[3].equals("0A")) {
                    listening.add("socket:[" + columns[9] + "]");
                }
            }
        }
        Set<String> own = new TreeSet<>();
        try (var descriptors = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
            for (Path descriptor : descriptors) {
                String target = Files.isSymbolicLink(descriptor) ? readLink(descriptor) : "";
                if (listening.contains(target)) {
                    own.add(target);
                }
            }
        }
        return own;
    }

    private static void deleteAll(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }

    private static String readLink(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException e) {
            return ""; // closed meanwhile
        }
    }
}
