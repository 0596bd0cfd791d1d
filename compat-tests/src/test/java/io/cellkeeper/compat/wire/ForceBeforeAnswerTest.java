package io.cellkeeper.compat.wire;

import static io.cellkeeper.compat.wire.RawClient.createNode;
import static io.cellkeeper.compat.wire.RawClient.setData;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cellkeeper.compat.cell.Await;
import io.cellkeeper.compat.cell.Cell;
import io.cellkeeper.compat.cell.CellProcess;
import io.cellkeeper.compat.cell.ClientProcess;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.junit.jupiter.api.Test;

/**
 * What was acknowledged is on disk: the system calls of a lone replica show, before each answer to a write, a forced write
 * of a file in its data directory that was not there before the answer to the write before.
 */
class ForceBeforeAnswerTest {
    private static final Path STRACE = Path.of("/usr/bin/strace");
    private static final int WRITES = 20;
    private static final int FIRST_XID = 0x7ab0_0000;
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String PATH = "/forced";

    /** How a descriptor of a connection begins in the trace; the xid may be in the log's file as well. */
    private static final String SOCKET = "<" + hex("socket:".getBytes(UTF_8));

    @Test
    void shouldForceEachWriteToDiskBeforeItsAnswer() throws Exception {
        String missing = "the Debian package strace is not installed";
        assumeTrue(Files.isExecutable(STRACE) || "true".equals(System.getenv("CI")), missing);
        assertTrue(Files.isExecutable(STRACE), missing);
        try (Cell cell = Cell.start(1)) {
            CellProcess replica = cell.replica(1);
            try (RawClient client = RawClient.connect(replica.clientPort(), 20_000);
                    ClientProcess tracer = trace(replica)) {
                // The tracer attaches to one thread after the other.
                Await.until(
                        "the tracer is attached", LIMIT, () -> tracer.output().contains("attached"), tracer::output);
                assertEquals(
                        0, client.call(OpCode.create, createNode(PATH, "", 0)).err());
                for (int i = 0; i < WRITES; i++) {
                    client.pipeline(RawClient.request(FIRST_XID + i, OpCode.setData, setData(PATH, "v" + i, -1)));
                    assertEquals(0, client.read().err());
                }
                String last = xid(WRITES - 1);
                Await.until("the trace is written", LIMIT, () -> tracer.output().contains(last), tracer::output);
                assertForcedBeforeEachAnswer(tracer.output(), replica.config().resolveSibling("data"));
            }
        }
    }

    private static ClientProcess trace(CellProcess replica) {
        return new ClientProcess(
                "strace",
                List.of(
                        STRACE.toString(),
                        "-f",
                        "-y",
                        "-xx",
                        "-s",
                        "32",
                        "-e",
                        "trace=fsync,fdatasync,msync,write,writev,sendto,sendmsg",
                        "-p",
                        Long.toString(replica.process().pid())));
    }

    /** How the xid of a write's answer shows in the trace. */
    private static String xid(int write) {
        return hex(ByteBuffer.allocate(4).putInt(FIRST_XID + write).array());
    }

    /** Bytes as strace prints them with -xx. */
    private static String hex(byte[] bytes) {
        return HexFormat.of().withPrefix("\\x").formatHex(bytes);
    }

    private static void assertForcedBeforeEachAnswer(String trace, Path data) {
        int answered = 0;
        boolean forced = false;
        boolean inDataDirectory = false;
        for (String line : (Iterable<String>) trace.lines()::iterator) {
            if (line.matches(".*\\b(fsync|fdatasync|msync)\\b.*")) {
                inDataDirectory |= line.contains(hex(data.toString().getBytes(UTF_8)));
                forced |= line.contains(" = 0");
            } else if (answered < WRITES && line.contains(SOCKET) && line.contains(xid(answered))) {
                assertTrue(forced, "write " + answered + " was answered before it was forced: " + line);
                answered++;
                forced = false;
            }
        }
        assertEquals(WRITES, answered, "answers found in the trace");
        assertTrue(inDataDirectory, "what was forced is in " + data);
    }
}
