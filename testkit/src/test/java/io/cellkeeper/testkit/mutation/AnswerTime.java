package io.cellkeeper.testkit.mutation;

/** When the answer that is being handled came. Called from mutated code. */
public final class AnswerTime {
    private static final ThreadLocal<Long> NOW = ThreadLocal.withInitial(() -> 0L);

    private AnswerTime() {}

    /** An answer is about to be handled. */
    public static void set(long nowNanos) {
        NOW.set(nowNanos);
    }

    public static long get() {
        return NOW.get();
    }
}
