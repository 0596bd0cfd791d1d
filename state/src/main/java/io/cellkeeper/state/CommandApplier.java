package io.cellkeeper.state;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.protocol.Identity;
import io.cellkeeper.protocol.MalformedRecordException;
import io.cellkeeper.protocol.OpCode;
import io.cellkeeper.protocol.WireReader;
import io.cellkeeper.protocol.WireWriter;
import io.cellkeeper.state.batch.Command;
import io.cellkeeper.state.batch.CommandKind;
import io.cellkeeper.state.batch.RemovalBody;
import io.cellkeeper.state.batch.SessionBody;
import io.cellkeeper.state.op.ConfigChange;
import io.cellkeeper.state.op.Context;
import io.cellkeeper.state.op.OperationResult;
import io.cellkeeper.state.op.Operations;
import io.cellkeeper.state.op.Removal;
import io.cellkeeper.state.op.SessionEnd;
import io.cellkeeper.state.session.KeptResult;
import io.cellkeeper.state.session.Session;
import io.cellkeeper.state.session.Sessions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Applies one command: whose it is, whether it is its turn, and what it does. */
final class CommandApplier {
    private final Sessions sessions;
    private final Context context;

    CommandApplier(Sessions sessions, Context context) {
        this.sessions = sessions;
        this.context = context;
    }

    /** Applies a command; the context has its zxid, and then its changes. */
    Applied apply(Command command, int epoch) {
        return switch (command.kind()) {
            case CLIENT, ADD_AUTH -> numbered(command);
            case CREATE_SESSION -> createSession(command, epoch);
            case ATTACH -> attach(command);
            case EXPIRE -> expire(command);
            case SET_CELL_NUMBER -> setCellNumber(command);
            case SET_CONFIG -> setConfig(command);
            case REMOVE -> remove(command);
        };
    }

    /** A command of a session's sequence: applied once, whatever is sent again (I7). */
    private Applied numbered(Command command) {
        long zxid = context.zxid();
        Session session = sessions.get(command.session());
        if (session == null) {
            return Applied.refused(Outcome.SESSION_GONE, zxid);
        }
        if (isFromOldConnection(command, session)) {
            return Applied.refused(Outcome.SESSION_MOVED, zxid);
        }
        sessions.forgetResults(session, command.acked());
        if (isRepeated(command, session)) {
            return repeat(command, session);
        }
        if (isAfterGap(command, session)) {
            return Applied.refused(Outcome.GAP, zxid);
        }
        context.beginRequest(session);
        OpCode op = OpCode.of(command.op());
        if (command.kind() == CommandKind.CLIENT && op == OpCode.CLOSE_SESSION) {
            return end(session, false);
        }
        OperationResult result = command.kind() == CommandKind.CLIENT
                ? Operations.apply(op, command.body(), context)
                : addAuth(command, session);
        sessions.keepResult(session, command.number(), zxid, result.error(), result.body());
        return Applied.now(zxid, result.error(), result.body());
    }

    /** The session has attached elsewhere since the sender knew it.† */
    private static boolean isFromOldConnection(Command command, Session session) {
        return command.generation() != session.generation();
    }

    /** A command of this number, or a later one, is applied: this one was too.† */
    private static boolean isRepeated(Command command, Session session) {
        return command.number() <= session.lastNumber();
    }

    /** A number before it is missing, and would come too late.† */
    private static boolean isAfterGap(Command command, Session session) {
        return command.number() != session.lastNumber() + 1;
    }

    private Applied repeat(Command command, Session session) {
        KeptResult kept = session.result(command.number());
        if (kept == null) {
            return Applied.refused(Outcome.FORGOTTEN, context.zxid());
        }
        return new Applied(Outcome.REPEATED, kept.zxid(), kept.error(), kept.body(), null, false);
    }

    private OperationResult addAuth(Command command, Session session) {
        List<Identity> identities = readIdentities(command.body());
        if (identities == null) {
            return OperationResult.failed(ErrorCode.MARSHALLING_ERROR);
        }
        sessions.addIdentities(session, identities);
        return OperationResult.ok();
    }

    private Applied createSession(Command command, int epoch) {
        SessionBody body = readSessionBody(command.body());
        if (body == null) {
            return failed(ErrorCode.MARSHALLING_ERROR);
        }
        Session session = sessions.create(epoch, body.password().toArray(), body.timeoutMs(), body.identities());
        return opened(session);
    }

    /** Judges the password again, as the state may have changed since the leader did; wrong is like unknown (2.7). */
    private Applied attach(Command command) {
        SessionBody body = readSessionBody(command.body());
        if (body == null) {
            return failed(ErrorCode.MARSHALLING_ERROR);
        }
        Session session = sessions.get(command.session());
        ByteRange password = body.password();
        if (session == null || !session.hasPassword(password.array(), password.offset(), password.length())) {
            return Applied.refused(Outcome.SESSION_GONE, context.zxid());
        }
        sessions.attach(session, body.timeoutMs(), body.identities());
        return opened(session);
    }

    private Applied opened(Session session) {
        WireWriter out = new WireWriter(24);
        new SessionOpened(session.id(), session.generation(), session.lastNumber(), session.timeoutMs()).write(out);
        return Applied.now(context.zxid(), ErrorCode.OK, out.takeRange());
    }

    private Applied expire(Command command) {
        Session session = sessions.get(command.session());
        if (session == null) {
            return Applied.refused(Outcome.SESSION_GONE, context.zxid());
        }
        if (hasAttachedSince(command, session)) {
            return Applied.refused(Outcome.SESSION_MOVED, context.zxid());
        }
        return end(session, true);
    }

    /** The lease that ended was that of an older generation: the session lives.† */
    private static boolean hasAttachedSince(Command command, Session session) {
        return command.generation() != session.generation();
    }

    private Applied end(Session session, boolean hasExpired) {
        SessionEnd.deleteEphemerals(session, context);
        sessions.remove(session);
        return Applied.ended(context.zxid(), session, hasExpired);
    }

    /** The first number stays: a later one is refused. */
    private Applied setCellNumber(Command command) {
        ByteRange body = command.body();
        if (body.length() < Integer.BYTES) {
            return failed(ErrorCode.MARSHALLING_ERROR);
        }
        return sessions.fixCellNumber(new WireReader(body).readInt())
                ? Applied.now(context.zxid(), ErrorCode.OK, ByteRange.EMPTY)
                : failed(ErrorCode.BAD_ARGUMENTS);
    }

    private Applied setConfig(Command command) {
        ConfigChange.apply(command.body(), context);
        return Applied.now(context.zxid(), ErrorCode.OK, ByteRange.EMPTY);
    }

    private Applied remove(Command command) {
        RemovalBody body;
        try {
            body = RemovalBody.read(new WireReader(command.body()));
        } catch (MalformedRecordException e) {
            return failed(ErrorCode.MARSHALLING_ERROR);
        }
        return Applied.now(context.zxid(), Removal.apply(body, context), ByteRange.EMPTY);
    }

    private Applied failed(ErrorCode error) {
        return Applied.now(context.zxid(), error, ByteRange.EMPTY);
    }

    private static @Nullable SessionBody readSessionBody(ByteRange body) {
        try {
            return SessionBody.read(new WireReader(body));
        } catch (MalformedRecordException e) {
            return null;
        }
    }

    private static @Nullable List<Identity> readIdentities(ByteRange body) {
        try {
            return SessionBody.readIdentities(new WireReader(body));
        } catch (MalformedRecordException e) {
            return null;
        }
    }
}
