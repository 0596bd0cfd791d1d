package io.cellkeeper.state.tree;

import io.cellkeeper.state.digest.Hash64;

/**
 * What a node adds to the digest (I6): three independent parts, each bound to the hash of the path, so that a change of
 * the children or the stat of a node does not cost a pass over its data.
 */
final class NodeHash {
    /** The hash of the root's path; a child's is made of its parent's and of its name's. */
    static final long ROOT = 0x726f6f74L;

    private static final long STAT = 1;
    private static final long DATA = 2;
    private static final long CHILDREN = 3;

    private NodeHash() {}

    /** All parts. */
    static long of(Node node, long pathHash, AclTable acls) {
        return statPart(node, pathHash, acls) + dataPart(node, pathHash) + childrenPart(node, pathHash);
    }

    /** The hash of a name: its upper half is the one for the table of children. */
    static long name(byte[] path, int from, int to) {
        return Hash64.finish(Hash64.bytes(0, path, from, to - from));
    }

    /** The stat without what children change, the ACL, the owner, and what kind of node it is. */
    static long statPart(Node node, long pathHash, AclTable acls) {
        long hash = Hash64.step(pathHash, STAT);
        hash = Hash64.step(hash, node.czxid);
        hash = Hash64.step(hash, node.mzxid);
        hash = Hash64.step(hash, node.ctimeMs);
        hash = Hash64.step(hash, node.mtimeMs);
        hash = Hash64.step(hash, ((long) node.version << 32) | (node.aversion & 0xffffffffL));
        hash = Hash64.step(hash, acls.hash(node.acl));
        hash = Hash64.step(hash, node.ephemeralOwner());
        hash = Hash64.step(hash, node.removalHash());
        return Hash64.finish(hash);
    }

    /** The data; null differs from empty. */
    static long dataPart(Node node, long pathHash) {
        long hash = Hash64.step(pathHash, node.isDataNull() ? -DATA : DATA);
        return Hash64.finish(Hash64.bytes(hash, node.bytes(), node.nameLength(), node.dataLength()));
    }

    /** What creating and deleting children changes. */
    static long childrenPart(Node node, long pathHash) {
        long hash = Hash64.step(pathHash, CHILDREN);
        hash = Hash64.step(hash, node.pzxid());
        hash = Hash64.step(hash, node.creations());
        hash = Hash64.step(hash, node.numChildren());
        return Hash64.finish(hash);
    }
}
