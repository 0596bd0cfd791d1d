package io.cellkeeper.state.op;

import io.cellkeeper.protocol.AclEntry;
import io.cellkeeper.protocol.Acls;
import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.protocol.MalformedRecordException;
import io.cellkeeper.protocol.OpCode;
import io.cellkeeper.protocol.Paths;
import io.cellkeeper.protocol.Replies;
import io.cellkeeper.protocol.Request;
import io.cellkeeper.protocol.RequestDecoder;
import io.cellkeeper.protocol.Stat;
import io.cellkeeper.protocol.WireWriter;
import io.cellkeeper.state.ReadAnswer;
import io.cellkeeper.state.batch.BatchSettings;
import io.cellkeeper.state.session.Session;
import io.cellkeeper.state.tree.Ephemerals;
import io.cellkeeper.state.tree.InnerNode;
import io.cellkeeper.state.tree.Node;
import io.cellkeeper.state.tree.Tree;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Answers the operations that change nothing, with the identities of the session that the context names. */
public final class Reads {
    private static final int PERSISTENT = 0;
    private static final int PERSISTENT_RECURSIVE = 1;

    private Reads() {}

    /** Answers a read; never throws, whatever the bytes are. */
    public static ReadAnswer answer(OpCode op, ByteRange body, Context context) {
        if (op.route() != OpCode.Route.READ) {
            return ReadAnswer.failed(ErrorCode.UNIMPLEMENTED);
        }
        Request request;
        try {
            request = RequestDecoder.decode(op, body);
        } catch (MalformedRecordException e) {
            return ReadAnswer.failed(ErrorCode.MARSHALLING_ERROR);
        }
        if (request instanceof Request.Exists exists) {
            return exists(exists, context);
        } else if (request instanceof Request.GetData getData) {
            return getData(getData, context);
        } else if (request instanceof Request.GetChildren getChildren) {
            return getChildren(getChildren, context);
        } else if (request instanceof Request.GetAcl getAcl) {
            return getAcl(getAcl, context);
        } else if (request instanceof Request.Sync sync) {
            return ok(Replies.path(sync.path()));
        } else if (request instanceof Request.MultiRead multiRead) {
            ByteRange answers = MultiRead.answer(multiRead, context);
            return answers == null ? ReadAnswer.failed(ErrorCode.MARSHALLING_ERROR) : ok(answers);
        } else if (request instanceof Request.GetEphemerals getEphemerals) {
            return getEphemerals(getEphemerals, context);
        } else if (request instanceof Request.GetAllChildrenNumber number) {
            return getAllChildrenNumber(number, context);
        } else if (request instanceof Request.AddWatch addWatch) {
            return addWatch(addWatch);
        } else if (request instanceof Request.SetWatches setWatches) {
            return ok(WatchCatchUp.answer(setWatches, context));
        }
        throw new AssertionError(request);
    }

    /** The error of a read of a node's data or children: OK, NO_NODE or NO_AUTH; leaves the node in the place. */
    static ErrorCode find(String path, Context context) {
        context.tree.locate(context.place, Tree.bytesOf(path));
        Node node = context.place.node();
        if (node == null) {
            return ErrorCode.NO_NODE;
        }
        return context.permits(node.acl(), AclEntry.READ) ? ErrorCode.OK : ErrorCode.NO_AUTH;
    }

    /** Writes the data and stat of the node found. */
    static void writeDataAndStat(String path, Context context, WireWriter out) {
        Node node = found(context);
        if (QuotaStats.isShownAt(path)) {
            byte[] text = QuotaStats.text(path, context);
            out.writeInt(text.length).writeBytes(text, 0, text.length).writeStat(QuotaStats.stat(node, text));
        } else {
            node.writeData(out);
            out.writeStat(node.stat());
        }
    }

    private static Stat stat(String path, Context context) {
        return QuotaStats.stat(path, found(context), context);
    }

    /** Writes the names of a node's children, in no order (rule 6.11). */
    static void writeChildren(Node node, WireWriter out) {
        out.writeInt(node.numChildren());
        if (node instanceof InnerNode inner) {
            inner.children().forEach(child -> child.writeName(out));
        }
    }

    private static ReadAnswer exists(Request.Exists request, Context context) {
        if (Paths.hasNul(request.path())) {
            return ReadAnswer.failed(ErrorCode.BAD_ARGUMENTS);
        }
        ErrorCode error = find(request.path(), context);
        return error == ErrorCode.OK ? ok(Replies.stat(stat(request.path(), context))) : ReadAnswer.failed(error);
    }

    private static ReadAnswer getData(Request.GetData request, Context context) {
        ErrorCode error = find(request.path(), context);
        if (error != ErrorCode.OK) {
            return ReadAnswer.failed(error);
        }
        Node node = found(context);
        WireWriter out = new WireWriter(4 + node.dataLength() + Stat.LENGTH);
        writeDataAndStat(request.path(), context, out);
        return ok(out.takeRange());
    }

    private static ReadAnswer getChildren(Request.GetChildren request, Context context) {
        ErrorCode error = find(request.path(), context);
        if (error != ErrorCode.OK) {
            return ReadAnswer.failed(error);
        }
        Node node = found(context);
        WireWriter out = new WireWriter(64 + 16 * Math.min(node.numChildren(), 1 << 20));
        writeChildren(node, out);
        if (request.withStat()) {
            out.writeStat(stat(request.path(), context));
        }
        return ok(out.toRange());
    }

    /** READ or ADMIN suffices; who lacks ADMIN sees no hash (rule 8.6.1). */
    private static ReadAnswer getAcl(Request.GetAcl request, Context context) {
        context.tree.locate(context.place, Tree.bytesOf(request.path()));
        Node node = context.place.node();
        if (node == null) {
            return ReadAnswer.failed(ErrorCode.NO_NODE);
        }
        if (!context.permits(node.acl(), AclEntry.READ | AclEntry.ADMIN)) {
            return ReadAnswer.failed(ErrorCode.NO_AUTH);
        }
        List<AclEntry> acl = context.tree.acls().list(node.acl());
        boolean whole = context.isSet(BatchSettings.SKIP_ACL);
        return ok(
                Replies.aclAndStat(whole ? acl : Acls.mask(acl, context.identities()), stat(request.path(), context)));
    }

    /** Only the session's own, by plain prefix; no ACL is asked (rule 8.14.1). */
    private static ReadAnswer getEphemerals(Request.GetEphemerals request, Context context) {
        Session session = context.session();
        String prefix = request.prefix() == null || request.prefix().isBlank() ? "/" : request.prefix();
        Ephemerals ephemerals = session.ephemerals();
        List<String> paths = new ArrayList<>(ephemerals.size());
        for (int i = 0; i < ephemerals.size(); i++) {
            String path = new String(Tree.pathOf(ephemerals.get(i)), StandardCharsets.UTF_8);
            if (path.startsWith(prefix)) {
                paths.add(path);
            }
        }
        return ok(Replies.strings(paths));
    }

    private static ReadAnswer getAllChildrenNumber(Request.GetAllChildrenNumber request, Context context) {
        ErrorCode error = find(request.path(), context);
        return error == ErrorCode.OK ? ok(Replies.integer(found(context).descendants())) : ReadAnswer.failed(error);
    }

    /** Asks neither for the node nor for its ACL (rule 10.2): registering is the proxy's. */
    private static ReadAnswer addWatch(Request.AddWatch request) {
        return request.mode() == PERSISTENT || request.mode() == PERSISTENT_RECURSIVE
                ? ok(Replies.ADD_WATCH)
                : ReadAnswer.failed(ErrorCode.MARSHALLING_ERROR);
    }

    static Node found(Context context) {
        Node node = context.place.node();
        if (node == null) {
            throw new IllegalStateException("no node");
        }
        return node;
    }

    private static ReadAnswer ok(ByteRange body) {
        return new ReadAnswer(ErrorCode.OK, body);
    }
}
