package io.cellkeeper.compat.partition;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Whether the history of a register is linearizable. Every answer names the version that it wrote or saw, which fixes the order
 * of the writes. So the history is linearizable exactly if that order is one of whole operations: each version has one value,
 * each value one version, and no operation that began after another had ended comes before it in the order.
 */
final class RegisterChecker {
    private final List<String> violations = new ArrayList<>();
    private final Map<Long, Operation> writes = new HashMap<>();
    private final Map<Integer, Operation> byVersion = new HashMap<>();
    private final Map<Long, Operation> byValue = new HashMap<>();

    private RegisterChecker() {}

    /**
     * What is wrong with a history, the first first; nothing if it is linearizable.
     *
     * @param initial the value of version 0, which no operation wrote
     */
    static List<String> violations(Collection<Operation> history, long initial) {
        RegisterChecker checker = new RegisterChecker();
        List<Operation> answered = new ArrayList<>();
        for (Operation operation : history) {
            if (operation.write() && checker.writes.put(operation.value(), operation) != null) {
                throw new IllegalArgumentException("two writes of one value: " + operation);
            }
            if (operation.isAnswered()) {
                answered.add(operation);
            }
        }
        answered.sort(Comparator.comparingLong(Operation::answeredNanos));
        answered.forEach(operation -> checker.agrees(operation, initial));
        checker.inOrder(answered);
        checker.countWrites(history);
        return checker.violations;
    }

    /** One value a version, one version a value, and nothing is read that nobody has begun to write. */
    private void agrees(Operation operation, long initial) {
        Operation sameVersion = byVersion.putIfAbsent(operation.version(), operation);
        if (sameVersion != null && sameVersion.value() != operation.value()) {
            violations.add("two values of one version: " + sameVersion + "; " + operation);
        }
        Operation sameValue = byValue.putIfAbsent(operation.value(), operation);
        if (sameValue != null && sameValue.version() != operation.version()) {
            violations.add("a write that happened twice: " + sameValue + "; " + operation);
        }
        Operation origin = writes.get(operation.value());
        if (origin == null ? operation.value() != initial : origin.invokedNanos() > operation.answeredNanos()) {
            violations.add("nobody had begun to write this: " + operation);
        }
    }

    /** Nothing is older than what had been answered before it began. */
    private void inOrder(List<Operation> answered) {
        List<Operation> begun = new ArrayList<>(answered);
        writes.values().stream()
                .filter(write -> !write.isAnswered())
                .map(this::asSeen)
                .filter(write -> write.version() >= 0)
                .forEach(begun::add);
        begun.sort(Comparator.comparingLong(Operation::invokedNanos));
        int ended = 0;
        Operation newest = null;
        for (Operation operation : begun) {
            while (ended < answered.size() && answered.get(ended).answeredNanos() < operation.invokedNanos()) {
                Operation next = answered.get(ended++);
                if (newest == null || next.version() > newest.version()) {
                    newest = next;
                }
            }
            if (newest != null && operation.version() < newest.version() + (operation.write() ? 1 : 0)) {
                violations.add("older than what had been answered before: " + operation + "; " + newest);
            }
        }
    }

    /** A write without an answer that others have seen, with the version that they saw; −1 if none has. */
    private Operation asSeen(Operation write) {
        Operation seen = byValue.get(write.value());
        return new Operation(
                write.client(),
                write.replica(),
                true,
                write.value(),
                seen == null ? -1 : seen.version(),
                write.invokedNanos(),
                Operation.NEVER);
    }

    /** Each version that was ever seen had as many writes before it as its number says, each at most once. */
    private void countWrites(Collection<Operation> history) {
        int newest =
                byVersion.keySet().stream().mapToInt(Integer::intValue).max().orElse(0);
        Set<Long> possible = new HashSet<>();
        history.stream().filter(Operation::write).forEach(write -> possible.add(write.value()));
        if (newest > possible.size()) {
            violations.add("version " + newest + " after " + possible.size() + " writes: one happened twice");
        }
    }
}
