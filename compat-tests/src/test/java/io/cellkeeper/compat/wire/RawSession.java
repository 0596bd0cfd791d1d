package io.cellkeeper.compat.wire;

/**
 * What a connect response says.
 *
 * @param id the session's id, 0 if refused
 * @param password the session's password
 * @param timeoutMs the negotiated timeout, 0 if refused
 * @param length the length of the whole response body: 36, or 37 with the read-only byte
 */
@SuppressWarnings("ArrayRecordComponent") // compared nowhere
public record RawSession(long id, byte[] password, int timeoutMs, int length) {
    /** Nothing to come back to: asks for a new session. */
    public static final RawSession NEW = new RawSession(0, new byte[16], 0, 0);

    /** The same session with another password. */
    public RawSession withPassword(byte[] other) {
        return new RawSession(id, other, timeoutMs, length);
    }
}
