package io.cellkeeper.state.tree;

import java.util.ArrayList;
import java.util.List;

/** How to take back the changes of a multi that fails (rule 8.12.4): steps, to be run last first. */
final class UndoLog {
    private final List<Runnable> steps = new ArrayList<>();
    private boolean active;

    /** Whether steps are wanted at all: single operations check before they change, and need none. */
    boolean isActive() {
        return active;
    }

    void begin() {
        active = true;
    }

    void add(Runnable step) {
        steps.add(step);
    }

    void commit() {
        active = false;
        steps.clear();
    }

    void rollback() {
        active = false;
        for (int i = steps.size() - 1; i >= 0; i--) {
            steps.get(i).run();
        }
        steps.clear();
    }
}
