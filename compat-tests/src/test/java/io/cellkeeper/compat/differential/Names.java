package io.cellkeeper.compat.differential;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.zookeeper.ZooDefs.OpCode;

/**
 * Names for what two servers can't agree on, in one sequence: a zxid is called by the step whose change had it, a session
 * by the order in which it was opened. Times are only checked against each other: one time for one zxid, and never a
 * later one for an earlier zxid.
 */
final class Names {
    private final Map<Long, String> zxids = new HashMap<>();
    private final Map<Long, String> sessions = new HashMap<>();
    private final Set<Long> closes = new HashSet<>();
    private final TreeMap<Long, Long> times = new TreeMap<>();

    Names(List<Seen> seen) {
        int changes = 0;
        for (Seen one : seen) {
            if (one.session() != 0) {
                sessions.putIfAbsent(one.session(), "session" + sessions.size());
            }
            if (one.part() != null
                    && one.frame() != null
                    && one.frame().err() == 0
                    && Operations.isChange(one.part().op())) {
                zxids.putIfAbsent(one.frame().zxid(), "z" + changes++ + "@" + one.step());
                if (one.part().op() == OpCode.closeSession) {
                    closes.add(one.frame().zxid());
                }
            }
        }
    }

    String zxid(long zxid) {
        return zxid <= 0 ? Long.toString(zxid) : zxids.getOrDefault(zxid, "z?");
    }

    boolean isNamed(long zxid) {
        return zxids.containsKey(zxid);
    }

    /** Whether this is the zxid at which a session was closed, or expired: nobody is answered with that zxid. */
    boolean isClose(long zxid) {
        return closes.contains(zxid) || (zxid > 0 && !isNamed(zxid));
    }

    String session(long id) {
        return id == 0 ? "0" : sessions.getOrDefault(id, "session?");
    }

    /** Whether the time may be that of the zxid, after all that was seen before. */
    String time(long zxid, long timeMs) {
        if (!isNamed(zxid)) {
            return "";
        }
        Long known = times.putIfAbsent(zxid, timeMs);
        if (known != null && known != timeMs) {
            return " two times of " + zxid(zxid);
        }
        Map.Entry<Long, Long> before = times.lowerEntry(zxid);
        Map.Entry<Long, Long> after = times.higherEntry(zxid);
        boolean fits = (before == null || before.getValue() <= timeMs) && (after == null || after.getValue() >= timeMs);
        return fits ? "" : " time of " + zxid(zxid) + " out of order";
    }
}
