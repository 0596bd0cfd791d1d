package io.cellkeeper.testkit.sim;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.WireWriter;
import io.cellkeeper.proxy.ClientConnection;
import io.cellkeeper.proxy.ClientOut;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** A client's socket at its proxy: bytes out, whole frames in. */
final class SimClientSocket implements ClientOut, SimConnection.End {
    private final SimReplica replica;
    private final SimConnection.Side side;
    private final WireWriter gathered = new WireWriter(256);
    private @Nullable ClientConnection connection;
    /** The session that the client has, or had, on a connection; 0 for none. */
    private final ToLongFunction<SimConnection> sessions;

    private final LeaseCheck leases;
    /** The client's session, as far as it knew it on this connection. */
    private long session;

    private boolean closing;

    SimClientSocket(
            SimReplica replica,
            SimConnection.Side side,
            long session,
            ToLongFunction<SimConnection> sessions,
            LeaseCheck leases) {
        this.replica = replica;
        this.sessions = sessions;
        this.session = session;
        this.leases = leases;
        this.side = side;
        side.attach(this);
    }

    void attach(ClientConnection accepted) {
        connection = accepted;
    }

    /** Lets go what was written in this pass; false if the socket is gone. */
    boolean flush() {
        if (gathered.length() > 0) {
            side.send(gathered.takeRange());
        }
        if (closing) {
            side.close();
        }
        return !side.isDown();
    }

    @Override
    public boolean isWritable() {
        return true;
    }

    @Override
    public void write(byte[] array, int offset, int length) {
        gathered.writeBytes(array, offset, length);
    }

    @Override
    public void setReading(boolean reading) {
        // Clients of the simulation never have a window's worth of requests under way.
    }

    @Override
    public void closeAfterFlush() {
        closing = true;
    }

    @Override
    public void reset() {
        gathered.reset();
        side.reset();
    }

    @Override
    public void received(Object frame) {
        if (connection != null) {
            heard();
            replica.proxy().frame(connection, (ByteRange) frame, replica.now());
            replica.passNeeded();
        }
    }

    private void heard() {
        long known = sessions.applyAsLong(side.connection());
        if (known != 0) {
            session = known;
        }
        if (session != 0) {
            leases.heard(session);
        }
    }

    @Override
    public void lost() {
        if (connection != null) {
            replica.proxy().disconnected(connection);
            replica.passNeeded();
        }
    }
}
