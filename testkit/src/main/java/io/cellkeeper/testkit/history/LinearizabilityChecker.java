package io.cellkeeper.testkit.history;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Whether a history of one node is linearizable: whether its operations can be put in an order that respects real time and
 * explains every answer. A search in depth that remembers the sets of operations and states it has been in (Wing and Gong's
 * algorithm with Lowe's memory). An operation that changes nothing is put as early as it fits. Operations of unknown outcome may be put anywhere after their invocation, or nowhere.
 *
 * <p>Nodes are checked one by one: linearizability of all follows from that of each.
 */
public final class LinearizabilityChecker {
    private final int maxConfigurations;

    /** What the search has found. */
    public enum Verdict {
        LINEARIZABLE,
        NOT_LINEARIZABLE,
        /** The search was given up: too many configurations. */
        UNDECIDED
    }

    /** @param maxConfigurations how many pairs of a set and a state are remembered before the search is given up */
    public LinearizabilityChecker(int maxConfigurations) {
        this.maxConfigurations = maxConfigurations;
    }

    /** Checks the history of a node that did not exist at its beginning. */
    public Verdict check(List<NodeOperation> history) {
        return new Search(history, maxConfigurations).run();
    }

    /** A call or a return in the order of time; a call knows its return. */
    private static final class Entry {
        final NodeOperation operation;
        final int number;
        final @Nullable Entry itsReturn;

        @Nullable
        Entry previous;

        @Nullable
        Entry next;

        Entry(NodeOperation operation, int number, @Nullable Entry itsReturn) {
            this.operation = operation;
            this.number = number;
            this.itsReturn = itsReturn;
        }
    }

    private record Configuration(BitSet linearized, long state) {}

    /** @param isForced it changed nothing, so that nothing is gained by putting it later */
    private record Step(Entry call, long stateBefore, boolean isForced) {}

    private static final class Search {
        private final Entry head;
        private final List<Entry> calls = new ArrayList<>();
        /** Operations that have their place, or have none for good. */
        private final BitSet linearized = new BitSet();

        private final Set<Configuration> seen = new HashSet<>();
        private final List<Step> steps = new ArrayList<>();
        private final int maxConfigurations;
        private long state = NodeModel.ABSENT;

        Search(List<NodeOperation> history, int maxConfigurations) {
            head = listOf(history, calls);
            this.maxConfigurations = maxConfigurations;
        }

        Verdict run() {
            Entry entry = head.next;
            while (entry != null) {
                if (entry.itsReturn != null) {
                    if (take(entry, entry.itsReturn)) {
                        if (seen.size() > maxConfigurations) {
                            return Verdict.UNDECIDED;
                        }
                        entry = head.next;
                    } else {
                        entry = entry.next;
                    }
                } else if (entry.operation.returned() == NodeOperation.NEVER) {
                    // Only returns that never came are left: what is not linearized has not happened, or not yet.
                    return Verdict.LINEARIZABLE;
                } else if (entry.operation.isUnknown()) {
                    entry = giveUp(calls.get(entry.number));
                } else {
                    Entry last = undo();
                    if (last == null) {
                        return Verdict.NOT_LINEARIZABLE;
                    }
                    entry = last.next;
                }
            }
            return Verdict.LINEARIZABLE;
        }

        /** Linearizes this call next, if its answer fits and that leads to where the search has not been. */
        private boolean take(Entry call, Entry itsReturn) {
            long after = NodeModel.step(state, call.operation);
            if (after == NodeModel.IMPOSSIBLE) {
                return false;
            }
            linearized.set(call.number);
            if (!seen.add(new Configuration((BitSet) linearized.clone(), after))) {
                linearized.clear(call.number);
                return false;
            }
            steps.add(new Step(call, state, after == state));
            state = after;
            unlink(call);
            unlink(itsReturn);
            return true;
        }

        /** This operation has not happened, and can't any more. */
        private @Nullable Entry giveUp(Entry call) {
            steps.add(new Step(call, state, true));
            linearized.set(call.number);
            unlink(call);
            if (call.itsReturn != null) {
                unlink(call.itsReturn);
            }
            return head.next;
        }

        /** Takes back the newest call that something else could have stood for; null if there is none. */
        private @Nullable Entry undo() {
            while (!steps.isEmpty()) {
                Step last = steps.remove(steps.size() - 1);
                state = last.stateBefore;
                linearized.clear(last.call.number);
                Entry itsReturn = last.call.itsReturn;
                if (itsReturn != null) {
                    relink(itsReturn);
                }
                relink(last.call);
                if (!last.isForced) {
                    return last.call;
                }
            }
            return null;
        }

        private static void unlink(Entry entry) {
            if (entry.previous != null) {
                entry.previous.next = entry.next;
            }
            if (entry.next != null) {
                entry.next.previous = entry.previous;
            }
        }

        private static void relink(Entry entry) {
            if (entry.previous != null) {
                entry.previous.next = entry;
            }
            if (entry.next != null) {
                entry.next.previous = entry;
            }
        }

        private static Entry listOf(List<NodeOperation> history, List<Entry> calls) {
            List<Entry> entries = new ArrayList<>(2 * history.size());
            for (int i = 0; i < history.size(); i++) {
                Entry itsReturn = new Entry(history.get(i), i, null);
                entries.add(itsReturn);
                calls.add(new Entry(history.get(i), i, itsReturn));
            }
            entries.addAll(calls);
            // At one moment calls come first: such operations are concurrent.
            entries.sort(Comparator.comparingLong(Search::time).thenComparing(entry -> entry.itsReturn == null));
            Entry head = new Entry(
                    new NodeOperation("", NodeOperation.Kind.READ, -1, 0, 0, 0, NodeOperation.Answer.OK, -1, -1),
                    -1,
                    null);
            Entry last = head;
            for (Entry entry : entries) {
                last.next = entry;
                entry.previous = last;
                last = entry;
            }
            return head;
        }

        private static long time(Entry entry) {
            return entry.itsReturn == null ? entry.operation.returned() : entry.operation.invoked();
        }
    }
}
