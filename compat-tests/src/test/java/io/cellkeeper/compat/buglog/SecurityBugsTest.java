package io.cellkeeper.compat.buglog;

import static io.cellkeeper.compat.wire.Exchange.done;
import static io.cellkeeper.compat.wire.RawClient.createNode;
import static io.cellkeeper.compat.wire.RawClient.setData;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.compat.cell.Await;
import io.cellkeeper.compat.cell.Cell;
import io.cellkeeper.compat.cell.CellProcess;
import io.cellkeeper.compat.cell.FourLetterWord;
import io.cellkeeper.compat.cell.ServerUnderTest;
import io.cellkeeper.compat.wire.RawClient;
import io.cellkeeper.compat.wire.RawSession;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.proto.SetWatches;
import org.junit.jupiter.api.Test;

/** The bug log's entries on who would harm a server. */
class SecurityBugsTest {
    private static final int TIMEOUT_MS = 20_000;
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int START_STOPS = 3;

    @Test
    void b69ShouldListWatchesOnlyIfAllowedAndServeOthersMeanwhile() throws Exception {
        try (Cell cell = Cell.start(1, Map.of("4lw.commands.whitelist", "srvr"))) {
            assertEquals(
                    "wchp is not executed because it is not in the whitelist.\n",
                    FourLetterWord.ask(cell.replica(1).clientPort(), "wchp"));
        }
        ExecutorService askers = Executors.newFixedThreadPool(8);
        try (Cell cell = Cell.start(1);
                RawClient watcher = RawClient.connect(cell.replica(1).clientPort(), TIMEOUT_MS);
                RawClient writer = RawClient.connect(cell.replica(1).clientPort(), TIMEOUT_MS)) {
            int port = cell.replica(1).clientPort();
            List<String> paths =
                    IntStream.range(0, 10_000).mapToObj(i -> "/watched/" + i).toList();
            done(watcher, OpCode.setWatches, new SetWatches(0, List.of(), paths, List.of()));
            done(writer, OpCode.create, createNode("/node", "", 0));
            List<Future<?>> asked = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                asked.add(askers.submit(() -> FourLetterWord.ask(port, "wchp")));
            }
            while (!asked.stream().allMatch(Future::isDone)) {
                done(writer, OpCode.setData, setData("/node", "", -1));
            }
            for (Future<?> answer : asked) {
                assertTrue(((String) answer.get()).contains("/watched/9999"));
            }
        } finally {
            askers.shutdownNow();
        }
    }

    /** Where no TLS is configured, its bytes are a frame of an impossible length. */
    @Test
    void b70ShouldOpenNoSessionForAHandshakeThatFails() throws Exception {
        try (Cell cell = Cell.start(1)) {
            int port = cell.replica(1).clientPort();
            for (int i = 0; i < 5; i++) {
                try (SSLSocket socket = (SSLSocket)
                        SSLSocketFactory.getDefault().createSocket(InetAddress.getLoopbackAddress(), port)) {
                    socket.setSoTimeout(TIMEOUT_MS);
                    assertThrows(IOException.class, socket::startHandshake);
                }
            }
            assertEquals("0", FourLetterWord.monitor(port).get("zk_global_sessions"));
        }
    }

    @Test
    void b71ShouldStartAndStopUnderAStormOfWordsAndConnectRequests() throws Exception {
        ExecutorService storm = Executors.newFixedThreadPool(16);
        AtomicBoolean over = new AtomicBoolean();
        try (Cell cell = Cell.start(1)) {
            CellProcess replica = cell.replica(1);
            for (int i = 0; i < 16; i++) {
                boolean words = i % 2 == 0;
                storm.execute(() -> beg(replica.clientPort(), words, over));
            }
            for (int i = 0; i < START_STOPS; i++) {
                try (RawClient client = RawClient.connect(replica.clientPort(), TIMEOUT_MS)) {
                    done(client, OpCode.create, createNode("/started-" + i, "", 0));
                }
                replica.terminate();
                replica.awaitExit(LIMIT);
                replica.start();
                replica.awaitServing();
            }
            if (ServerUnderTest.isOurs()) {
                String log = Files.readString(replica.log());
                assertFalse(log.contains("Exception"), () -> "see " + replica.log());
            }
        } finally {
            over.set(true);
            storm.shutdownNow();
        }
    }

    private static void beg(int port, boolean words, AtomicBoolean over) {
        while (!over.get()) {
            try {
                if (words) {
                    FourLetterWord.ask(port, "ruok");
                } else {
                    try (RawClient client = RawClient.open(port)) {
                        client.sendConnect(RawSession.NEW, TIMEOUT_MS, 0, true);
                        client.readConnected();
                        client.closeSession();
                    }
                }
            } catch (IOException e) {
                // The server is about to stop or to start.
            }
            Await.pass(Duration.ofMillis(5));
        }
    }
}
