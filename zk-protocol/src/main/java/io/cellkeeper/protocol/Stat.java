package io.cellkeeper.protocol;

/**
 * What clients see of a node beside its data (rules 5.3 to 5.8).
 *
 * @param czxid the zxid of the node's creation: its create index and fencing token
 * @param mzxid the zxid of the last change of its data
 * @param ctime milliseconds since 1970 of its creation
 * @param mtime milliseconds since 1970 of the last change of its data
 * @param version number of changes of its data
 * @param cversion number of creations and deletions of children, low 32 bits
 * @param aversion number of changes of its ACL
 * @param ephemeralOwner the owning session, 0 for every other kind of node
 * @param dataLength bytes of data
 * @param numChildren direct children
 * @param pzxid the zxid of the last creation or deletion of a child
 */
public record Stat(
        long czxid,
        long mzxid,
        long ctime,
        long mtime,
        int version,
        int cversion,
        int aversion,
        long ephemeralOwner,
        int dataLength,
        int numChildren,
        long pzxid) {
    /** Bytes on the wire. */
    public static final int LENGTH = 68;
}
