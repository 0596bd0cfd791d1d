package io.cellkeeper.compat.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.cellkeeper.compat.cell.Await;
import io.cellkeeper.compat.wire.Frame;
import io.cellkeeper.compat.wire.RawClient;
import java.io.IOException;
import java.time.Duration;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.proto.GetDataResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * A client whose TCP doesn't acknowledge what it is sent is let go before that can reach it too late (design I9); one that only
 * reads slowly is not.
 */
@EnabledIfSystemProperty(named = "compat.server", matches = "ours")
class SilentClientTest {
    /** A third of it is 6.7 s; without a limit of its own the connection would last for 14.3 s (2T/3 + G). */
    private static final int TIMEOUT_MS = 20_000;

    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final Duration READER_PAUSES = Duration.ofSeconds(3);
    private static final int LARGE = 900_000;
    private static final int ANSWERS = 12;
    private static final String PATH = "/large";

    @Test
    void shouldDisconnectAClientThatAcknowledgesNothing() throws IOException {
        try (FaultyCell cell = FaultyCell.start(1);
                RawClient client = connect(cell)) {
            assertEquals(0, client.call(OpCode.ping).err());
            assertEquals(1, cell.clientConnections(1));
            cell.deafenClientsOf(1);
            client.pipeline(client.request(OpCode.ping));
            Await.until("the connection is gone", LIMIT, () -> cell.clientConnections(1) == 0);
        }
    }

    @Test
    void shouldKeepAClientThatReadsMuchWithAPause() throws IOException {
        try (FaultyCell cell = FaultyCell.start(1);
                RawClient client = connect(cell)) {
            String data = "x".repeat(LARGE);
            assertEquals(
                    0,
                    client.call(OpCode.create, RawClient.createNode(PATH, data, 0))
                            .err());
            for (int i = 0; i < ANSWERS; i++) {
                client.pipeline(client.request(OpCode.getData, RawClient.getData(PATH, false)));
            }
            Await.pass(READER_PAUSES);
            for (int i = 0; i < ANSWERS; i++) {
                Frame answer = client.read();
                assertEquals(LARGE, answer.as(new GetDataResponse()).getData().length);
            }
            client.closeSession();
        }
    }

    private static RawClient connect(FaultyCell cell) throws IOException {
        RawClient client = RawClient.connect(cell.address(1), TIMEOUT_MS);
        assertEquals(TIMEOUT_MS, client.session().timeoutMs());
        return client;
    }
}
