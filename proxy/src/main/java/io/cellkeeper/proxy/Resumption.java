package io.cellkeeper.proxy;

import io.cellkeeper.proxy.link.LinkMessage.CatchUp;
import io.cellkeeper.proxy.link.LinkMessage.Changed;
import io.cellkeeper.proxy.link.LinkMessage.HeldSession;
import io.cellkeeper.proxy.link.LinkMessage.Missed;
import io.cellkeeper.proxy.link.LinkMessage.ReplayEnd;
import io.cellkeeper.proxy.link.LinkMessage.Reregistration;
import io.cellkeeper.proxy.link.LinkMessage.Resume;
import java.util.ArrayList;
import java.util.List;

/**
 * Carries the open connections over from one link to the next (design: fail-over). On a new link this proxy tells, in order,
 * which sessions it holds and what their clients watch, the touches of their clients, and every request without an answer.
 * The leader first tells what was missed, so that events still precede the replies that show their change.
 */
final class Resumption {
    /** Sessions, or characters of paths, in one message. */
    private static final int MAX_SESSIONS = 1_000;

    private static final int MAX_CHARACTERS = 16 << 10;

    private final Connections connections;
    private final WatchTable watches;
    private final StreamPosition position;
    private final HandledChanges handled = new HandledChanges();

    Resumption(Connections connections, WatchTable watches, StreamPosition position) {
        this.connections = connections;
        this.watches = watches;
        this.position = position;
    }

    /** A link is up. */
    void linkUp(LeaderLink link, long nowNanos) {
        connections.forgetEnded();
        List<ClientConnection> open = connections.attached();
        if (open.isEmpty()) {
            // Nobody has missed anything.
            position.answerHandled(link.welcome.zxid());
            return;
        }
        handled.replayBegins();
        tellWhatIsHeld(open, link);
        for (ClientConnection connection : open) {
            SessionAttachment session = connection.attachment();
            session.linkChanged(link.welcome.graceMs());
            connection.out.limitUnacknowledged(PromiseRule.deltaMs(link.welcome.graceMs()), session.timeoutMs / 3);
            connection.toReport = false;
            link.keepAlives.mark(connection);
        }
        link.keepAlives.flush(nowNanos);
        for (ClientConnection connection : open) {
            RequestSender.resend(connection, connection.attachment(), link, nowNanos);
            connections.markReady(connection);
        }
    }

    /** A change, missed or new. */
    void changed(Changed changed) {
        if (handled.isNew(changed)) {
            watches.changed(changed);
        }
        position.changeHandled(changed.zxid());
    }

    /** Not every event can be told: who counts on that is closed, the others get what stands for them. */
    void catchUp(CatchUp catchUp, long nowNanos) {
        for (ClientConnection connection : connections.snapshot()) {
            if (watches.wantsEachEvent(connection.watcher)) {
                connection.abandonHeld = true;
                connections.close(connection, CloseReason.UNPROVEN, nowNanos);
            }
        }
        for (Missed missed : catchUp.missed()) {
            watches.missed(missed);
        }
    }

    /** Everything that was missed has been told. */
    void replayEnded(ReplayEnd end, LeaderLink link) {
        handled.replayEnds();
        position.answerHandled(end.zxid());
        link.reregistrationsHandled();
    }

    private void tellWhatIsHeld(List<ClientConnection> open, LeaderLink link) {
        long registration = link.nextRegistration();
        List<HeldSession> sessions = new ArrayList<>();
        for (ClientConnection connection : open) {
            SessionAttachment session = connection.attachment();
            sessions.add(new HeldSession(session.id, session.generation, session.numbers.acked()));
            if (sessions.size() == MAX_SESSIONS) {
                link.out.send(new Resume(position.zxid(), registration, List.copyOf(sessions), List.of(), false));
                sessions.clear();
            }
        }
        List<Reregistration> interests = new ArrayList<>();
        int characters = 0;
        for (Reregistration interest : watches.interests()) {
            link.reregistered(interest.path(), registration);
            interests.add(interest);
            characters += interest.path().length() + 8;
            if (characters > MAX_CHARACTERS) {
                link.out.send(new Resume(position.zxid(), registration, List.of(), List.copyOf(interests), false));
                interests.clear();
                characters = 0;
            }
        }
        link.out.send(new Resume(position.zxid(), registration, List.copyOf(sessions), List.copyOf(interests), true));
    }
}
