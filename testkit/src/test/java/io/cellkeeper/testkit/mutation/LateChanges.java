package io.cellkeeper.testkit.mutation;

import java.util.ArrayList;
import java.util.List;

/** Changes held back until after the result that shows them. Called from mutated code. */
public final class LateChanges {
    private static final ThreadLocal<List<Object>> KEPT = ThreadLocal.withInitial(ArrayList::new);
    private static final ThreadLocal<Boolean> TELLING = ThreadLocal.withInitial(() -> false);

    private LateChanges() {}

    /** Keeps a change back, unless it is being told now. */
    public static boolean keep(Object applying, Object change) {
        if (TELLING.get()) {
            return false;
        }
        KEPT.get().add(change);
        return true;
    }

    /** Tells what was kept. */
    public static void tell(Object applying) {
        List<Object> kept = new ArrayList<>(KEPT.get());
        KEPT.get().clear();
        TELLING.set(true);
        try {
            for (Object change : kept) {
                Reflection.call(applying, "change", change);
            }
        } finally {
            TELLING.set(false);
        }
    }
}
