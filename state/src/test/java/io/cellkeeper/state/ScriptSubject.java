package io.cellkeeper.state;

import io.cellkeeper.protocol.OpCode;
import io.cellkeeper.protocol.WireReader;
import io.cellkeeper.state.RandomScript.Action;
import io.cellkeeper.state.RandomScript.Step;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a script is played to, with clients of its own. Its replies come as text in which zxids are replaced by the steps
 * they belong to, session ids by clients, and times are left out.
 */
abstract class ScriptSubject {
    private final Map<Long, String> zxids = new HashMap<>();
    private final Map<Long, String> sessions = new HashMap<>();
    final ReplyText text = new ReplyText(
            zxid -> zxids.getOrDefault(zxid, "before"),
            time -> "t",
            session -> sessions.getOrDefault(session, "unknown"));

    /** Opens a session for a client; returns its id. */
    abstract long open(int client) throws IOException;

    /** Closes a client's session. */
    abstract void close(int client) throws IOException;

    /** Creates the node under which a script happens. */
    abstract void create(String path) throws IOException;

    /** Proves an identity; returns the error. */
    abstract int auth(int client, String user) throws IOException;

    /** Makes a request and calls {@link #name} with the zxid if it is a command; returns the reply's text. */
    abstract String ask(Step step, String name) throws IOException;

    /** This is how this zxid is called from now on, if it has no name yet. */
    final void name(long zxid, String name) {
        zxids.putIfAbsent(zxid, name);
    }

    /** Plays a script to the end, with sessions that begin and end with it; returns the replies. */
    final List<String> play(List<Step> steps, String prefix) throws IOException {
        zxids.clear();
        sessions.clear();
        sessions.put(0L, "-");
        for (int client = 0; client < RandomScript.CLIENTS; client++) {
            sessions.put(open(client), "session of " + client);
        }
        create(prefix);
        List<String> replies = new ArrayList<>();
        for (Step step : steps) {
            String name = "step " + replies.size();
            if (step.action() == Action.AUTH) {
                String user = RandomScript.USERS.get(new WireReader(step.body()).readInt());
                replies.add("auth " + auth(step.client(), user));
            } else {
                replies.add(ask(step, name));
            }
            if (step.op() == OpCode.CLOSE_SESSION) {
                sessions.put(open(step.client()), "session of " + name);
            }
        }
        for (int client = 0; client < RandomScript.CLIENTS; client++) {
            close(client);
        }
        return replies;
    }
}
