package io.cellkeeper.compat.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PromiseCheckerTest {
    private static final int GRACE_MS = 1_000;
    private static final int TIMEOUT_MS = 6_000;
    private static final int CUT_MS = 10_000;
    private static final int HEALED_MS = 40_000;

    private final PacketLog log = new PacketLog("client", 1);

    PromiseCheckerTest() {
        log.opened(TIMEOUT_MS);
        sent(9_000);
    }

    @Test
    void shouldAcceptPacketsAsLongAsTheLeaseCoversThem() {
        received(9_001);
        sent(11_000);
        received(12_000);
        closed(13_500);
        assertEquals(List.of(), violations());
    }

    @Test
    void shouldFindAPacketThatAnOldTouchDoesNotCover() {
        sent(11_000);
        received(12_001);
        closed(13_000);
        found("got a packet 3001 ms after");
    }

    @Test
    void shouldFindAConnectionThatDoesNotEnd() {
        found("was not disconnected by 6000 ms");
        closed(15_001);
        found("was not disconnected by 6000 ms");
    }

    @Test
    void shouldFindAnAnswerToAClientThatCameAfterTheCut() {
        PacketLog late = new PacketLog("late", 1);
        late.opened(TIMEOUT_MS);
        late.sent(nanos(11_000));
        late.received(nanos(11_001));
        late.closed(nanos(11_002));
        List<String> violations =
                PromiseChecker.violations(List.of(late), 1, nanos(CUT_MS), nanos(HEALED_MS), GRACE_MS);
        assertEquals(1, violations.size(), violations::toString);
    }

    @Test
    void shouldNotAskForMoreOnceTheReplicaIsBack() {
        PacketLog back = new PacketLog("back", 1);
        back.opened(TIMEOUT_MS);
        back.sent(nanos(HEALED_MS + 1));
        back.received(nanos(HEALED_MS + 2));
        closed(13_000);
        assertEquals(
                List.of(), PromiseChecker.violations(List.of(back, log), 1, nanos(CUT_MS), nanos(HEALED_MS), GRACE_MS));
    }

    private void found(String how) {
        List<String> violations = violations();
        assertEquals(1, violations.size(), violations::toString);
        assertTrue(violations.get(0).contains(how), violations::toString);
    }

    private List<String> violations() {
        return PromiseChecker.violations(List.of(log), 1, nanos(CUT_MS), nanos(HEALED_MS), GRACE_MS);
    }

    private void sent(long ms) {
        log.sent(nanos(ms));
    }

    private void received(long ms) {
        log.received(nanos(ms));
    }

    private void closed(long ms) {
        log.closed(nanos(ms));
    }

    private static long nanos(long ms) {
        return TimeUnit.MILLISECONDS.toNanos(ms);
    }
}
