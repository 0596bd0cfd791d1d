package io.cellkeeper.testkit.sim;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.WireReader;
import io.cellkeeper.state.batch.Command;
import io.cellkeeper.state.batch.CommandKind;
import io.cellkeeper.state.batch.SessionBody;
import io.cellkeeper.testkit.time.Dice;
import io.cellkeeper.testkit.time.DriftingClock;
import io.cellkeeper.testkit.truth.SessionLedger;
import io.cellkeeper.testkit.truth.Violation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A client that has no right to what it asks for: it has seen a zxid that this cell has not reached (rule 2.4), or asks for
 * a session that is not its own, or not there (rule 2.11). It gets none, and nothing is proposed for it.
 */
final class Stranger extends SimProcess {
    /** What it asks for, and nobody else: so a command that it has caused is known in the log. */
    private static final int TIMEOUT_MS = 3_999;

    private static final long FAR_AHEAD = 1L << 52;

    private final Cell cell;
    private final Dice dice;

    Stranger(int id, Cell cell, DriftingClock clock, Dice dice) {
        super(id, "stranger", cell.agenda(), clock);
        this.cell = cell;
        this.dice = dice;
    }

    /** Tries once. */
    void come(SimReplica to) {
        cell.coverage().count(Coverage.Kind.STRANGER);
        if (dice.perMille(500)) {
            attempt(to, cell.truth().zxid() + FAR_AHEAD, 0, 0, true);
        } else {
            attempt(to, 0, session(), 7, false);
        }
    }

    /** A command is applied, or refused. */
    void applied(Command command) {
        boolean opens = command.kind() == CommandKind.CREATE_SESSION || command.kind() == CommandKind.ATTACH;
        if (opens && SessionBody.read(new WireReader(command.body())).timeoutMs() == TIMEOUT_MS) {
            throw new Violation("stranger", "proposed for a client that has no right to a session: " + command);
        }
    }

    /** Someone's, or nobody's. */
    private long session() {
        List<SessionLedger.Entry> live = new ArrayList<>(cell.truth().sessions().live());
        return live.isEmpty() || dice.perMille(300)
                ? dice.nextLong() | 1
                : dice.oneOf(live).id();
    }

    private void attempt(SimReplica to, long zxid, long session, int fill, boolean fromFuture) {
        cell.trace().say(name, () -> "asks " + to.name + " for session 0x" + Long.toHexString(session));
        byte[] password = new byte[SessionBody.PASSWORD_LENGTH];
        Arrays.fill(password, (byte) fill);
        SimConnection.Side side = cell.connectClient(this, 0, connection -> 0L, to.id);
        FrameSplitter frames = new FrameSplitter();
        side.attach(new SimConnection.End() {
            @Override
            public void received(Object bytes) {
                for (ByteRange frame : frames.take((ByteRange) bytes)) {
                    answered(frame, fromFuture);
                }
            }

            @Override
            public void lost() {
                // As it should be.
            }
        });
        side.send(ClientWire.connect(zxid, TIMEOUT_MS, session, ByteRange.of(password)));
        later(10_000_000_000L, side::close);
    }

    private static void answered(ByteRange frame, boolean fromFuture) {
        WireReader in = new WireReader(frame);
        in.readInt();
        int timeoutMs = in.readInt();
        if (fromFuture || timeoutMs > 0) {
            throw new Violation("stranger", "a client that has no right to a session got an answer: " + timeoutMs);
        }
    }
}
