package io.cellkeeper.server.leader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class LeasesTest {
    private static final long MS = 1_000_000;
    private static final long GRACE = 1000 * MS;

    private long now = 50_000 * MS;
    private final LeaseClock clock = new LeaseClock(GRACE, now);
    private final Leases leases = new Leases(clock, GRACE);
    private final LeaderLink link = new LeaderLink(
            1, "a", new io.cellkeeper.consensus.Voters(1, java.util.Set.of(), java.util.Set.of()), new Reign());

    @Test
    void shouldEndALeaseAFullTimeoutAndTheGraceAfterTheLastTouch() {
        SessionSlot slot = leases.opened(1, 1, 4000, 0, link, now);
        assertEquals(List.of(), dueWithin(3000));
        leases.touch(slot, link, 1, 200, now);
        assertEquals(List.of(), dueWithin(4750));
        assertEquals(List.of(1L), dueWithin(200));
    }

    @Test
    void shouldNotShortenALeaseByAnOldTouch() {
        SessionSlot slot = leases.opened(1, 1, 4000, 0, link, now);
        long end = slot.leaseEnd;
        leases.touch(slot, link, 1, 3000, now);
        assertEquals(end, slot.leaseEnd);
    }

    @Test
    void shouldNotTouchWithoutAClientsPacket() {
        SessionSlot slot = leases.opened(1, 1, 4000, 0, link, now);
        dueWithin(1000);
        long end = slot.leaseEnd;
        assertTrue(leases.touch(slot, link, 1, -1, now));
        assertEquals(end, slot.leaseEnd);
    }

    @Test
    void shouldHoldTimeoutsLongerThanTheRing() {
        leases.opened(1, 1, 400_000, 0, link, now);
        assertEquals(List.of(), dueWithin(400_900));
        assertEquals(List.of(1L), dueWithin(300));
    }

    @Test
    void shouldShortenTheLeaseWhenASessionIsOpenedAnewWithLess() {
        leases.opened(1, 1, 20_000, 0, link, now);
        leases.opened(1, 2, 2000, 0, link, now);
        assertEquals(List.of(1L), dueWithin(3200));
    }

    @Test
    void shouldForgetASessionThatEnds() {
        SessionSlot slot = leases.opened(1, 1, 2000, 0, link, now);
        leases.opened(2, 1, 2000, 0, link, now);
        leases.ended(slot);
        assertEquals(List.of(2L), dueWithin(10_000));
    }

    /** Against a list of ends: no lease ends early, none more than a bucket and a pass late. */
    @Property(tries = 200)
    void shouldAgreeWithANaiveTable(@ForAll long seed, @ForAll @IntRange(min = 1, max = 60) int sessions) {
        long start = 9_000 * MS;
        LeaseClock steady = new LeaseClock(GRACE, start);
        Leases table = new Leases(steady, GRACE);
        Random random = new Random(seed);
        List<SessionSlot> slots = new ArrayList<>();
        long[] ends = new long[sessions];
        for (int i = 0; i < sessions; i++) {
            int timeoutMs = 2000 + random.nextInt(18_000);
            slots.add(table.opened(i, 1, timeoutMs, 0, link, start));
            ends[i] = start + timeoutMs * MS + GRACE;
        }
        List<Long> ended = new ArrayList<>();
        for (long time = start; ended.size() < sessions; time += 50 * MS) {
            steady.advance(time);
            if (time < start + 30_000 * MS) {
                int touched = random.nextInt(sessions);
                if (!ended.contains((long) touched)) {
                    long age = random.nextInt(500);
                    table.touch(slots.get(touched), link, 1, age, time);
                    ends[touched] = Math.max(ends[touched], time - age * MS + slots.get(touched).timeoutNanos + GRACE);
                }
            }
            long at = time;
            table.due(time, slot -> {
                ended.add(slot.id);
                assertTrue(ends[(int) slot.id] <= at, "not early");
                assertTrue(at - ends[(int) slot.id] <= GRACE / 8 + 50 * MS, "not late");
            });
        }
        assertEquals(sessions, table.size());
    }

    private List<Long> dueWithin(long ms) {
        List<Long> ended = new ArrayList<>();
        for (long passed = 0; passed < ms; passed += 50) {
            now += 50 * MS;
            clock.advance(now);
            leases.due(now, slot -> ended.add(slot.id));
        }
        return ended;
    }
}
