package io.cellkeeper.server.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectorySizesTest {
    @Test
    void shouldCountTheLogApartWhereverItIs(@TempDir Path data, @TempDir Path logs) throws Exception {
        Path raft = Files.createDirectories(data.resolve("raft/cell"));
        Files.write(raft.resolve("log_0"), new byte[70]);
        Files.write(data.resolve("myid"), new byte[2]);
        Files.write(logs.resolve("elsewhere"), new byte[9]);
        assertSizes(2, 70, new DirectorySizes(data, data.resolve("raft")));
        assertSizes(72, 9, new DirectorySizes(data, logs));
        assertSizes(72, 0, new DirectorySizes(data, logs.resolve("none")));
    }

    private static void assertSizes(long data, long log, DirectorySizes sizes) {
        sizes.measure();
        assertEquals(data, sizes.dataBytes());
        assertEquals(log, sizes.logBytes());
    }
}
