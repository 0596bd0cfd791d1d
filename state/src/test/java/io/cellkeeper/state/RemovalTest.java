package io.cellkeeper.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.protocol.Acls;
import io.cellkeeper.protocol.CreateMode;
import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.protocol.OpCode;
import io.cellkeeper.protocol.Stat;
import io.cellkeeper.protocol.WireWriter;
import io.cellkeeper.state.TestCell.Client;
import io.cellkeeper.state.batch.CommandKind;
import io.cellkeeper.state.batch.RemovalBody;
import io.cellkeeper.state.tree.TreeAudit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Rules 12.3 to 12.7: containers and nodes with a time to live go when nobody uses them. */
class RemovalTest {
    private static final long NEVER = 0;
    private static final long TTL_MS = 1000;

    private final TestCell cell = new TestCell();
    private final Client client = cell.open();

    private void container(String path) {
        cell.send(client, OpCode.CREATE_CONTAINER, Bodies.create(path, "", CreateMode.CONTAINER));
    }

    private void withTtl(String path) {
        cell.send(client, OpCode.CREATE_TTL, Bodies.createTtl(path, 5, TTL_MS));
    }

    private void create(String path) {
        assertEquals(
                ErrorCode.OK,
                cell.send(client, OpCode.CREATE, Bodies.create(path)).error());
    }

    private void delete(String path) {
        assertEquals(
                ErrorCode.OK,
                cell.send(client, OpCode.DELETE, Bodies.delete(path, -1)).error());
    }

    private ErrorCode remove(String path, long maxNeverUsedMs) {
        WireWriter body = new WireWriter(64);
        new RemovalBody(path, maxNeverUsedMs).write(body);
        return cell.command(CommandKind.REMOVE, 0, 0, 0, 0, 0, body.toRange()).error();
    }

    private List<String> due(long cellTimeMs, long maxNeverUsedMs) {
        List<String> paths = new ArrayList<>();
        for (int slot = cell.state.managedCount() - 1; slot >= 0; slot--) {
            String path = cell.state.dueForRemoval(slot, cellTimeMs, maxNeverUsedMs);
            if (path != null) {
                paths.add(path);
            }
        }
        paths.sort(null);
        return paths;
    }

    @Test
    void shouldRemoveAContainerWhoseLastChildIsGoneAsADeleteDoes() {
        create("/p");
        container("/p/c");
        create("/p/c/x");
        assertEquals(ErrorCode.BAD_VERSION, remove("/p/c", NEVER), "not empty");
        delete("/p/c/x");
        assertEquals(List.of("/p/c"), due(0, NEVER));

        assertEquals(ErrorCode.OK, remove("/p/c", NEVER));
        assertFalse(cell.exists("/p/c"));
        assertEquals(1, cell.changes.size());
        Change change = cell.changes.get(0);
        assertEquals(Change.Kind.DELETED, change.kind());
        assertEquals("/p/c", change.path());
        assertEquals(Acls.OPEN_ALL, change.parentAcl());
        Stat parent = cell.statOf("/p");
        assertEquals(cell.state.zxid(), parent.pzxid());
        assertEquals(2, parent.cversion());
        TreeAudit.verify(cell.state.tree());
    }

    @Test
    void shouldKeepAContainerThatWasUsedAgainBetweenProposalAndApply() {
        container("/c");
        create("/c/x");
        delete("/c/x");
        assertEquals(List.of("/c"), due(0, NEVER));
        create("/c/y");
        assertEquals(ErrorCode.BAD_VERSION, remove("/c", NEVER));
        assertTrue(cell.exists("/c/y"));
        assertEquals(List.of(), cell.changes);
    }

    @Test
    void shouldKeepAContainerThatTookThePlaceOfTheOneMeant() {
        container("/c");
        create("/c/x");
        delete("/c/x");
        delete("/c");
        container("/c");
        assertEquals(ErrorCode.BAD_VERSION, remove("/c", NEVER), "it was never used");
        delete("/c");
        create("/c");
        assertEquals(ErrorCode.NO_NODE, remove("/c", NEVER), "it is no container");
        assertTrue(cell.exists("/c"));
        assertEquals(ErrorCode.NO_NODE, remove("/nowhere", NEVER));
    }

    @Test
    void shouldKeepANeverUsedContainerForAsLongAsTheCommandSays() {
        cell.cellTimeMs = 50;
        container("/c");
        assertEquals(List.of(), due(1_000_000, NEVER), "for ever");
        assertEquals(List.of(), due(350, 300));
        assertEquals(List.of("/c"), due(351, 300));
        cell.cellTimeMs = 350;
        assertEquals(ErrorCode.BAD_VERSION, remove("/c", 300));
        cell.cellTimeMs = 351;
        assertEquals(ErrorCode.OK, remove("/c", 300));
    }

    @Test
    void shouldCountATimeToLiveInCellTimeFromTheLastSetData() {
        cell.cellTimeMs = 100;
        withTtl("/t");
        cell.timeMs += 1_000_000; // a jump of the wall clock ages nothing
        cell.cellTimeMs = 100 + TTL_MS;
        assertEquals(ErrorCode.BAD_VERSION, remove("/t", NEVER));
        cell.send(client, OpCode.SET_DATA, Bodies.setData("/t", "again", -1));
        cell.cellTimeMs += TTL_MS;
        assertEquals(ErrorCode.BAD_VERSION, remove("/t", NEVER), "setData refreshes");
        assertEquals(List.of("/t"), due(cell.cellTimeMs + 1, NEVER));
        cell.cellTimeMs++;
        assertEquals(ErrorCode.OK, remove("/t", NEVER));
    }

    @Test
    void shouldKeepANodeWithATimeToLiveAsLongAsItHasChildren() {
        withTtl("/t");
        create("/t/x");
        cell.cellTimeMs = 10 * TTL_MS;
        assertEquals(List.of(), due(cell.cellTimeMs, NEVER));
        assertEquals(ErrorCode.BAD_VERSION, remove("/t", NEVER));
        delete("/t/x");
        assertEquals(ErrorCode.OK, remove("/t", NEVER), "the child's end does not refresh");
    }

    @Test
    void shouldTakeNoRemovalThatIsNone() {
        assertEquals(
                ErrorCode.MARSHALLING_ERROR,
                cell.command(CommandKind.REMOVE, 0, 0, 0, 0, 0, Bodies.bytes("?"))
                        .error());
    }

    @Test
    void shouldFindEveryNodeThatStaysWhileOthersGo() {
        Random random = new Random(7);
        for (int i = 0; i < 200; i++) {
            container("/c" + i);
            if (random.nextBoolean()) {
                create("/c" + i + "/x");
                delete("/c" + i + "/x");
            }
        }
        List<String> seen = new ArrayList<>();
        for (int slot = cell.state.managedCount() - 1; slot >= 0; slot--) {
            slot = Math.min(slot, cell.state.managedCount() - 1);
            String path = cell.state.dueForRemoval(slot, 1, 0);
            if (path == null) {
                continue;
            }
            seen.add(path);
            delete("/c" + random.nextInt(200), random);
            assertEquals(cell.exists(path) ? ErrorCode.OK : ErrorCode.NO_NODE, remove(path, 0));
        }
        assertFalse(seen.isEmpty());
        assertEquals(List.of(), due(1, 0));
        assertNull(cell.state.dueForRemoval(0, 1, 0));
        assertNotNull(cell.state.dueForRemoval(0, 1000, 5));
        TreeAudit.verify(cell.state.tree());
    }

    private void delete(String path, Random random) {
        if (random.nextInt(3) == 0) {
            cell.send(client, OpCode.DELETE, Bodies.delete(path, -1));
        }
    }

    @Test
    void shouldTakeAContainerBackWithItsMulti() {
        container("/c");
        cell.send(
                client,
                OpCode.MULTI,
                Bodies.multi(
                        new Bodies.Part(OpCode.CREATE_CONTAINER, Bodies.create("/d", "", CreateMode.CONTAINER)),
                        new Bodies.Part(OpCode.DELETE, Bodies.delete("/c", -1)),
                        new Bodies.Part(OpCode.DELETE, Bodies.delete("/nowhere", -1))));
        assertEquals(1, cell.state.managedCount());
        assertEquals(List.of("/c"), due(10_000, 5));
        TreeAudit.verify(cell.state.tree());
    }
}
