package io.cellkeeper.server.leader;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.WireReader;
import io.cellkeeper.protocol.WireWriter;
import io.cellkeeper.proxy.link.LinkMessage.OpenSession;
import io.cellkeeper.proxy.link.LinkMessage.SessionGone;
import io.cellkeeper.proxy.link.LinkMessage.SessionRefused;
import io.cellkeeper.state.SessionOpened;
import io.cellkeeper.state.SessionView;
import io.cellkeeper.state.batch.Command;
import io.cellkeeper.state.batch.CommandKind;
import io.cellkeeper.state.batch.SessionBody;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Opens sessions on connections: new ones, and those that move here (rules 2.4 to 2.8). What a client shows is judged
 * before anything is proposed. A client that is right is seen to be so by any state, however old; one that seems to be
 * from the future, or to have no session, may be ahead of this state: it is refused only behind a barrier.
 */
final class Openings {
    private record Waiting(LeaderLink link, OpenSession request, long arrival) {}

    private final CellView cell;
    private final LeaderConfig config;
    private final Barrier barrier;
    private final BatchFormer former;
    private final Leases leases;
    private final Reads reads;
    private final Random random;
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
    private final WireWriter body = new WireWriter(256);

    Openings(
            CellView cell,
            LeaderConfig config,
            Barrier barrier,
            BatchFormer former,
            Leases leases,
            Reads reads,
            Random random) {
        this.cell = cell;
        this.config = config;
        this.barrier = barrier;
        this.former = former;
        this.leases = leases;
        this.reads = reads;
        this.random = random;
    }

    void arrived(LeaderLink link, OpenSession request) {
        if (hasSeenNothingNewer(request) && isEntitled(request)) {
            propose(link, request);
        } else {
            waiting.add(new Waiting(link, request, barrier.arrived(link)));
        }
    }

    /** Judges what can be judged now. */
    void settle() {
        for (Iterator<Waiting> each = waiting.iterator(); each.hasNext(); ) {
            Waiting next = each.next();
            if (!next.link.isUp()) {
                each.remove();
            } else if (barrier.isProven(next.link, next.arrival)) {
                each.remove();
                judge(next.link, next.request);
            }
        }
    }

    /** A session was opened: it is told where it was asked for, and where it was before. */
    void applied(Command command, long zxid, ByteRange result, @Nullable LeaderLink asker, long request, long now) {
        SessionOpened opened = SessionOpened.read(new WireReader(result));
        SessionSlot before = leases.get(opened.session());
        if (before != null) {
            reads.drop(before);
            if (before.link != null && before.goneGeneration != before.generation) {
                before.link.send(new SessionGone(before.id, before.generation, SessionGone.Reason.MOVED));
            }
        }
        leases.opened(opened.session(), opened.generation(), opened.timeoutMs(), opened.lastNumber(), asker, now);
        if (asker != null) {
            byte[] password =
                    SessionBody.read(new WireReader(command.body())).password().toArray();
            asker.send(new io.cellkeeper.proxy.link.LinkMessage.SessionOpened(
                    request,
                    opened.session(),
                    opened.generation(),
                    opened.lastNumber(),
                    opened.timeoutMs(),
                    ByteRange.of(password),
                    zxid));
        }
    }

    /** The session had ended by the time it was to be opened here. */
    void refused(@Nullable LeaderLink asker, long request) {
        if (asker != null) {
            asker.send(expired(request));
        }
    }

    private void judge(LeaderLink link, OpenSession request) {
        if (!hasSeenNothingNewer(request)) {
            link.send(new SessionRefused(
                    request.request(), false, "the client has seen a zxid that this cell has not reached"));
        } else if (!isEntitled(request)) {
            link.send(expired(request.request()));
        } else {
            propose(link, request);
        }
    }

    /** †: a client from the future is turned away before anything is proposed (rule 2.4). */
    private boolean hasSeenNothingNewer(OpenSession request) {
        return request.lastZxidSeen() <= cell.zxid();
    }

    /** †: an unknown session or a wrong password costs no command, no generation and no touch (rule 2.11). */
    private boolean isEntitled(OpenSession request) {
        if (request.session() == 0) {
            return true;
        }
        SessionView session = cell.session(request.session());
        ByteRange password = request.password();
        return session != null && session.hasPassword(password.array(), password.offset(), password.length());
    }

    private void propose(LeaderLink link, OpenSession request) {
        boolean create = request.session() == 0;
        ByteRange password = create ? newPassword() : request.password();
        body.reset();
        new SessionBody(config.clamp(request.timeoutMs()), password, request.identities()).write(body);
        CommandKind kind = create ? CommandKind.CREATE_SESSION : CommandKind.ATTACH;
        ByteRange written = ByteRange.of(body.array(), 0, body.length());
        former.add(Command.unnumbered(kind, request.session(), 0, written), link, request.request());
    }

    private ByteRange newPassword() {
        byte[] password = new byte[SessionBody.PASSWORD_LENGTH];
        random.nextBytes(password);
        return ByteRange.of(password);
    }

    private static SessionRefused expired(long request) {
        return new SessionRefused(request, true, "unknown or expired session, or wrong password");
    }
}
