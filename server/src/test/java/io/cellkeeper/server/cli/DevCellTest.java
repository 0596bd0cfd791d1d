package io.cellkeeper.server.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.cellkeeper.server.config.ConfigException;
import io.cellkeeper.server.config.ConfigReader;
import io.cellkeeper.server.config.ServerConfig;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DevCellTest {
    @TempDir
    Path directory;

    @Test
    void shouldKeepTheServerLinesOfADirectoryThatWasUsedBefore() throws Exception {
        List<ServerConfig> first = configure(3, 0);
        List<ServerConfig> again = configure(3, 0);
        assertEquals(first, again);
        assertEquals(
                List.of(1, 2, 3), first.stream().map(c -> c.ensemble().myid()).toList());
        assertEquals(
                1, first.stream().map(c -> c.ensemble().members()).distinct().count());
        assertThrows(ConfigException.class, () -> configure(1, 0));
        assertThrows(ConfigException.class, () -> configure(5, 0));
    }

    @Test
    void shouldBeAloneWithOneReplica() throws Exception {
        ServerConfig config = configure(1, 2181).get(0);
        assertEquals(List.of(), config.ensemble().members());
        assertEquals(2181, config.clients().port());
        assertThrows(ConfigException.class, () -> configure(3, 2181));
    }

    @Test
    void shouldPassOverPortsThatAreTaken() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, DevCell.loopback())) {
            int first = taken.getLocalPort() - 1;
            List<ServerConfig> configs = configure(3, first);
            assertEquals(first, configs.get(0).clients().port());
            assertNotEquals(taken.getLocalPort(), configs.get(1).clients().port());
        }
    }

    private List<ServerConfig> configure(int replicas, int port) throws Exception {
        List<ServerConfig> configs = new ArrayList<>();
        for (Path file : new DevCell(directory, replicas, port).configure()) {
            configs.add(ConfigReader.read(file, new Properties()).config());
        }
        return configs;
    }
}
