package io.cellkeeper.server.leader;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.state.batch.Command;
import io.cellkeeper.state.batch.CommandKind;

/**
 * Ends sessions whose lease has ended: by one command each that names the generation seen, and by nothing else
 * (design: sessions). Commands are applied in the order proposed, so two counts say which have an outcome.
 */
final class Expiries {
    private final Leases leases;
    private final BatchFormer former;
    private long proposed;
    private long settled;
    private long expired;

    Expiries(Leases leases, BatchFormer former) {
        this.leases = leases;
        this.former = former;
    }

    /** Proposes the end of what has ended; after the pass's input was handled (I8). */
    void endOfPass(long now) {
        leases.due(now, this::expire);
    }

    /** An expire command was applied: its session is gone, or has been opened elsewhere since and lives. */
    void applied(long session, int generation, boolean ended) {
        settled++;
        if (ended) {
            expired++;
        } else {
            SessionSlot slot = leases.get(session);
            if (slot != null && slot.expiring == generation) {
                slot.expiring = 0;
            }
        }
    }

    /** Expire commands formed in this reign. */
    long proposed() {
        return proposed;
    }

    /** Those of them that were applied. */
    long settled() {
        return settled;
    }

    /** Sessions that have expired in this reign. */
    long expired() {
        return expired;
    }

    private void expire(SessionSlot slot) {
        slot.expiring = generationSeen(slot);
        proposed++;
        former.add(Command.unnumbered(CommandKind.EXPIRE, slot.id, slot.expiring, ByteRange.EMPTY));
    }

    /** †: apply refuses it if the session has been opened elsewhere since. */
    private static int generationSeen(SessionSlot slot) {
        return slot.generation;
    }
}
