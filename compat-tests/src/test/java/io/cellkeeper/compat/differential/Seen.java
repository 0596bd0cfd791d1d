package io.cellkeeper.compat.differential;

import io.cellkeeper.compat.wire.Frame;
import org.jspecify.annotations.Nullable;

/**
 * What a client saw.
 *
 * @param step the place in the sequence of the step after which it was seen
 * @param client which client
 * @param part the request that the frame answers; null for an event or a note
 * @param xid the request's xid
 * @param frame what came; null for a note
 * @param note what happened, if no frame came
 * @param session the id of a session that was confirmed, else 0
 */
record Seen(
        int step,
        int client,
        Step.@Nullable Part part,
        int xid,
        @Nullable Frame frame,
        String note,
        long session) {
    private static final String SILENCE = "silence";

    static Seen reply(int step, int client, Step.Part part, int xid, Frame frame) {
        return new Seen(step, client, part, xid, frame, "", 0);
    }

    static Seen event(int step, int client, Frame frame) {
        return new Seen(step, client, null, 0, frame, "", 0);
    }

    static Seen note(int step, int client, String note) {
        return new Seen(step, client, null, 0, null, note, 0);
    }

    static Seen connected(int step, int client, String note, long session) {
        return new Seen(step, client, null, 0, null, note, session);
    }

    /** The server neither answered nor closed the connection. */
    static Seen silence(int step, int client) {
        return note(step, client, SILENCE);
    }

    boolean isSilence() {
        return note.equals(SILENCE);
    }
}
