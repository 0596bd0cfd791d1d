package io.cellkeeper.compat.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class LockCheckerTest {
    private static final Holding FIRST = new Holding("a", 1, 10, 100, 200);

    @Test
    void shouldAcceptOneHolderAfterTheOther() {
        Holding second = new Holding("b", 2, 11, 200, 300);
        assertEquals(List.of(), LockChecker.violations(List.of(second, FIRST)));
    }

    @Test
    void shouldFindTwoHolders() {
        found("two holders", new Holding("b", 2, 11, 199, 300));
        found("two holders", new Holding("b", 2, 11, 150, 160));
    }

    @Test
    void shouldFindAHolderThatOutlastsTheNext() {
        Holding brief = new Holding("b", 2, 11, 150, 160);
        Holding third = new Holding("c", 3, 12, 170, 180);
        assertEquals(2, LockChecker.violations(List.of(FIRST, brief, third)).size());
    }

    @Test
    void shouldFindATokenThatIsNotHigher() {
        found("a token that is not higher", new Holding("b", 2, 10, 200, 300));
    }

    private static void found(String how, Holding second) {
        List<String> violations = LockChecker.violations(List.of(FIRST, second));
        assertEquals(1, violations.size(), violations::toString);
        assertTrue(violations.get(0).contains(how), violations::toString);
    }
}
