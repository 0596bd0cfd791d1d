package io.cellkeeper.testkit.sim;

import io.cellkeeper.proxy.link.LinkMessage;
import io.cellkeeper.proxy.link.LinkMessage.Changed;
import io.cellkeeper.proxy.link.LinkMessage.SessionGone;
import io.cellkeeper.proxy.link.LinkMessage.SessionOpened;
import io.cellkeeper.state.batch.BatchReader;
import io.cellkeeper.state.batch.CommandKind;
import io.cellkeeper.testkit.time.Dice;
import java.util.List;

/** What goes wrong because of what is just under way: moments that faults at times of their own would seldom meet. */
final class Disturbances {
    private static final long MS = 1_000_000;

    private final Cell cell;
    private final Dice dice;

    Disturbances(Cell cell, Dice dice) {
        this.cell = cell;
        this.dice = dice;
    }

    /** A leader proposes a batch: one with the end of a session meets, now and then, a reign that ends and begins anew. */
    void proposing(SimReplica leader, byte[] batch) {
        if (!cell.isQuiet() && dice.perMille(150) && expires(batch)) {
            leader.bounce();
        }
    }

    /**
     * A leader asks the others for their terms: now and then one of them stands for election right after, the leader hears
     * nothing of that, and what it is told arrives only then.
     *
     * @return how long the reports wait, nanoseconds
     */
    long asking(SimReplica leader) {
        SimReplica other = dice.oneOf(cell.replicas());
        if (cell.isQuiet() || other == leader || !dice.perMille(10)) {
            return 0;
        }
        cell.faults().lag(leader, 200 * MS);
        cell.agenda().after(2 * MS, () -> {
            cell.trace().say("fault", () -> other.name + " stands after its report to " + leader.name);
            other.run(() -> other.ordering().raft().stand());
        });
        return dice.between(20 * MS, 150 * MS);
    }

    /**
     * A leader sends on a link. What says that a session is open comes late, now and then, and then its proxy can't send for
     * a while. The end of a session is late too, so that answers to KeepAlives overtake it.
     */
    void sending(SimConnection link, LinkMessage message) {
        if (cell.isQuiet() || link.first().isLocal()) {
            return;
        }
        if (message instanceof SessionOpened opened && dice.perMille(40)) {
            openedLate(link, opened.timeoutMs());
        } else if (message instanceof SessionGone gone
                && gone.reason() == SessionGone.Reason.EXPIRED
                && dice.perMille(300)) {
            link.holdOrdered(dice.between(20 * MS, 400 * MS));
        }
    }

    /**
     * So late that a lease that began now would end before one that began then has given its client up; but while the client
     * still waits.
     */
    private void openedLate(SimConnection link, int timeoutMs) {
        int least = timeoutMs / 3 + Cell.GRACE_MS;
        int most = timeoutMs * 2 / 3;
        if (least < most) {
            int lateMs = dice.between(least, most);
            int unheardMs = timeoutMs + 2 * Cell.GRACE_MS;
            if (dice.perMille(500)) {
                cell.faults().freeze(link.first().process, lateMs, unheardMs);
            } else {
                link.holdOrdered(lateMs * MS);
                cell.faults().silenceLater(link.first().process, lateMs - dice.between(0, 40), unheardMs);
            }
        }
    }

    /** A link is up: now and then what its proxy sends is stuck at once, and the proxy gives the link up. */
    void linkUp(SimUplink uplink) {
        if (!cell.isQuiet() && dice.perMille(100)) {
            uplink.giveUpStuck(dice.between(MS, 150 * MS));
        }
    }

    /**
     * Where these messages of one pass are to be split, as a stream may be: at most at one place.
     *
     * @return how many come in the first part
     */
    int firstPart(List<LinkMessage> messages) {
        return dice.perMille(200) ? dice.between(1, messages.size()) : messages.size();
    }

    /** Whether the link ends at this place: now and then between two changes of one command. */
    boolean endsLink(LinkMessage before, LinkMessage after) {
        return !cell.isQuiet()
                && before instanceof Changed one
                && after instanceof Changed other
                && one.zxid() == other.zxid()
                && dice.perMille(300);
    }

    private static boolean expires(byte[] batch) {
        BatchReader in = BatchReader.open(batch);
        while (in.nextAck()) {
            in.ackSession();
            in.ackNumber();
        }
        for (int i = in.commandCount(); i > 0; i--) {
            if (in.nextCommand().kind() == CommandKind.EXPIRE) {
                return true;
            }
        }
        return false;
    }
}
