package io.cellkeeper.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.protocol.Acls;
import io.cellkeeper.protocol.OpCode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChangeRingTest {
    private final ChangeRing ring = new ChangeRing();

    @Test
    void shouldReplayWhatCameAfterAZxid() {
        ring.add(change(5, "/a"));
        ring.add(change(6, "/b"));
        ring.add(change(6, "/c"));
        List<String> paths = new ArrayList<>();
        ring.forEachAfter(5, change -> paths.add(change.path()));
        assertEquals(List.of("/b", "/c"), paths);
        assertTrue(ring.reachesBackTo(0));
    }

    @Test
    void shouldForgetTheOldestBeyondItsNumber() {
        for (int zxid = 1; zxid <= (1 << 16) + 3; zxid++) {
            ring.add(change(zxid, "/a"));
        }
        assertEquals(1 << 16, ring.size());
        assertFalse(ring.reachesBackTo(2));
        assertTrue(ring.reachesBackTo(3));
    }

    @Test
    void shouldForgetTheOldestBeyondItsCharacters() {
        String path = "/" + "x".repeat((1 << 20) - 1);
        for (int zxid = 1; zxid <= 17; zxid++) {
            ring.add(change(zxid, path));
        }
        assertEquals(16, ring.size());
        assertFalse(ring.reachesBackTo(0));
        assertTrue(ring.reachesBackTo(1));
    }

    @Test
    void shouldBeKeptByEveryReplica() {
        TestCell cell = new TestCell();
        cell.send(cell.open(), OpCode.CREATE, Bodies.create("/a"));
        CellState follower = new CellState();
        for (int i = 0; i < cell.log.size(); i++) {
            follower.apply(1, i + 1, cell.log.get(i), ApplySink.NONE);
        }
        List<Change> changes = new ArrayList<>();
        follower.recentChanges().forEachAfter(0, changes::add);
        assertEquals(cell.changes, changes);
    }

    private static Change change(long zxid, String path) {
        return new Change(zxid, Change.Kind.DATA_CHANGED, path, Acls.OPEN_ALL, null);
    }
}
