package io.cellkeeper.compat.differential;

import io.cellkeeper.compat.wire.Frame;
import java.util.ArrayList;
import java.util.List;
import org.apache.zookeeper.proto.WatcherEvent;

/** What the clients of one sequence saw, as lines that are the same for servers that behave alike. */
final class Transcript {
    private static final int PING = 11;
    private static final int PING_XID = -2;

    /**
     * One thing seen.
     *
     * @param step after which step
     * @param text who saw what
     */
    record Line(int step, String text) {
        /** Whether this is an event that setWatches caught up on (rule 10.4). */
        boolean isCatchUp() {
            return text.contains(" event ") && text.endsWith(" zxid -1");
        }
    }

    private final Names names;
    private final ReplyText replies;
    private long newest;

    private Transcript(Names names) {
        this.names = names;
        this.replies = new ReplyText(names);
    }

    static List<Line> of(List<Seen> seen) {
        Transcript transcript = new Transcript(new Names(seen));
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < seen.size(); i++) {
            int to = transcript.endOfClose(seen, i);
            List<Line> some = new ArrayList<>();
            for (Seen one : seen.subList(i, to)) {
                some.add(transcript.line(one));
            }
            if (some.size() > 1) {
                some.sort(java.util.Comparator.comparing(Line::text));
            }
            lines.addAll(some);
            i = to - 1;
        }
        return lines;
    }

    /** Where the events of one client, of one closed session, end: those are sorted, see Deviation.ORDER_OF_EPHEMERALS. */
    private int endOfClose(List<Seen> seen, int from) {
        Seen first = seen.get(from);
        int to = from + 1;
        if (isEventOfClose(first)) {
            while (to < seen.size()
                    && isEventOfClose(seen.get(to))
                    && seen.get(to).client() == first.client()) {
                to++;
            }
        }
        return to;
    }

    private boolean isEventOfClose(Seen one) {
        return one.frame() != null
                && one.part() == null
                && names.isClose(one.frame().zxid());
    }

    private Line line(Seen one) {
        String who = one.client() == Audit.CLIENT ? "audit" : "client " + one.client();
        Frame frame = one.frame();
        if (frame == null) {
            String session = one.session() == 0 ? "" : ", " + names.session(one.session());
            return new Line(one.step(), who + " " + one.note() + session);
        }
        return new Line(one.step(), who + (one.part() == null ? event(frame) : reply(one.part(), one.xid(), frame)));
    }

    private String event(Frame frame) {
        WatcherEvent event = frame.event();
        return " event " + event.getType() + " state " + event.getState() + " " + path(event.getPath()) + " zxid "
                + names.zxid(frame.zxid()) + (frame.err() == 0 ? "" : " error " + frame.err());
    }

    /** Deviation.SUPPLEMENTARY_CHARACTERS */
    private static String path(String path) {
        return Requests.quoted(path.replaceAll("[^\\x00-\\x7f]+", "?"));
    }

    private String reply(Step.Part part, int xid, Frame frame) {
        int expected = part.op() == PING ? PING_XID : xid;
        String text = " <- " + Operations.name(part.op()) + (frame.xid() == expected ? "" : " XID " + frame.xid())
                + zxid(part, frame);
        if (frame.err() != 0) {
            return text + " error " + frame.err() + (frame.body().length == 0 ? "" : " with a body");
        }
        return text + " " + replies.of(part.op(), frame.body());
    }

    /** A success of a change has a new zxid; everything else at least the newest that any client was shown (rule 4.7). */
    private String zxid(Step.Part part, Frame frame) {
        long zxid = frame.zxid();
        if (zxid <= 0) {
            return " zxid " + zxid;
        }
        if (frame.err() == 0 && Operations.isChange(part.op())) {
            boolean isNew = zxid > newest;
            newest = Math.max(newest, zxid);
            return isNew ? " " + names.zxid(zxid) : " ZXID NOT NEW";
        }
        return zxid >= newest ? "" : " OLD ZXID";
    }
}
