package io.cellkeeper.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.protocol.AclEntry;
import io.cellkeeper.protocol.Acls;
import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.CreateMode;
import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.protocol.Identity;
import io.cellkeeper.protocol.OpCode;
import io.cellkeeper.state.TestCell.Client;
import io.cellkeeper.state.TestCell.Result;
import io.cellkeeper.state.batch.BatchWriter;
import io.cellkeeper.state.batch.CommandKind;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Section 3 of the rules; I7. */
class SessionTest {
    private static final Identity ALICE = new Identity("digest", "alice:hash");
    private static final Identity ADDRESS = new Identity("ip", "127.0.0.1");

    private final TestCell cell = new TestCell();

    @Test
    void shouldGiveIdsOfCellNumberEpochAndCount() {
        long before = cell.open().id;
        Result fixed = cell.command(CommandKind.SET_CELL_NUMBER, 0, 0, 0, 0, 0, Bodies.integer(0xabc));
        assertEquals(ErrorCode.OK, fixed.error());
        assertEquals(0xabc, cell.state.cellNumber());
        assertEquals(1L << 40 | 1, before);
        assertEquals(0xabcL << 51 | 1L << 40 | 2, cell.open().id);
        Result again = cell.command(CommandKind.SET_CELL_NUMBER, 0, 0, 0, 0, 0, Bodies.integer(1));
        assertEquals(ErrorCode.BAD_ARGUMENTS, again.error());
        assertEquals(0xabc, cell.state.cellNumber());
    }

    @Test
    void shouldRefuseCellNumbersOfMoreThan12Bits() {
        for (int number : new int[] {-1, 4096, Integer.MIN_VALUE}) {
            cell.command(CommandKind.SET_CELL_NUMBER, 0, 0, 0, 0, 0, Bodies.integer(number));
            assertEquals(-1, cell.state.cellNumber());
        }
    }

    @Test
    void shouldNeverGiveANegativeId() {
        cell.command(CommandKind.SET_CELL_NUMBER, 0, 0, 0, 0, 0, Bodies.integer(4095));
        assertTrue(cell.open().id > 0);
    }

    @Test
    void shouldShowWhatIsKnownOfASession() {
        Client client = cell.open(ADDRESS);
        SessionView view = cell.state.session(client.id);
        assertNotNull(view);
        assertEquals(10_000, view.timeoutMs());
        assertEquals(1, view.generation());
        assertEquals(0, view.lastNumber());
        assertEquals(List.of(ADDRESS), view.identities());
        assertTrue(view.hasPassword(client.password, 0, 16));
        assertFalse(view.hasPassword(client.password, 0, 15));
        assertFalse(view.hasPassword(new byte[16], 0, 16));
        assertFalse(view.hasPassword(new byte[0], 0, 0));
        assertNull(cell.state.session(client.id + 1));
    }

    @Test
    void shouldAnswerARepeatedCommandAsTheFirstTime() {
        Client client = cell.open();
        ByteRange create = Bodies.create("/x-", "", CreateMode.EPHEMERAL_SEQUENTIAL);
        Result first = cell.send(client, OpCode.CREATE, create);
        long zxid = cell.state.zxid();
        Result second = cell.resend(client, 1, OpCode.CREATE, create);
        assertEquals(Outcome.REPEATED, second.outcome());
        assertEquals(first.zxid(), second.zxid());
        assertEquals(first.body(), second.body());
        assertTrue(cell.changes.isEmpty());
        assertEquals(zxid + 1, cell.state.zxid(), "a repeated command consumes a zxid (I3)");
        assertEquals(1, cell.state.ephemeralCount());
    }

    @Test
    void shouldKeepErrorsAsWell() {
        Client client = cell.open();
        cell.send(client, OpCode.DELETE, Bodies.delete("/no", -1));
        cell.send(client, OpCode.CREATE, Bodies.create("/no"));
        assertEquals(
                ErrorCode.NO_NODE,
                cell.resend(client, 1, OpCode.DELETE, Bodies.delete("/no", -1)).error());
        assertTrue(cell.exists("/no"));
    }

    @Test
    void shouldRefuseAGap() {
        Client client = cell.open();
        Result result = cell.resend(client, 2, OpCode.CREATE, Bodies.create("/x"));
        assertEquals(Outcome.GAP, result.outcome());
        assertFalse(cell.exists("/x"));
        assertEquals(
                Outcome.APPLIED,
                cell.send(client, OpCode.CREATE, Bodies.create("/x")).outcome());
    }

    @Test
    void shouldForgetResultsAcknowledgedByTheNextCommand() {
        Client client = cell.open();
        cell.send(client, OpCode.CREATE, Bodies.create("/1"));
        cell.send(client, OpCode.CREATE, Bodies.create("/2"));
        client.acked = 1;
        cell.send(client, OpCode.CREATE, Bodies.create("/3"));
        assertEquals(Outcome.FORGOTTEN, resendNothing(client, 1));
        assertEquals(Outcome.REPEATED, resendNothing(client, 2));
        assertEquals(Outcome.REPEATED, resendNothing(client, 3));
    }

    @Test
    void shouldForgetResultsAcknowledgedByTheBatch() {
        Client client = cell.open();
        cell.send(client, OpCode.CREATE, Bodies.create("/1"));
        cell.send(client, OpCode.CREATE, Bodies.create("/2"));
        BatchWriter batch = new BatchWriter();
        batch.ack(client.id, 1);
        batch.ack(client.id + 7, 1);
        cell.apply(batch);
        assertEquals(Outcome.FORGOTTEN, resendNothing(client, 1));
        assertEquals(Outcome.REPEATED, resendNothing(client, 2));
    }

    @Test
    void shouldIgnoreAcknowledgementsOfTheFuture() {
        Client client = cell.open();
        BatchWriter batch = new BatchWriter();
        batch.ack(client.id, Long.MAX_VALUE);
        cell.apply(batch);
        cell.send(client, OpCode.CREATE, Bodies.create("/1"));
        assertEquals(Outcome.REPEATED, resendNothing(client, 1));
    }

    @Test
    void shouldMoveSessionOnAttach() {
        Client client = cell.open(ADDRESS, ALICE);
        cell.send(client, OpCode.CREATE, Bodies.create("/1", "", CreateMode.EPHEMERAL));
        Client old = new Client(client.id, client.password);
        old.number = 1;

        SessionOpened opened = cell.attach(client, ADDRESS);

        assertEquals(new SessionOpened(client.id, 2, 1, 20_000), opened);
        SessionView view = cell.state.session(client.id);
        assertNotNull(view);
        assertEquals(20_000, view.timeoutMs());
        assertEquals(List.of(ADDRESS), view.identities());
        assertEquals(
                Outcome.SESSION_MOVED,
                cell.send(old, OpCode.CREATE, Bodies.create("/2")).outcome());
        assertFalse(cell.exists("/2"));
        assertTrue(cell.exists("/1"));
        assertEquals(Outcome.FORGOTTEN, resendNothing(client, 1));
        assertEquals(
                Outcome.APPLIED,
                cell.send(client, OpCode.CREATE, Bodies.create("/2")).outcome());
    }

    @Test
    void shouldNotAttachWithAWrongPassword() {
        Client client = cell.open();
        client.password[15] ^= 1;
        Result result =
                cell.command(CommandKind.ATTACH, client.id, 0, 0, 0, 0, Bodies.session(1, client.password, List.of()));
        assertEquals(Outcome.SESSION_GONE, result.outcome());
        SessionView view = cell.state.session(client.id);
        assertNotNull(view);
        assertEquals(1, view.generation());
    }

    @Test
    void shouldAddIdentitiesOnceInOrder() {
        Client client = cell.open(ADDRESS);
        cell.addAuth(client, ALICE);
        cell.addAuth(client, ALICE, new Identity("super", ""));
        SessionView view = cell.state.session(client.id);
        assertNotNull(view);
        assertEquals(List.of(ADDRESS, ALICE, new Identity("super", "")), view.identities());
    }

    @Test
    void shouldNotAddIdentitiesTwiceForOneNumber() {
        Client client = cell.open();
        cell.addAuth(client, ALICE);
        client.number--;
        assertEquals(Outcome.REPEATED, cell.addAuth(client, ADDRESS).outcome());
        SessionView view = cell.state.session(client.id);
        assertNotNull(view);
        assertEquals(List.of(ALICE), view.identities());
    }

    @Test
    void shouldEndSessionWithItsEphemeralsAtOneZxidInOrderOfPaths() {
        Client other = cell.open();
        Client client = cell.open();
        cell.send(other, OpCode.CREATE, Bodies.create("/d", null, Acls.OPEN_READ, 0));
        for (String path : List.of("/c", "/a", "/b")) {
            cell.send(client, OpCode.CREATE, Bodies.create(path, "", CreateMode.EPHEMERAL));
        }
        cell.send(other, OpCode.CREATE, Bodies.create("/o", "", CreateMode.EPHEMERAL));

        Result result = cell.send(client, OpCode.CLOSE_SESSION, ByteRange.EMPTY);

        assertEquals(Outcome.APPLIED, result.outcome());
        assertEquals(ErrorCode.OK, result.error());
        List<AclEntry> open = Acls.OPEN_ALL;
        assertEquals(
                List.of(
                        new Change(result.zxid(), Change.Kind.DELETED, "/a", open, open),
                        new Change(result.zxid(), Change.Kind.DELETED, "/b", open, open),
                        new Change(result.zxid(), Change.Kind.DELETED, "/c", open, open)),
                cell.changes);
        assertEquals(List.of(new TestCell.Ended(client.id, 1, false)), cell.ended);
        assertNull(cell.state.session(client.id));
        assertEquals(result.zxid(), cell.statOf("/").pzxid());
        assertTrue(cell.exists("/o"));
        assertEquals(
                Outcome.SESSION_GONE,
                cell.send(client, OpCode.CREATE, Bodies.create("/x")).outcome());
    }

    @Test
    void shouldExpireOnlyTheGenerationWhoseLeaseEnded() {
        Client client = cell.open();
        cell.send(client, OpCode.CREATE, Bodies.create("/e", "", CreateMode.EPHEMERAL));
        cell.attach(client);
        assertEquals(Outcome.SESSION_MOVED, cell.expire(client, 1).outcome());
        assertTrue(cell.exists("/e"));
        assertEquals(Outcome.APPLIED, cell.expire(client, 2).outcome());
        assertFalse(cell.exists("/e"));
        assertEquals(List.of(new TestCell.Ended(client.id, 2, true)), cell.ended);
        assertEquals(Outcome.SESSION_GONE, cell.expire(client, 2).outcome());
        assertEquals(0, cell.state.sessionCount());
    }

    @Test
    void shouldNotDeleteANodeThatAnotherSessionHasCreatedAgain() {
        Client first = cell.open();
        Client second = cell.open();
        cell.send(first, OpCode.CREATE, Bodies.create("/e", "", CreateMode.EPHEMERAL));
        cell.send(second, OpCode.DELETE, Bodies.delete("/e", -1));
        cell.send(second, OpCode.CREATE, Bodies.create("/e", "", CreateMode.EPHEMERAL));
        cell.send(first, OpCode.CLOSE_SESSION, ByteRange.EMPTY);
        assertTrue(cell.exists("/e"));
        assertTrue(cell.changes.isEmpty());
        cell.send(second, OpCode.CLOSE_SESSION, ByteRange.EMPTY);
        assertFalse(cell.exists("/e"));
    }

    private Outcome resendNothing(Client client, long number) {
        return cell.resend(client, number, OpCode.CREATE, Bodies.create("/nothing"))
                .outcome();
    }
}
