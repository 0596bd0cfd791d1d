package io.cellkeeper.server.leader;

import io.cellkeeper.protocol.OpCode;
import io.cellkeeper.proxy.link.LinkMessage;
import io.cellkeeper.proxy.link.LinkMessage.SessionGone;
import io.cellkeeper.state.ReadAnswer;
import io.cellkeeper.state.batch.Command;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads waiting for their place and their proof (I15). A read's place is after its session's preceding command and its
 * earlier reads, before the session's next command. It is evaluated, answered and its interest registered in one step,
 * in its place, behind proof of leadership begun after it arrived. If the place passes unproven, its connection has to
 * close, and nothing more is sent for it.
 */
final class Reads {
    /** A read that has not been answered. */
    static final class Waiting {
        final LeaderLink link;
        final LinkMessage.Read read;
        final OpCode op;
        final long arrival;

        @Nullable
        Waiting next;

        Waiting(LeaderLink link, LinkMessage.Read read, OpCode op, long arrival) {
            this.link = link;
            this.read = read;
            this.op = op;
            this.arrival = arrival;
        }
    }

    private final CellView cell;
    private final Barrier barrier;
    private final Interests interests;
    /** Sessions with waiting reads, and some that have none any more. */
    private final List<SessionSlot> sessions = new ArrayList<>();

    private int waiting;

    Reads(CellView cell, Barrier barrier, Interests interests) {
        this.cell = cell;
        this.barrier = barrier;
        this.interests = interests;
    }

    /** A read of the session's present generation has arrived. */
    void arrived(SessionSlot slot, LeaderLink link, LinkMessage.Read read, OpCode op) {
        if (placeHasPassed(read.after(), slot.lastNumber)) {
            passUnproven(slot, link);
            return;
        }
        Waiting added = new Waiting(link, read, op, barrier.arrived(link));
        if (slot.lastRead == null) {
            slot.firstRead = added;
        } else {
            slot.lastRead.next = added;
        }
        slot.lastRead = added;
        waiting++;
        if (!slot.listedForReads) {
            slot.listedForReads = true;
            sessions.add(slot);
        }
    }

    /** A command is about to be applied: the reads of its session that belong before it take their place now. */
    void beforeCommand(SessionSlot slot, Command command) {
        if (slot.firstRead == null || command.number() == 0 || command.generation() != slot.generation) {
            return;
        }
        answerDue(slot);
        if (slot.firstRead != null && placeHasPassed(slot.firstRead.read.after(), command.number())) {
            passUnproven(slot, slot.firstRead.link);
        }
    }

    /** Answers everything that is at its place and proven. */
    void settle() {
        int kept = 0;
        for (int i = 0; i < sessions.size(); i++) {
            SessionSlot slot = sessions.get(i);
            answerDue(slot);
            if (slot.firstRead == null) {
                slot.listedForReads = false;
            } else {
                sessions.set(kept++, slot);
            }
        }
        sessions.subList(kept, sessions.size()).clear();
    }

    /** The session's connection is gone, or another one's turn has come: its reads are not answered. */
    void drop(SessionSlot slot) {
        for (Waiting read = slot.firstRead; read != null; read = read.next) {
            waiting--;
        }
        slot.firstRead = null;
        slot.lastRead = null;
    }

    /** Nothing of this link is answered any more. */
    void linkDown(LeaderLink link) {
        for (SessionSlot slot : sessions) {
            if (slot.firstRead != null && slot.firstRead.link == link) {
                drop(slot);
            }
        }
    }

    /** Reads not answered yet. */
    int waiting() {
        return waiting;
    }

    private void answerDue(SessionSlot slot) {
        Waiting first = slot.firstRead;
        while (first != null && isAtItsPlace(slot, first) && isProven(first) && mayAnswer(slot, first)) {
            slot.firstRead = first.next;
            if (first.next == null) {
                slot.lastRead = null;
            }
            waiting--;
            answer(first);
            first = slot.firstRead;
        }
    }

    private void answer(Waiting waiting) {
        LinkMessage.Read read = waiting.read;
        ReadAnswer answer = cell.read(read.session(), waiting.op, read.body());
        if (read.registration() != 0) {
            interests.register(waiting.link, read.registration(), waiting.op, read.body(), answer);
        }
        waiting.link.send(new LinkMessage.ReadAnswer(
                read.session(),
                read.generation(),
                read.read(),
                cell.zxid(),
                answer.error(),
                isNeededInPlace(waiting.op),
                answer.body()));
    }

    private void passUnproven(SessionSlot slot, LeaderLink link) {
        drop(slot);
        slot.goneGeneration = slot.generation;
        link.send(new SessionGone(slot.id, slot.generation, SessionGone.Reason.UNPROVEN));
    }

    /** What setWatches registers, or delivers as missed, its proxy has to know before the next change. */
    private static boolean isNeededInPlace(OpCode op) {
        return op == OpCode.SET_WATCHES || op == OpCode.SET_WATCHES2;
    }

    /** †I15: not before the result of the session's preceding command; earlier reads come first in the queue. */
    private static boolean isAtItsPlace(SessionSlot slot, Waiting read) {
        return slot.answered >= read.read.after();
    }

    /** †I15: not after the session's next command. */
    private static boolean placeHasPassed(long after, long lastNumber) {
        return after < lastNumber;
    }

    /** †I15: not without proof begun after the arrival. */
    private boolean isProven(Waiting read) {
        return barrier.isProven(read.link, read.arrival);
    }

    /** †: an answer acknowledges a touch; while the session is being expired it would be a false promise. */
    private static boolean mayAnswer(SessionSlot slot, Waiting read) {
        return !slot.isExpiring(read.read.generation());
    }
}
