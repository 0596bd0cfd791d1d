package io.cellkeeper.compat.partition;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Whether a lock had one holder at a time, each with a higher token than those before. */
final class LockChecker {
    private LockChecker() {}

    /** What is wrong with these holdings, nothing if nothing is. */
    static List<String> violations(Collection<Holding> holdings) {
        List<Holding> inOrder = new ArrayList<>(holdings);
        inOrder.sort(Comparator.comparingLong(Holding::fromNanos));
        List<String> violations = new ArrayList<>();
        Holding last = null;
        for (Holding next : inOrder) {
            if (last != null && next.czxid() <= last.czxid()) {
                violations.add("a token that is not higher: " + last + "; " + next);
            }
            if (last != null && next.fromNanos() < last.untilNanos()) {
                violations.add("two holders: " + last + "; " + next);
            }
            if (last == null || next.untilNanos() > last.untilNanos()) {
                last = next;
            }
        }
        return violations;
    }
}
