package io.cellkeeper.server.founding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.server.founding.FoundingStep.Await;
import io.cellkeeper.server.founding.FoundingStep.Format;
import io.cellkeeper.server.founding.FoundingStep.Refuse;
import io.cellkeeper.server.founding.FoundingStep.Start;
import io.cellkeeper.server.founding.FoundingStep.Store;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class FoundingCoreTest {
    private static final UUID CELL = CellId.of("default", List.of("1=a:1:2", "2=b:1:2", "3=c:1:2"));
    private static final List<Integer> THREE = List.of(1, 2, 3);

    @Test
    void shouldFoundAloneAtOnce() {
        FoundingCore core = new FoundingCore(7, List.of(7), CELL, OptionalLong.empty(), Optional.empty());
        store(core, Phase.FOUNDING);
        assertInstanceOf(Format.class, core.next());
        core.formatted();
        store(core, Phase.FOUNDED);
        assertEquals(new Start(new Marker(CELL, 7, 1, Phase.FOUNDED)), core.next());
        assertEquals("7-1", ((Start) core.next()).marker().raftId());
    }

    @Test
    void shouldFoundOnceAllOthersAreNewAndThenFounding() {
        FoundingCore core = core(1);
        assertInstanceOf(Await.class, core.next());
        assertEquals(Set.of(2, 3), core.waitingFor());
        core.heard(report(2, Phase.EMPTY));
        assertEquals(Set.of(3), core.waitingFor());
        assertInstanceOf(Await.class, core.next());
        core.heard(report(3, Phase.FOUNDING));
        assertEquals(Phase.EMPTY, core.report().phase(), "nothing is said before it is durable");
        store(core, Phase.FOUNDING);
        core.formatted();
        assertInstanceOf(Await.class, core.next());
        assertEquals(Set.of(2), core.waitingFor());
        core.heard(report(2, Phase.FOUNDED));
        store(core, Phase.FOUNDED);
        assertInstanceOf(Start.class, core.next());
        assertTrue(core.waitingFor().isEmpty());
    }

    @Test
    void shouldStartAtOnceWhenFounded() {
        UUID other = UUID.randomUUID();
        FoundingCore core = new FoundingCore(
                1, THREE, CELL, OptionalLong.empty(), Optional.of(new Marker(other, 1, 4, Phase.FOUNDED)));
        assertEquals(new Start(new Marker(other, 1, 4, Phase.FOUNDED)), core.next());
        assertEquals(new PeerReport(1, Phase.FOUNDED, other, 4), core.report());
    }

    @Test
    void shouldFormatAgainWhenAnEarlierTryHadNotCompleted() {
        FoundingCore core = new FoundingCore(
                1, THREE, CELL, OptionalLong.empty(), Optional.of(new Marker(CELL, 1, 1, Phase.FOUNDING)));
        assertInstanceOf(Format.class, core.next());
    }

    @Test
    void shouldRefuseWhenEmptyWhileAnotherIsFounded() {
        FoundingCore core = core(1);
        core.heard(report(2, Phase.EMPTY));
        core.heard(report(3, Phase.FOUNDED));
        assertTrue(refusal(core).contains("server 3 belongs to cell " + CELL), refusal(core));
        core.heard(report(3, Phase.EMPTY));
        assertInstanceOf(Refuse.class, core.next(), "for good");
    }

    @Test
    void shouldRefuseServersOfAnotherListOrName() {
        FoundingCore core = core(1);
        UUID other = CellId.of("other", List.of("1=a:1:2", "2=b:1:2", "3=c:1:2"));
        core.heard(new PeerReport(2, Phase.EMPTY, other, 1));
        assertTrue(refusal(core).contains("other server lines"), refusal(core));

        FoundingCore stranger = core(1);
        stranger.heard(report(4, Phase.EMPTY));
        assertTrue(refusal(stranger).contains("server 4"), refusal(stranger));

        FoundingCore twin = core(1);
        twin.heard(report(1, Phase.EMPTY));
        assertTrue(refusal(twin).contains("server 1 too"), refusal(twin));
    }

    @Test
    void shouldRefuseAConfigurationThatChangedWithinTheFounding() {
        FoundingCore core = new FoundingCore(
                1,
                THREE,
                CELL,
                OptionalLong.empty(),
                Optional.of(new Marker(CellId.of("x", List.of()), 1, 1, Phase.FOUNDING)));
        assertInstanceOf(Refuse.class, core.next());
    }

    @Test
    void shouldNotCountAServerThatWentAway() {
        FoundingCore core = core(1);
        core.heard(report(2, Phase.EMPTY));
        core.heard(report(3, Phase.EMPTY));
        core.lost(2);
        assertInstanceOf(Await.class, core.next());
        assertEquals(Set.of(2), core.waitingFor());
    }

    @Test
    void shouldLetAMajorityFoundUnderAnotherIdIfToldTo() {
        FoundingCore one = new FoundingCore(1, THREE, CELL, OptionalLong.of(5), Optional.empty());
        FoundingCore two = core(2);
        assertInstanceOf(Await.class, one.next());
        one.heard(two.report());
        Marker founding = store(one, Phase.FOUNDING);
        assertNotEquals(CELL, founding.cell());
        assertTrue(CellId.isSalted(founding.cell()));
        two.heard(one.report());
        assertEquals(founding.cell(), store(two, Phase.FOUNDING).cell());
        two.formatted();
        one.formatted();
        assertInstanceOf(Await.class, one.next(), "server 2 is there: it must come along");
        one.heard(two.report());
        store(one, Phase.FOUNDED);
        two.heard(one.report());
        store(two, Phase.FOUNDED);

        FoundingCore late = core(3);
        late.heard(one.report());
        assertInstanceOf(Refuse.class, late.next());
        FoundingCore ofTheOldCell = new FoundingCore(
                3, THREE, CELL, OptionalLong.empty(), Optional.of(new Marker(CELL, 3, 1, Phase.FOUNDING)));
        ofTheOldCell.heard(one.report());
        assertInstanceOf(Refuse.class, ofTheOldCell.next());
    }

    @Test
    void shouldLetTheOverrideTakeOverAFoundingThatNeverCompleted() {
        FoundingCore one = new FoundingCore(
                1, THREE, CELL, OptionalLong.of(5), Optional.of(new Marker(CELL, 1, 1, Phase.FOUNDING)));
        FoundingCore two = new FoundingCore(
                2, THREE, CELL, OptionalLong.empty(), Optional.of(new Marker(CELL, 2, 1, Phase.FOUNDING)));
        assertEquals(Phase.EMPTY, one.report().phase());
        one.heard(two.report());
        Marker founding = store(one, Phase.FOUNDING);
        two.heard(one.report());
        assertEquals(founding.cell(), store(two, Phase.FOUNDING).cell());
    }

    @Test
    void shouldNotOverrideWhenAnyServerIsFounded() {
        FoundingCore one = new FoundingCore(1, THREE, CELL, OptionalLong.of(5), Optional.empty());
        one.heard(report(2, Phase.EMPTY));
        one.heard(report(3, Phase.FOUNDED));
        assertInstanceOf(Refuse.class, one.next());

        FoundingCore bound = new FoundingCore(
                1, THREE, CELL, OptionalLong.of(5), Optional.of(new Marker(CELL, 1, 1, Phase.FOUNDING)));
        bound.heard(report(3, Phase.FOUNDED));
        assertEquals(CELL, bound.report().cell(), "the cell exists: nothing to override");
    }

    @Test
    void shouldMakeTheSameIdOfTheSameServersInAnyOrder() {
        assertEquals(CELL, CellId.of("default", List.of("3=C:1:2", "1=a:1:2", "2=b:1:2")));
        assertNotEquals(CELL, CellId.of("default", List.of("1=a:1:2", "2=b:1:2")));
        assertNotEquals(CELL, CellId.of("other", List.of("1=a:1:2", "2=b:1:2", "3=c:1:2")));
        assertFalse(CellId.isSalted(CELL));
        assertEquals(2, CellId.salted(CELL, -1).variant());
        assertTrue(CellId.sameServers(CELL, CellId.salted(CELL, 1)));
        assertNotEquals(CellId.salted(CELL, 1), CellId.salted(CELL, 2));
    }

    private static FoundingCore core(int myid) {
        return new FoundingCore(myid, THREE, CELL, OptionalLong.empty(), Optional.empty());
    }

    private static PeerReport report(int myid, Phase phase) {
        return new PeerReport(myid, phase, CELL, 1);
    }

    private static Marker store(FoundingCore core, Phase expected) {
        Marker marker = assertInstanceOf(Store.class, core.next()).marker();
        assertEquals(expected, marker.phase());
        core.stored(marker);
        return marker;
    }

    private static String refusal(FoundingCore core) {
        return assertInstanceOf(Refuse.class, core.next()).reason();
    }
}
