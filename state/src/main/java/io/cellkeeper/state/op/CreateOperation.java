package io.cellkeeper.state.op;

import io.cellkeeper.protocol.AclEntry;
import io.cellkeeper.protocol.Acls;
import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.CreateMode;
import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.protocol.MultiResult;
import io.cellkeeper.protocol.OpCode;
import io.cellkeeper.protocol.Paths;
import io.cellkeeper.protocol.Request;
import io.cellkeeper.state.Change;
import io.cellkeeper.state.batch.BatchSettings;
import io.cellkeeper.state.tree.AclTable;
import io.cellkeeper.state.tree.ManagedNode;
import io.cellkeeper.state.tree.Node;
import io.cellkeeper.state.tree.OwnedNode;
import io.cellkeeper.state.tree.Tree;
import java.util.List;
import java.util.Objects;

/** create, create2, createContainer, createTTL: the checks in the order of rule 8.1.2. */
final class CreateOperation {
    private static final long MAX_TTL_MS = (1L << 40) - 1;
    private static final int SUFFIX_DIGITS = 10;

    private CreateOperation() {}

    static MultiResult apply(Request.Create request, Context context) {
        CreateMode mode = CreateMode.of(request.flags());
        if (mode == null) {
            return Failures.of(ErrorCode.BAD_ARGUMENTS);
        }
        if (mode.hasTtl() && !context.isSet(BatchSettings.EXTENDED_TYPES)) {
            return Failures.of(ErrorCode.UNIMPLEMENTED);
        }
        if (!isTtlRight(request, mode) || !Paths.hasParent(request.path())) {
            return Failures.of(ErrorCode.BAD_ARGUMENTS);
        }
        List<AclEntry> acl = Acls.fixUp(request.acl(), context.identities());
        if (acl == null) {
            return Failures.of(ErrorCode.INVALID_ACL);
        }
        Tree tree = context.tree;
        byte[] path = Tree.bytesOf(request.path());
        tree.locateParent(context.place, path);
        Node parent = context.place.parent();
        if (parent == null) {
            return Failures.of(ErrorCode.NO_NODE);
        }
        if (!context.permits(parent.acl(), AclEntry.CREATE)) {
            return Failures.of(ErrorCode.NO_AUTH);
        }
        String fullPath = request.path();
        if (mode.isSequential()) {
            fullPath += suffix(parent.creations());
            path = Tree.bytesOf(fullPath);
        }
        if (!Paths.isValid(fullPath)) {
            return Failures.of(ErrorCode.BAD_ARGUMENTS);
        }
        tree.locateChild(context.place, path);
        if (context.place.node() != null) {
            return Failures.of(ErrorCode.NODE_EXISTS);
        }
        if (parent.ephemeralOwner() != 0) {
            return Failures.of(ErrorCode.NO_CHILDREN_FOR_EPHEMERALS);
        }
        ByteRange data = request.data();
        if (Quotas.refuse(path, 1, data == null ? 0 : data.length(), context)) {
            return Failures.of(ErrorCode.QUOTA_EXCEEDED);
        }
        return create(request, mode, fullPath, acl, context);
    }

    private static MultiResult create(
            Request.Create request, CreateMode mode, String path, List<AclEntry> acl, Context context) {
        Tree tree = context.tree;
        Node node = blank(request, mode, context);
        tree.create(context.place, node, request.data(), acl, context.zxid(), context.timeMs, context.cellTimeMs);
        AclTable acls = tree.acls();
        int parentAcl = Objects.requireNonNull(context.place.parent()).acl();
        context.changes.add(
                new Change(context.zxid(), Change.Kind.CREATED, path, acls.list(node.acl()), acls.list(parentAcl)));
        return request.op() == OpCode.CREATE
                ? new MultiResult.Created(path)
                : new MultiResult.CreatedWithStat(path, node.stat());
    }

    /** createContainer makes a container whatever its flag; the others by the flag (rule 8.1.4). */
    private static Node blank(Request.Create request, CreateMode mode, Context context) {
        if (request.op() == OpCode.CREATE_CONTAINER || mode == CreateMode.CONTAINER) {
            return new ManagedNode(ManagedNode.CONTAINER);
        }
        if (mode.hasTtl()) {
            return new ManagedNode(request.ttl());
        }
        return mode.isEphemeral() ? new OwnedNode(context.session().ephemerals()) : Tree.leaf();
    }

    /** Flag and time to live are judged against each other in both directions (rule 8.1.3). */
    private static boolean isTtlRight(Request.Create request, CreateMode mode) {
        boolean carriesTtl = request.op() == OpCode.CREATE_TTL;
        if (carriesTtl != mode.hasTtl()) {
            return false;
        }
        return !carriesTtl || (request.ttl() >= 1 && request.ttl() <= MAX_TTL_MS);
    }

    /** At least ten digits, never negative (rules 8.1.10 and 8.1.12). */
    private static String suffix(long number) {
        String digits = Long.toString(number);
        return digits.length() >= SUFFIX_DIGITS ? digits : "0".repeat(SUFFIX_DIGITS - digits.length()) + digits;
    }
}
