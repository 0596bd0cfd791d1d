package io.cellkeeper.state.batch;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.Identity;
import io.cellkeeper.protocol.MalformedRecordException;
import io.cellkeeper.protocol.WireReader;
import io.cellkeeper.protocol.WireWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * The body of a command that opens or moves a session.
 *
 * @param timeoutMs the negotiated session timeout, in milliseconds, already clamped by the leader
 * @param password 16 bytes: the new session's, or the one the client showed (already found right by the leader, and
 *     judged again at apply)
 * @param identities those of the new connection
 */
public record SessionBody(int timeoutMs, ByteRange password, List<Identity> identities) {
    public static final int PASSWORD_LENGTH = 16;

    /** Writes this body. */
    public void write(WireWriter out) {
        out.writeInt(timeoutMs).writeBuffer(password);
        writeIdentities(out, identities);
    }

    /**
     * Reads a body.
     *
     * @throws MalformedRecordException if the bytes are no such body
     */
    public static SessionBody read(WireReader in) {
        int timeoutMs = in.readInt();
        ByteRange password = in.readBuffer();
        if (password == null || password.length() != PASSWORD_LENGTH) {
            throw new MalformedRecordException("a session's password has " + PASSWORD_LENGTH + " bytes");
        }
        return new SessionBody(timeoutMs, password, readIdentities(in));
    }

    /** Writes a count and (scheme, id) pairs: also the body of {@link CommandKind#ADD_AUTH}. */
    public static void writeIdentities(WireWriter out, List<Identity> identities) {
        out.writeInt(identities.size());
        for (Identity identity : identities) {
            out.writeString(identity.scheme()).writeString(identity.id());
        }
    }

    /** Reads what {@link #writeIdentities} wrote. */
    public static List<Identity> readIdentities(WireReader in) {
        int count = in.readCount();
        List<Identity> identities = new ArrayList<>(Math.max(0, Math.min(count, in.remaining() / 8)));
        for (int i = 0; i < count; i++) {
            identities.add(new Identity(in.readString(), in.readString()));
        }
        return List.copyOf(identities);
    }
}
