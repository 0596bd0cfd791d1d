package io.cellkeeper.server.leader;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.protocol.OpCode;
import io.cellkeeper.proxy.link.LinkMessage;
import io.cellkeeper.proxy.link.LinkMessage.SessionGone;
import io.cellkeeper.proxy.link.LinkMessage.SessionGone.Reason;
import io.cellkeeper.state.ApplySink;
import io.cellkeeper.state.Change;
import io.cellkeeper.state.Outcome;
import io.cellkeeper.state.QuotaNotice;
import io.cellkeeper.state.batch.Command;
import io.cellkeeper.state.batch.CommandKind;
import org.jspecify.annotations.Nullable;

/**
 * Turns what applying says into messages, in the order it is said (I10): reads of a session before its next command,
 * events before the result that shows them, the end of a session after both.
 */
final class Applying implements ApplySink {
    private final Leases leases;
    private final Reads reads;
    private final Interests interests;
    private final Openings openings;
    private final Expiries expiries;
    private final Removals removals;
    private final QuotaWarnings quotaWarnings;

    private @Nullable FormedBatch batch;
    private long now;
    private int results;
    /** What to say of the session that the command being applied has ended, after its result. */
    private @Nullable SessionGone ended;

    private @Nullable LeaderLink endedOn;

    Applying(
            Leases leases,
            Reads reads,
            Interests interests,
            Openings openings,
            Expiries expiries,
            Removals removals,
            QuotaWarnings quotaWarnings) {
        this.leases = leases;
        this.reads = reads;
        this.interests = interests;
        this.openings = openings;
        this.expiries = expiries;
        this.removals = removals;
        this.quotaWarnings = quotaWarnings;
    }

    /** A batch follows. */
    void begin(@Nullable FormedBatch ofBatch, long atNow) {
        batch = ofBatch;
        now = atNow;
        results = 0;
    }

    /** Results heard since {@link #begin}. */
    int results() {
        return results;
    }

    @Override
    public void beforeCommand(int position, Command command) {
        SessionSlot slot = leases.get(command.session());
        if (slot != null) {
            reads.beforeCommand(slot, command);
        }
    }

    @Override
    public void change(Change change) {
        interests.changed(change);
    }

    @Override
    public void quota(QuotaNotice notice) {
        quotaWarnings.add(notice, now);
    }

    @Override
    public void sessionEnded(long session, int generation, boolean expired) {
        SessionSlot slot = leases.get(session);
        if (slot == null) {
            return;
        }
        reads.drop(slot);
        leases.ended(slot);
        if (slot.goneGeneration != slot.generation) {
            ended = new SessionGone(session, slot.generation, expired ? Reason.EXPIRED : Reason.CLOSED);
            endedOn = slot.link;
        }
    }

    @Override
    public void result(int position, Command command, long zxid, Outcome outcome, ErrorCode error, ByteRange body) {
        results++;
        LeaderLink asker = batch == null ? null : batch.asker(position);
        switch (command.kind()) {
            case CLIENT, ADD_AUTH -> numbered(command, zxid, outcome, error, body, asker);
            case CREATE_SESSION, ATTACH -> {
                long request = batch == null ? 0 : batch.request(position);
                if (outcome == Outcome.APPLIED && error == ErrorCode.OK) {
                    openings.applied(command, zxid, body, asker, request, now);
                } else {
                    openings.refused(asker, request);
                }
            }
            case EXPIRE -> expiries.applied(command.session(), command.generation(), outcome == Outcome.APPLIED);
            case REMOVE -> removals.applied();
            case SET_CELL_NUMBER, SET_CONFIG -> {
                // Nobody waits for these.
            }
        }
        sayEnded();
    }

    private void numbered(
            Command command, long zxid, Outcome outcome, ErrorCode error, ByteRange body, @Nullable LeaderLink asker) {
        SessionSlot slot = leases.get(command.session());
        if (slot != null && outcome == Outcome.APPLIED) {
            slot.lastNumber = Math.max(slot.lastNumber, command.number());
        }
        if (slot != null && body.length() > PendingAcks.LARGE_RESULT_BYTES) {
            slot.largeResult = Math.max(slot.largeResult, command.number());
        }
        if (asker == null || (slot != null && isToldToClose(slot, command.generation()))) {
            return;
        }
        switch (outcome) {
            case APPLIED, REPEATED -> {
                asker.send(result(command, zxid, error, body));
                if (slot != null && slot.link == asker) {
                    slot.answered = Math.max(slot.answered, command.number());
                }
            }
            case SESSION_MOVED -> gone(slot, command, Reason.MOVED, asker);
            case GAP, FORGOTTEN -> gone(slot, command, Reason.UNPROVEN, asker);
            case SESSION_GONE -> {
                if (isClose(command)) {
                    asker.send(result(command, zxid, ErrorCode.OK, ByteRange.EMPTY));
                } else {
                    gone(slot, command, Reason.EXPIRED, asker);
                }
            }
        }
    }

    private void gone(@Nullable SessionSlot slot, Command command, Reason reason, LeaderLink asker) {
        if (slot != null && slot.link == asker && slot.generation == command.generation()) {
            slot.goneGeneration = slot.generation;
            reads.drop(slot);
        }
        asker.send(new SessionGone(command.session(), command.generation(), reason));
    }

    private void sayEnded() {
        if (ended != null) {
            if (endedOn != null) {
                endedOn.send(ended);
            }
            ended = null;
            endedOn = null;
        }
    }

    private static boolean isToldToClose(SessionSlot slot, int generation) {
        return slot.goneGeneration == generation;
    }

    private static boolean isClose(Command command) {
        return command.kind() == CommandKind.CLIENT && command.op() == OpCode.CLOSE_SESSION.code();
    }

    private static LinkMessage.Result result(Command command, long zxid, ErrorCode error, ByteRange body) {
        return new LinkMessage.Result(command.session(), command.generation(), command.number(), zxid, error, body);
    }
}
