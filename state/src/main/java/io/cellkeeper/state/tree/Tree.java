package io.cellkeeper.state.tree;

import static io.cellkeeper.state.tree.NodeHash.childrenPart;
import static io.cellkeeper.state.tree.NodeHash.dataPart;

import io.cellkeeper.protocol.AclEntry;
import io.cellkeeper.protocol.Acls;
import io.cellkeeper.protocol.ByteRange;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The znodes: reached from the root, component by component, without a map of paths. Knows how to change and how to
 * take changes back, not who may. Every change keeps up the digest (I6), the counts and the references to ACLs. The
 * system nodes are there from the start (rule 6.5), with the stats ZooKeeper gives them (rule 5.4).
 *
 * <p>Nothing here recurses: trees may be deep (rule 6.10). Not thread-safe.
 */
public final class Tree {
    /** The data version of {@code /zookeeper/config}, for ever (rule 19.1). */
    public static final int CONFIG_VERSION = -1;

    private static final ByteRange NO_DATA = ByteRange.EMPTY;

    private final InnerNode root = new InnerNode();
    private final InnerNode quotas = new InnerNode();
    private final AclTable acls = new AclTable();
    private final ManagedNodes managed = new ManagedNodes();
    private final UndoLog undo = new UndoLog();
    private long digest;
    private int nodeCount;
    private int ephemeralCount;
    private long dataSize;

    public Tree() {
        root.setNameAndData(new byte[0], 0, 0, NO_DATA);
        nodeCount = 1;
        dataSize = 1;
        digest = NodeHash.of(root, NodeHash.ROOT, acls);
        addSystemNode("/zookeeper", new InnerNode(), Acls.OPEN_ALL, 0);
        addSystemNode("/zookeeper/quota", quotas, Acls.OPEN_ALL, 0);
        addSystemNode("/zookeeper/config", new Node(), Acls.OPEN_READ, CONFIG_VERSION);
    }

    /** The bytes a path is looked up by. */
    public static byte[] bytesOf(String path) {
        return path.getBytes(StandardCharsets.UTF_8);
    }

    public InnerNode root() {
        return root;
    }

    /** The node {@code /zookeeper/quota}, below which quotas are set. */
    InnerNode quotas() {
        return quotas;
    }

    public AclTable acls() {
        return acls;
    }

    /** The nodes that the cell may remove when nobody uses them. */
    public ManagedNodes managed() {
        return managed;
    }

    /** The sum of the hashes of all nodes, modulo 2⁶⁴. */
    public long digest() {
        return digest;
    }

    /** Nodes, the root among them. */
    public int nodeCount() {
        return nodeCount;
    }

    public int ephemeralCount() {
        return ephemeralCount;
    }

    /** Bytes of all paths and data. */
    public long dataSize() {
        return dataSize;
    }

    /** Finds what a path names. Any path can be looked up: a malformed one leads to no node; "" is the root (6.4). */
    public void locate(Place place, byte[] path) {
        TreeWalk.toParent(place, root, path);
        TreeWalk.toChild(place, root, path);
    }

    /** The first half of {@link #locate}: finds the parent only. */
    public void locateParent(Place place, byte[] path) {
        TreeWalk.toParent(place, root, path);
    }

    /** The second half: finds a child of the parent that was found, by a path that may have a longer name. */
    public void locateChild(Place place, byte[] path) {
        TreeWalk.toChild(place, root, path);
    }

    /**
     * Creates a node where there is none, under a parent that may have children.
     *
     * @param blank a new node of the kind wanted: {@link #leaf}, {@link OwnedNode} or {@link ManagedNode}
     */
    public void create(
            Place place,
            Node blank,
            @Nullable ByteRange data,
            List<AclEntry> acl,
            long zxid,
            long timeMs,
            long cellTimeMs) {
        Node parentBefore = Objects.requireNonNull(place.parent);
        long pzxidBefore = parentBefore.pzxid();
        blank.czxid = zxid;
        blank.mzxid = zxid;
        blank.ctimeMs = timeMs;
        blank.mtimeMs = timeMs;
        blank.setNameAndData(place.path, place.nameStart, place.path.length, data);
        if (blank instanceof InnerNode inner) {
            inner.pzxid = zxid;
        }
        if (blank instanceof ManagedNode kept) {
            kept.changedCellTimeMs = cellTimeMs;
        }
        InnerNode parent = innerParent(place);
        attach(place, parent, blank, acl, zxid, parent.creations + 1);
        if (undo.isActive()) {
            byte[] path = place.path;
            undo.add(() -> takeBackCreate(path, pzxidBefore, parentBefore));
        }
    }

    /** A new node of the usual kind. */
    public static Node leaf() {
        return new Node();
    }

    /** Deletes a node that has no children. */
    public void delete(Place place, long zxid) {
        Node node = Objects.requireNonNull(place.node);
        InnerNode parent = innerParent(place);
        if (undo.isActive()) {
            byte[] path = place.path;
            long pzxidBefore = parent.pzxid;
            List<AclEntry> acl = acls.list(node.acl);
            undo.add(() -> takeBackDelete(path, pzxidBefore, node, acl));
        }
        detach(place, parent, node, zxid, parent.creations);
    }

    /** Sets a node's data. */
    public void setData(Place place, @Nullable ByteRange data, int version, long zxid, long timeMs, long cellTimeMs) {
        Node node = Objects.requireNonNull(place.node);
        if (undo.isActive()) {
            byte[] path = place.path;
            ByteRange dataBefore = node.data();
            int versionBefore = node.version;
            long mzxidBefore = node.mzxid;
            long mtimeBefore = node.mtimeMs;
            long cellTimeBefore = node instanceof ManagedNode kept ? kept.changedCellTimeMs : 0;
            undo.add(() -> takeBackSetData(path, dataBefore, versionBefore, mzxidBefore, mtimeBefore, cellTimeBefore));
        }
        changeData(place, node, data, version, zxid, timeMs, cellTimeMs);
    }

    /** Sets a node's ACL. Not for use in a multi (rule 8.12.2): it can't be taken back. */
    public void setAcl(Place place, List<AclEntry> acl, int aversion) {
        Node node = Objects.requireNonNull(place.node);
        digest -= NodeHash.statPart(node, place.nodeHash, acls);
        int released = node.acl;
        node.acl = acls.retain(acl);
        acls.release(released);
        node.aversion = aversion;
        digest += NodeHash.statPart(node, place.nodeHash, acls);
    }

    /** From now on changes can be taken back. */
    public void begin() {
        undo.begin();
    }

    /** The changes since {@link #begin} stay. */
    public void commit() {
        undo.commit();
    }

    /** The changes since {@link #begin} never were: all is as it was, references to nodes apart. */
    public void rollback() {
        undo.rollback();
    }

    /** The path of an ephemeral. */
    public static byte[] pathOf(OwnedNode node) {
        return pathOf(node, node.parent);
    }

    /** The path of a container or a node with a time to live. */
    public static byte[] pathOf(ManagedNode node) {
        return pathOf(node, node.parent);
    }

    private static byte[] pathOf(Node node, @Nullable InnerNode parent) {
        int length = 1 + node.nameLength();
        for (InnerNode up = parent; up != null && up.parent != null; up = up.parent) {
            length += 1 + up.nameLength();
        }
        byte[] path = new byte[length];
        int end = prepend(path, length, node);
        for (InnerNode up = parent; up != null && up.parent != null; up = up.parent) {
            end = prepend(path, end, up);
        }
        return path;
    }

    private static int prepend(byte[] path, int end, Node node) {
        int start = end - node.nameLength();
        System.arraycopy(node.bytes(), 0, path, start, node.nameLength());
        path[start - 1] = '/';
        return start - 1;
    }

    private void addSystemNode(String path, Node node, List<AclEntry> acl, int version) {
        Place place = new Place();
        locate(place, bytesOf(path));
        node.setNameAndData(place.path, place.nameStart, place.path.length, NO_DATA);
        node.version = version;
        attach(place, innerParent(place), node, acl, 0, 0);
    }

    /** The parent as one that can have children: a leaf is replaced. */
    private InnerNode innerParent(Place place) {
        if (place.parent instanceof InnerNode inner) {
            return inner;
        }
        Node leaf = Objects.requireNonNull(place.parent);
        InnerNode inner = new InnerNode(leaf, place.grandparent);
        Objects.requireNonNull(place.grandparent).children.replace(place.parentNameHash, leaf, inner);
        place.parent = inner;
        return inner;
    }

    /** Puts a node in; the parent's pzxid and creations become these. */
    private void attach(Place place, InnerNode parent, Node node, List<AclEntry> acl, long pzxid, long creations) {
        digest -= childrenPart(parent, place.parentHash);
        parent.children.add(place.nameHash, node);
        parent.pzxid = pzxid;
        parent.creations = creations;
        digest += childrenPart(parent, place.parentHash);
        countBelow(parent, 1, node.dataLength());
        node.acl = acls.retain(acl);
        if (node instanceof OwnedNode owned) {
            owned.parent = parent;
            owned.owner.add(owned);
            ephemeralCount++;
        } else if (node instanceof InnerNode inner) {
            inner.parent = parent;
        }
        if (node instanceof ManagedNode kept) {
            managed.add(kept);
        }
        place.node = node;
        digest += NodeHash.of(node, place.nodeHash, acls);
        nodeCount++;
        dataSize += place.path.length + node.dataLength();
    }

    /** Takes a node out; the parent's pzxid and creations become these. */
    private void detach(Place place, InnerNode parent, Node node, long pzxid, long creations) {
        nodeCount--;
        dataSize -= place.path.length + node.dataLength();
        digest -= NodeHash.of(node, place.nodeHash, acls);
        place.node = null;
        if (node instanceof OwnedNode owned) {
            owned.owner.remove(owned);
            ephemeralCount--;
        } else if (node instanceof ManagedNode kept) {
            managed.remove(kept);
        }
        acls.release(node.acl);
        countBelow(parent, -1, -node.dataLength());
        digest -= childrenPart(parent, place.parentHash);
        parent.children.remove(place.nameHash, node);
        parent.pzxid = pzxid;
        parent.creations = creations;
        digest += childrenPart(parent, place.parentHash);
    }

    private void changeData(
            Place place, Node node, @Nullable ByteRange data, int version, long mzxid, long mtimeMs, long cellTimeMs) {
        digest -= NodeHash.statPart(node, place.nodeHash, acls) + dataPart(node, place.nodeHash);
        int lengthBefore = node.dataLength();
        node.setData(data);
        node.version = version;
        node.mzxid = mzxid;
        node.mtimeMs = mtimeMs;
        if (node instanceof ManagedNode kept) {
            kept.changedCellTimeMs = cellTimeMs;
        }
        int grown = node.dataLength() - lengthBefore;
        dataSize += grown;
        if (grown != 0 && node != root && place.parent instanceof InnerNode parent) {
            countBelow(parent, 0, grown);
        }
        digest += NodeHash.statPart(node, place.nodeHash, acls) + dataPart(node, place.nodeHash);
    }

    private void takeBackCreate(byte[] path, long parentPzxid, Node parentBefore) {
        Place place = new Place();
        locate(place, path);
        InnerNode parent = innerParent(place);
        detach(place, parent, Objects.requireNonNull(place.node), parentPzxid, parent.creations - 1);
        if (parentBefore != parent) {
            // It had been a leaf, and that is what the steps before this one know.
            parentBefore.acl = parent.acl;
            Objects.requireNonNull(place.grandparent).children.replace(place.parentNameHash, parent, parentBefore);
        }
    }

    private void takeBackDelete(byte[] path, long parentPzxid, Node node, List<AclEntry> acl) {
        Place place = new Place();
        locate(place, path);
        InnerNode parent = innerParent(place);
        attach(place, parent, node, acl, parentPzxid, parent.creations);
    }

    private void takeBackSetData(
            byte[] path, @Nullable ByteRange data, int version, long mzxid, long mtimeMs, long cellTimeMs) {
        Place place = new Place();
        locate(place, path);
        changeData(place, Objects.requireNonNull(place.node), data, version, mzxid, mtimeMs, cellTimeMs);
    }

    /** A node without children came or went, or its data has grown: its ancestors count what is below them. */
    private static void countBelow(InnerNode from, int nodes, int bytes) {
        for (InnerNode up = from; up != null; up = up.parent) {
            up.descendants += nodes;
            up.dataBelow += bytes;
        }
    }
}
