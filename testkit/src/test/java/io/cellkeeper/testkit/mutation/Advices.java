package io.cellkeeper.testkit.mutation;

import java.util.ArrayDeque;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner.Typing;
import org.jspecify.annotations.Nullable;

/** Bodies for rules that are not one truth value. */
final class Advices {
    private Advices() {}

    /** The commit of a batch counts for everything that has arrived by then. */
    static final class ProvesAllThatHasArrived {
        private ProvesAllThatHasArrived() {}

        @Advice.OnMethodEnter
        @SuppressWarnings({"UnusedVariable", "ParameterAssignment"})
        static void enter(
                @Advice.FieldValue("arrivals") long arrivals,
                @Advice.Argument(value = 0, readOnly = false) long arrivalsWhenProposed) {
            arrivalsWhenProposed = arrivals;
        }
    }

    /** A batch that is known not to be appended is forgotten, and the next one goes. */
    static final class ForgetsWhatWasRefused {
        private ForgetsWhatWasRefused() {}

        @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
        @SuppressWarnings({"UnusedVariable", "ParameterAssignment"})
        static boolean enter(
                @Advice.Argument(0) Object refused,
                @Advice.FieldValue(value = "proposal", readOnly = false, typing = Typing.DYNAMIC) @Nullable
                        Object proposal,
                @Advice.FieldValue(value = "inFlight", readOnly = false, typing = Typing.DYNAMIC) @Nullable
                        Object inFlight) {
            if (refused == proposal) {
                proposal = null;
                inFlight = null;
            }
            return true;
        }
    }

    /** Whatever the proxy answers itself is answered at once, wherever it stands. */
    static final class AnswersOutOfTurn {
        private AnswersOutOfTurn() {}

        @Advice.OnMethodExit
        @SuppressWarnings({"UnusedVariable", "ParameterAssignment"})
        static void exit(
                @Advice.FieldValue("slots") ArrayDeque<?> slots,
                @Advice.Return(readOnly = false, typing = Typing.DYNAMIC) @Nullable Object taken) {
            if (taken == null) {
                taken = Reflection.removeFirst(slots, "isLinked", false);
            }
        }
    }

    /** The proxy itself touches every session it has, with each sweep. */
    static final class TouchesByItself {
        private TouchesByItself() {}

        @Advice.OnMethodEnter
        static void enter(@Advice.This Object core, @Advice.Argument(0) long nowNanos) {
            Reflection.touchAll(core, nowNanos);
        }
    }

    /** A change is told after the result of the command that made it. */
    static final class KeepsChange {
        private KeepsChange() {}

        @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
        static boolean enter(@Advice.This Object applying, @Advice.Argument(0) Object change) {
            return LateChanges.keep(applying, change);
        }
    }

    /** See {@link KeepsChange}. */
    static final class TellsKeptChanges {
        private TellsKeptChanges() {}

        @Advice.OnMethodExit
        static void exit(@Advice.This Object applying) {
            LateChanges.tell(applying);
        }
    }

    /** A round counts for everything that has arrived by its end. */
    static final class CoversAllUntilItsEnd {
        private CoversAllUntilItsEnd() {}

        @Advice.OnMethodEnter
        @SuppressWarnings({"UnusedVariable", "ParameterAssignment"})
        static void enter(
                @Advice.FieldValue("arrivals") long arrivals,
                @Advice.FieldValue(value = "roundCovers", readOnly = false) long roundCovers) {
            roundCovers = arrivals;
        }
    }

    /** A session that is taken over has no lease left. */
    static final class GivesNoLease {
        private GivesNoLease() {}

        @Advice.OnMethodExit
        static void exit(
                @Advice.This Object leases, @Advice.Argument(0) Object session, @Advice.Argument(1) long nowNanos) {
            Reflection.endLease(leases, session, nowNanos);
        }
    }
}
