package io.cellkeeper.compat.cell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How our server's process starts, refuses to start, and ends. */
@EnabledIfSystemProperty(named = "compat.server", matches = "ours")
class ServerProcessTest {
    private static final int EXIT_CONFIG = 2;
    private static final int EXIT_LOCKED = 3;
    private static final int ROLLING_STOPS = 5;
    private static final Duration STOP_LIMIT = Duration.ofSeconds(10);
    private static final Duration REFUSE_LIMIT = Duration.ofSeconds(60);

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void shouldEndWithZeroOnSigterm(int size) {
        try (Cell cell = Cell.start(size)) {
            cell.replicas().forEach(CellProcess::terminate);
            for (CellProcess replica : cell.replicas()) {
                assertEquals(0, replica.awaitExit(STOP_LIMIT));
            }
        }
    }

    @Test
    void shouldEndWithZeroWhileTheOthersGoOn() {
        try (Cell cell = Cell.start(3)) {
            for (int round = 0; round < ROLLING_STOPS; round++) {
                CellProcess leader = cell.leader();
                leader.terminate();
                assertEquals(0, leader.awaitExit(STOP_LIMIT), () -> "see " + leader.log());
                assertNotEquals(leader.id(), cell.leader().id());
                leader.start();
                leader.awaitServing();
            }
        }
    }

    @Test
    void shouldServeAgainAfterAnOrderlyStop() {
        try (Cell cell = Cell.start(1)) {
            CellProcess replica = cell.replica(1);
            replica.terminate();
            assertEquals(0, replica.awaitExit(STOP_LIMIT));
            replica.start();
            replica.awaitServing();
            assertEquals("standalone", replica.mode().orElseThrow());
        }
    }

    @Test
    void shouldRefuseADataDirectoryThatAnotherProcessHas() throws IOException {
        try (Cell cell = Cell.start(1)) {
            CellProcess second = variant(cell.replica(1), "second", "clientPort", Integer.toString(Ports.free()));
            second.start();
            assertEquals(EXIT_LOCKED, second.awaitExit(REFUSE_LIMIT));
            assertEquals("standalone", cell.replica(1).mode().orElseThrow(), "the first goes on");
        }
    }

    @Test
    void shouldRefuseADataDirectoryOfAnotherMyid() throws IOException {
        try (Cell cell = Cell.start(3)) {
            CellProcess third = cell.replica(3);
            third.kill();
            Path data = third.config().resolveSibling("data");
            Files.writeString(data.resolve("myid"), "2\n");
            cell.replica(2).kill();
            third.start();
            assertNotEquals(0, third.awaitExit(REFUSE_LIMIT));
            Files.writeString(data.resolve("myid"), "3\n");
            third.start();
            third.awaitServing();
        }
    }

    @ParameterizedTest
    @CsvSource({"tickTime, 0", "tickTime, many", "minSessionTimeout, 90000", "clientPort, 65536", "maxClientCnxns, -1"})
    void shouldNameTheKeyOfAValueThatIsOutOfRange(String key, String value) throws IOException {
        try (Cell cell = Cell.create(1, Map.of())) {
            CellProcess replica = variant(cell.replica(1), "wrong-" + key, key, value);
            replica.start();
            assertEquals(EXIT_CONFIG, replica.awaitExit(REFUSE_LIMIT));
            String output = Files.readString(replica.log());
            assertTrue(output.contains(key), output);
            assertFalse(output.contains("\tat "), () -> "a wrong setting is no reason for a trace: " + output);
        }
    }

    @Test
    void shouldRefuseAConfigurationFileThatIsNotThere() throws IOException {
        try (Cell cell = Cell.create(1, Map.of())) {
            CellProcess replica = cell.replica(1);
            Files.delete(replica.config());
            replica.start();
            assertEquals(EXIT_CONFIG, replica.awaitExit(REFUSE_LIMIT));
            assertTrue(Files.readString(replica.log()).contains("zoo.cfg"));
        }
    }

    /** Another replica with the same directories, whose configuration differs in one key. */
    private static CellProcess variant(CellProcess original, String name, String key, String value) throws IOException {
        List<String> lines = new ArrayList<>(Files.readAllLines(original.config()));
        lines.removeIf(line -> line.startsWith(key + "="));
        lines.add(key + "=" + value);
        Path config = Files.write(original.config().resolveSibling(name + ".cfg"), lines);
        Path log = original.log().resolveSibling(name + ".log");
        return new CellProcess(original.id(), config, original.place(), log);
    }
}
