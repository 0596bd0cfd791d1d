package io.cellkeeper.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.protocol.Acls;
import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.CreateMode;
import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.protocol.OpCode;
import io.cellkeeper.state.TestCell.Client;
import io.cellkeeper.state.batch.BatchHeader;
import io.cellkeeper.state.batch.BatchReader;
import io.cellkeeper.state.batch.BatchWriter;
import io.cellkeeper.state.batch.BrokenBatchException;
import io.cellkeeper.state.batch.Command;
import io.cellkeeper.state.batch.CommandKind;
import io.cellkeeper.state.session.SessionAudit;
import io.cellkeeper.state.tree.TreeAudit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** I3, I4, I16, decisions 25 and 26. */
class BatchTest {
    private final TestCell cell = new TestCell();

    @Test
    void shouldStartInEpochOneWithTheSystemNodes() {
        CellState state = cell.state;
        assertEquals(1L << 48, state.zxid());
        assertEquals(5, state.nodeCount());
        assertEquals(44, state.approximateDataSize());
        assertEquals(0, state.ephemeralCount());
        assertEquals(-1, cell.statOf("/").cversion());
        assertEquals(1, cell.statOf("/").numChildren());
        assertEquals(-2, cell.statOf("/zookeeper").cversion());
        assertEquals(2, cell.statOf("/zookeeper").numChildren());
        assertEquals(-1, cell.statOf("/zookeeper/config").version());
        assertTrue(cell.exists("/zookeeper/quota"));
        TreeAudit.verify(state.tree());
    }

    @Test
    void shouldRefuseABatchOfAnotherTermAsAWhole() {
        Client client = cell.open();
        long digest = cell.state.digest();
        long zxid = cell.state.zxid();
        for (long headerTerm : new long[] {0, 2}) {
            BatchWriter writer = new BatchWriter();
            writer.ack(client.id, 1);
            writer.add(CommandKind.EXPIRE, client.id, 1, 0, 0, 0, ByteRange.EMPTY);
            byte[] batch = writer.finish(new BatchHeader(headerTerm, Long.MAX_VALUE, Long.MAX_VALUE, -1));
            cell.changes.clear();
            assertFalse(cell.state.apply(1, ++cell.index, batch, new ApplySink() {
                @Override
                public void beforeCommand(int position, Command command) {
                    throw new AssertionError("called back");
                }
            }));
            assertEquals(digest, cell.state.digest());
            assertEquals(zxid, cell.state.zxid());
            assertEquals(1_000_000, cell.state.timeMs());
            assertEquals(cell.index, cell.state.appliedIndex());
        }
    }

    @Test
    void shouldRefuseAnotherTermsBatchBeforeReadingACommand() {
        byte[] batch = oneCommand(5);
        byte[] cut = Arrays.copyOf(batch, batch.length - 1);
        assertFalse(cell.state.apply(6, 1, cut, ApplySink.NONE));
        assertEquals(1, cell.state.appliedIndex());
        assertEquals(6, cell.state.appliedTerm());
    }

    @Test
    void shouldRefuseABrokenFrameBeforeItChangesAnything() {
        Client client = cell.open();
        long digest = cell.state.digest();
        byte[] batch = twoCreates(client);
        for (int length = 0; length < batch.length; length++) {
            byte[] cut = Arrays.copyOf(batch, length);
            assertThrows(BrokenBatchException.class, () -> CellState.check(cut));
            assertThrows(BrokenBatchException.class, () -> cell.state.apply(1, 9, cut, ApplySink.NONE));
        }
        byte[] longer = Arrays.copyOf(batch, batch.length + 1);
        assertThrows(BrokenBatchException.class, () -> cell.state.apply(1, 9, longer, ApplySink.NONE));
        assertEquals(digest, cell.state.digest());
        assertEquals(1, cell.state.appliedIndex());
        CellState.check(batch);
        assertTrue(cell.state.apply(1, 9, batch, ApplySink.NONE));
        assertTrue(cell.exists("/b"));
    }

    @Test
    void shouldNotApplyAnIndexTwice() {
        byte[] batch = oneCommand(1);
        cell.state.apply(1, 5, batch, ApplySink.NONE);
        assertThrows(IllegalArgumentException.class, () -> cell.state.apply(1, 5, batch, ApplySink.NONE));
    }

    @Test
    void shouldConsumeAZxidForEveryCommand() {
        Client client = cell.open();
        long zxid = cell.state.zxid();
        cell.send(client, OpCode.DELETE, Bodies.delete("/no", -1));
        cell.resend(client, 9, OpCode.DELETE, Bodies.delete("/no", -1));
        cell.resend(client, 1, OpCode.DELETE, Bodies.delete("/no", -1));
        cell.command(CommandKind.CLIENT, 77, 1, 1, 0, 1, ByteRange.EMPTY);
        cell.expire(client, 5);
        assertEquals(zxid + 5, cell.state.zxid());
    }

    @Test
    void shouldNeverLetTimeGoBack() {
        Client client = cell.open();
        cell.cellTimeMs = 50;
        cell.send(client, OpCode.CREATE, Bodies.create("/a"));
        cell.timeMs -= 1000;
        cell.cellTimeMs = 20;
        cell.send(client, OpCode.SET_DATA, Bodies.setData("/a", "x", -1));
        assertEquals(1_000_000, cell.statOf("/a").mtime());
        assertEquals(50, cell.state.cellTimeMs());
    }

    @Test
    void shouldCallBackInOrderAndShowWholeCommandsOnly() {
        Client client = cell.open();
        List<String> calls = new ArrayList<>();
        cell.state.apply(1, ++cell.index, twoCreates(client), new ApplySink() {
            @Override
            public void beforeCommand(int position, Command command) {
                calls.add("before " + position + " " + exists("/a") + exists("/b"));
            }

            @Override
            public void change(Change change) {
                calls.add("change " + change.path() + " " + exists("/a") + exists("/b"));
            }

            @Override
            public void result(
                    int position, Command command, long zxid, Outcome outcome, ErrorCode error, ByteRange body) {
                calls.add("result " + position + " " + exists("/a") + exists("/b"));
            }

            private char exists(String path) {
                ReadAnswer answer = cell.state.read(client.id, OpCode.EXISTS, Bodies.watchable(path));
                return answer.error() == ErrorCode.OK ? '+' : '-';
            }
        });
        assertEquals(
                List.of("before 0 --", "change /a +-", "result 0 +-", "before 1 +-", "change /b ++", "result 1 ++"),
                calls);
    }

    @Test
    void shouldSetConfigWithTheZxidAsItsVersionAndNoneOfTheNode() {
        assertEquals("", cell.state.serverLines());
        TestCell.Result result = cell.command(CommandKind.SET_CONFIG, 0, 0, 0, 0, 0, Bodies.bytes("server.1=x"));
        assertEquals(ErrorCode.OK, result.error());
        assertEquals("server.1=x\nversion=" + Long.toHexString(result.zxid()), cell.state.configText());
        assertEquals("server.1=x", cell.state.serverLines());
        assertEquals(-1, cell.statOf("/zookeeper/config").version());
        assertEquals(result.zxid(), cell.statOf("/zookeeper/config").mzxid());
        assertEquals(
                List.of(new Change(result.zxid(), Change.Kind.DATA_CHANGED, "/zookeeper/config", Acls.OPEN_READ, null)),
                cell.changes);
        cell.command(CommandKind.SET_CONFIG, 0, 0, 0, 0, 0, ByteRange.EMPTY);
        assertEquals("", cell.state.configText(), "stand-alone again");
    }

    @Test
    void shouldGiveTheSameDigestForTheSameLog() {
        Client client = cell.open();
        cell.send(client, OpCode.CREATE, Bodies.create("/a", "1", CreateMode.CONTAINER));
        cell.send(client, OpCode.CREATE, Bodies.create("/a/b", "2", CreateMode.EPHEMERAL_SEQUENTIAL));
        CellState twin = new CellState();
        for (int i = 0; i < cell.log.size(); i++) {
            twin.apply(1, 100 + i, cell.log.get(i), ApplySink.NONE);
        }
        assertEquals(cell.state.digest(), twin.digest());
        TreeAudit.verify(cell.state.tree());
        SessionAudit.verify(cell.state.sessions());
    }

    @Test
    void shouldReadABatchAsItWasWritten() {
        BatchReader reader = BatchReader.open(oneCommand(5));
        assertEquals(new BatchHeader(5, 6, 7, 8), reader.header());
        assertFalse(reader.nextAck());
        assertEquals(1, reader.commandCount());
        assertEquals(new Command(CommandKind.CLIENT, 1, 2, 3, 4, 5, Bodies.bytes("body")), reader.nextCommand());
    }

    private static byte[] oneCommand(long term) {
        BatchWriter writer = new BatchWriter();
        writer.add(CommandKind.CLIENT, 1, 2, 3, 4, 5, Bodies.bytes("body"));
        return writer.finish(new BatchHeader(term, 6, 7, 8));
    }

    private byte[] twoCreates(Client client) {
        BatchWriter writer = new BatchWriter();
        writer.ack(client.id, 0);
        writer.add(CommandKind.CLIENT, client.id, 1, 1, 0, 1, Bodies.create("/a"));
        writer.add(CommandKind.CLIENT, client.id, 1, 2, 0, 1, Bodies.create("/b"));
        return writer.finish(new BatchHeader(1, 0, 0, 0));
    }
}
