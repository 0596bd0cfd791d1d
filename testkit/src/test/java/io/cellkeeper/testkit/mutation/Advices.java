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

    /** A result acknowledges those after it too. */
    static final class AcknowledgesAllThatWasSent {
        private AcknowledgesAllThatWasSent() {}

        @Advice.OnMethodExit
        @SuppressWarnings({"UnusedVariable", "ParameterAssignment"})
        static void exit(
                @Advice.FieldValue("last") long last,
                @Advice.FieldValue(value = "acked", readOnly = false) long acked,
                @Advice.Return(readOnly = false) boolean inOrder) {
            acked = last;
            inOrder = true;
        }
    }

    /** What is handled now came now. */
    static final class NotesTheAnswersTime {
        private NotesTheAnswersTime() {}

        @Advice.OnMethodEnter
        static void enter(@Advice.Argument(2) long nowNanos) {
            AnswerTime.set(nowNanos);
        }
    }

    /** A lease begins when the proxy hears of it. */
    static final class DatesByTheAnswer {
        private DatesByTheAnswer() {}

        @Advice.OnMethodExit
        @SuppressWarnings({"UnusedVariable", "ParameterAssignment"})
        static void exit(@Advice.Return(readOnly = false) long dated) {
            dated = AnswerTime.get();
        }
    }

    /** What is proven needs not be applied. */
    static final class WaitsForNoIndex {
        private WaitsForNoIndex() {}

        @Advice.OnMethodEnter
        @SuppressWarnings({"UnusedVariable", "ParameterAssignment"})
        static void enter(@Advice.Argument(value = 1, readOnly = false) long index) {
            index = 0;
        }
    }

    /** With the first change of a command all of its changes count as handled. */
    static final class ReachesTooFar {
        private ReachesTooFar() {}

        @Advice.OnMethodExit
        @SuppressWarnings({"UnusedVariable", "ParameterAssignment"})
        static void exit(
                @Advice.Argument(0) long changeZxid, @Advice.FieldValue(value = "zxid", readOnly = false) long zxid) {
            zxid = Math.max(zxid, changeZxid);
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
