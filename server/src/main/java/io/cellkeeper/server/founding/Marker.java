package io.cellkeeper.server.founding;

import java.util.UUID;

/**
 * What a data directory belongs to. It lies outside Ratis' storage, since that can't tell a wiped disk from a new one.
 *
 * @param cell the cell's id, also its Raft group
 * @param myid the server's number
 * @param incarnation 1 at founding; each time a server whose disk was lost joins again it gets another
 * @param phase {@link Phase#FOUNDING} or {@link Phase#FOUNDED}
 */
public record Marker(UUID cell, int myid, long incarnation, Phase phase) {
    public Marker {
        if (phase == Phase.EMPTY || incarnation < 1 || myid < 0) {
            throw new IllegalArgumentException(
                    "no marker can say " + phase + ", server " + myid + ", incarnation " + incarnation);
        }
    }

    /** The server's name in Raft. */
    public String raftId() {
        return raftId(myid, incarnation);
    }

    /** The name in Raft of a server in one of its incarnations. */
    public static String raftId(int myid, long incarnation) {
        return myid + "-" + incarnation;
    }
}
