package io.cellkeeper.state;

import io.cellkeeper.protocol.AclEntry;
import io.cellkeeper.protocol.Acls;
import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.CreateMode;
import io.cellkeeper.protocol.Identity;
import io.cellkeeper.protocol.MalformedRecordException;
import io.cellkeeper.protocol.OpCode;
import io.cellkeeper.protocol.Paths;
import io.cellkeeper.protocol.Request;
import io.cellkeeper.protocol.RequestDecoder;
import io.cellkeeper.protocol.Stat;
import io.cellkeeper.state.tree.TreeAudit;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The rules once more, as plainly as they can be said: a sorted map of paths, copied whole before each multi. Slow, and
 * written without a look at the state machine.
 */
final class NaiveModel {
    private static final class Znode implements Cloneable {
        @Nullable
        ByteRange data = ByteRange.EMPTY;

        List<AclEntry> acl = Acls.OPEN_ALL;
        long czxid;
        long mzxid;
        long pzxid;
        long ctime;
        long mtime;
        int version;
        int aversion;
        long owner;
        long creations;

        Znode copy() {
            try {
                return (Znode) clone();
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }
    }

    /** The operation is refused with this code. */
    private static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;
        final int code;

        Refused(int code) {
            this.code = code;
        }
    }

    final Map<Long, List<Identity>> identities = new HashMap<>();
    final List<Change> changes = new ArrayList<>();
    boolean enforcesQuota;
    long zxid;
    long time;
    private TreeMap<String, Znode> nodes = new TreeMap<>();
    private final ReplyText text = ReplyText.plain();

    NaiveModel() {
        for (String path : List.of("/", "/zookeeper", "/zookeeper/quota", "/zookeeper/config")) {
            nodes.put(path, new Znode());
        }
        node("/zookeeper/config").acl = Acls.OPEN_READ;
        node("/zookeeper/config").version = -1;
    }

    Map<String, TreeAudit.Seen> nodes() {
        Map<String, TreeAudit.Seen> seen = new TreeMap<>();
        nodes.forEach((path, node) -> {
            String data =
                    node.data == null ? "null" : "=" + new String(node.data.toArray(), StandardCharsets.ISO_8859_1);
            seen.put(path, new TreeAudit.Seen(data, stat(path, length(node.data)), node.acl));
        });
        return seen;
    }

    /** The reply to an operation that is a command. */
    String command(long session, OpCode op, ByteRange body) {
        TreeMap<String, Znode> before = new TreeMap<>();
        nodes.forEach((path, node) -> before.put(path, node.copy()));
        int done = 0;
        Request request;
        try {
            request = RequestDecoder.decode(op, body);
        } catch (MalformedRecordException e) {
            return "error -5";
        }
        try {
            if (!(request instanceof Request.Multi multi)) {
                return one(session, request);
            }
            StringBuilder results = new StringBuilder();
            for (Request part : multi.operations()) {
                results.append('[').append(type(part)).append(" 0 ");
                results.append(part instanceof Request.Check check ? check(session, check) : one(session, asIs(part)));
                results.append(']');
                done++;
            }
            return results + "[-1 done -1]";
        } catch (Refused e) {
            nodes = before;
            changes.clear();
            return request instanceof Request.Multi multi
                    ? failures(done, multi.operations().size(), e.code)
                    : "error " + e.code;
        }
    }

    /** The session and its ephemerals are gone. */
    void end(long session) {
        identities.remove(session);
        for (String path : List.copyOf(nodes.keySet())) {
            if (node(path).owner == session) {
                remove(path);
            }
        }
    }

    String read(long session, OpCode op, ByteRange body) {
        try {
            return read(session, RequestDecoder.decode(op, body));
        } catch (MalformedRecordException e) {
            return "error -5";
        } catch (Refused e) {
            return "error " + e.code;
        }
    }

    private static String failures(int failed, int count, int code) {
        StringBuilder results = new StringBuilder();
        for (int i = 0; i < count; i++) {
            int error = i < failed ? 0 : i == failed ? code : -2;
            results.append("[-1 ").append(error).append(' ').append(error).append(']');
        }
        return results + "[-1 done -1]";
    }

    private static int type(Request part) {
        if (part instanceof Request.Create create) {
            return create.op() == OpCode.CREATE && create.flags() != 4 ? 1 : 15;
        }
        return part instanceof Request.Delete ? 2 : part instanceof Request.SetData ? 5 : 13;
    }

    private static Request asIs(Request part) {
        return part instanceof Request.Create create && create.flags() == 4 && create.op() == OpCode.CREATE
                ? new Request.Create(OpCode.CREATE2, create.path(), create.data(), create.acl(), 4, 0)
                : part;
    }

    private String one(long session, Request request) throws Refused {
        if (request instanceof Request.Create create) {
            return create(session, create);
        } else if (request instanceof Request.Delete delete) {
            return delete(session, delete);
        } else if (request instanceof Request.SetData set) {
            return setData(session, set);
        } else if (request instanceof Request.SetAcl set) {
            return setAcl(session, set);
        }
        throw new Refused(-123); // reconfig
    }

    private String create(long session, Request.Create r) throws Refused {
        refuseIf(r.flags() < 0 || r.flags() > 6, -8);
        boolean ttl = r.flags() >= 5;
        refuseIf(ttl != (r.op() == OpCode.CREATE_TTL), -8);
        refuseIf(ttl && (r.ttl() <= 0 || r.ttl() >= 1L << 40), -8);
        refuseIf(!r.path().contains("/") || r.path().contains("\0"), -8);
        List<AclEntry> acl = Acls.fixUp(r.acl(), ids(session));
        if (acl == null) {
            throw new Refused(-114);
        }
        String above = r.path().substring(0, r.path().lastIndexOf('/'));
        String parentPath = above.isEmpty() ? "/" : above;
        Znode parent = there(nodes.get(parentPath));
        refuseUnless(session, parent, AclEntry.CREATE);
        CreateMode mode = Objects.requireNonNull(CreateMode.of(r.flags()));
        String path = mode.isSequential() ? r.path() + String.format("%010d", parent.creations) : r.path();
        refuseIf(!Paths.isValid(path), -8);
        refuseIf(nodes.containsKey(path), -110);
        refuseIf(parent.owner != 0, -108);
        refuseIf(isOverQuota(path, 1, length(r.data())), -125);
        Znode node = new Znode();
        node.data = r.data();
        node.acl = acl;
        node.czxid = zxid;
        node.mzxid = zxid;
        node.pzxid = zxid;
        node.ctime = time;
        node.mtime = time;
        node.owner = mode.isEphemeral() && r.op() != OpCode.CREATE_CONTAINER ? session : 0;
        nodes.put(path, node);
        parent.creations++;
        parent.pzxid = zxid;
        changes.add(new Change(zxid, Change.Kind.CREATED, path, node.acl, parent.acl));
        return r.op() == OpCode.CREATE ? path : path + " " + text.stat(stat(path, length(node.data)));
    }

    private String delete(long session, Request.Delete r) throws Refused {
        String path = r.path();
        refuseIf(!path.contains("/") || path.contains("\0") || Paths.isSystem(path), -8);
        String above = path.substring(0, path.lastIndexOf('/'));
        Znode parent = there(nodes.get(above.isEmpty() ? "/" : above));
        refuseUnless(session, parent, AclEntry.DELETE);
        Znode node = there(nodes.get(path));
        refuseIf(r.version() != -1 && r.version() != node.version, -103);
        refuseIf(!children(path).isEmpty(), -111);
        remove(path);
        return "";
    }

    private void remove(String path) {
        Znode parent = node(Paths.parentOf(path));
        Znode node = Objects.requireNonNull(nodes.remove(path));
        parent.pzxid = zxid;
        changes.add(new Change(zxid, Change.Kind.DELETED, path, node.acl, parent.acl));
    }

    private String setData(long session, Request.SetData r) throws Refused {
        refuseIf(!Paths.isValid(r.path()), -8);
        Znode node = there(nodes.get(r.path()));
        refuseUnless(session, node, AclEntry.WRITE);
        refuseIf(isOverQuota(r.path(), 0, length(r.data()) - length(node.data)), -125);
        refuseIf(r.version() != -1 && r.version() != node.version, -103);
        node.data = r.data();
        node.version++;
        node.mzxid = zxid;
        node.mtime = time;
        changes.add(new Change(zxid, Change.Kind.DATA_CHANGED, r.path(), node.acl, null));
        return text.stat(stat(r.path()));
    }

    private String setAcl(long session, Request.SetAcl r) throws Refused {
        refuseIf(!Paths.isValid(r.path()), -8);
        List<AclEntry> acl = Acls.fixUp(r.acl(), ids(session));
        if (acl == null) {
            throw new Refused(-114);
        }
        Znode node = there(nodes.get(r.path()));
        refuseUnless(session, node, AclEntry.ADMIN);
        refuseIf(r.version() != -1 && r.version() != node.aversion, -103);
        node.acl = acl;
        node.aversion++;
        return text.stat(stat(r.path()));
    }

    private String check(long session, Request.Check r) throws Refused {
        refuseIf(!Paths.isValid(r.path()), -8);
        Znode node = there(nodes.get(r.path()));
        refuseUnless(session, node, AclEntry.READ);
        refuseIf(r.version() != -1 && r.version() != node.version, -103);
        return "";
    }

    private String read(long session, Request request) throws Refused {
        if (request instanceof Request.Exists r) {
            refuseIf(r.path().contains("\0"), -8);
            return text.stat(readable(session, r.path()));
        } else if (request instanceof Request.GetData r) {
            Stat stat = readable(session, r.path());
            return ReplyText.data(shownData(r.path())) + " " + text.stat(stat);
        } else if (request instanceof Request.GetChildren r) {
            Stat stat = readable(session, r.path());
            return list(children(r.path())) + (r.withStat() ? " " + text.stat(stat) : "");
        } else if (request instanceof Request.GetAcl r) {
            Znode node = there(nodes.get(r.path()));
            refuseUnless(session, node, AclEntry.READ | AclEntry.ADMIN);
            List<String> entries = new ArrayList<>();
            for (AclEntry entry : Acls.mask(node.acl, ids(session))) {
                entries.add(entry.perms() + ":" + entry.identity().scheme() + ":"
                        + entry.identity().id());
            }
            entries.sort(null);
            return entries + " " + text.stat(stat(r.path()));
        } else if (request instanceof Request.GetEphemerals r) {
            return list(nodes.keySet().stream()
                    .filter(path -> node(path).owner == session && path.startsWith(String.valueOf(r.prefix())))
                    .toList());
        } else if (request instanceof Request.GetAllChildrenNumber r) {
            readable(session, r.path());
            String below = r.path().equals("/") ? "/" : r.path() + "/";
            return Long.toString(nodes.keySet().stream()
                    .filter(path -> path.startsWith(below) && !path.equals("/"))
                    .count());
        } else if (request instanceof Request.Sync r) {
            return r.path().replaceAll("[^ -~]+", "?");
        } else if (request instanceof Request.MultiRead r) {
            return multiRead(session, r);
        }
        throw new AssertionError(request);
    }

    private String multiRead(long session, Request.MultiRead r) {
        StringBuilder results = new StringBuilder();
        for (Request part : r.reads()) {
            try {
                String result = read(session, part);
                results.append(part instanceof Request.GetData ? "[4 0 " : "[8 0 ")
                        .append(result)
                        .append(']');
            } catch (Refused e) {
                results.append("[-1 ").append(e.code).append(' ').append(e.code).append(']');
            }
        }
        return results + "[-1 done -1]";
    }

    private Stat readable(long session, String path) throws Refused {
        Znode node = there(nodes.get(path));
        refuseUnless(session, node, AclEntry.READ);
        return stat(path);
    }

    private static String list(List<String> strings) {
        return new TreeSet<>(strings) + "/" + strings.size();
    }

    private Stat stat(String path) {
        return stat(path, length(shownData(path)));
    }

    private Stat stat(String path, int dataLength) {
        Znode node = node(path);
        int children = children(path).size();
        return new Stat(
                node.czxid,
                node.mzxid,
                node.ctime,
                node.mtime,
                node.version,
                (int) (2 * node.creations - children),
                node.aversion,
                node.owner,
                dataLength,
                children,
                node.pzxid);
    }

    private boolean isOverQuota(String path, int nodesMore, int bytesMore) {
        String limited = path;
        while (!limited.equals("/") && !nodes.containsKey(quota(limited, "limits"))) {
            limited = Paths.parentOf(limited);
        }
        if (!enforcesQuota || limited.equals("/")) {
            return false;
        }
        String limits = new String(
                Objects.requireNonNull(node(quota(limited, "limits")).data).toArray(), StandardCharsets.UTF_8);
        if (!limits.matches("count=-1,bytes=-1=;byteHardLimit=\\d+;countHardLimit=\\d+")) {
            return false;
        }
        String[] hard = limits.replaceAll("[^0-9;]", "").split(";");
        return (nodesMore > 0 && usage(limited)[0] + nodesMore > Long.parseLong(hard[2]))
                || (bytesMore > 0 && usage(limited)[1] + bytesMore > Long.parseLong(hard[1]));
    }

    private static String quota(String path, String node) {
        return "/zookeeper/quota" + path + "/zookeeper_" + node;
    }

    private long[] usage(String path) {
        long[] usage = new long[2];
        nodes.forEach((other, node) -> {
            if (other.equals(path) || other.startsWith(path + "/")) {
                usage[0]++;
                usage[1] += length(node.data);
            }
        });
        return usage;
    }

    /** A node's data as clients see it. */
    private @Nullable ByteRange shownData(String path) {
        if (!path.startsWith("/zookeeper/quota/") || !path.endsWith("/zookeeper_stats")) {
            return node(path).data;
        }
        long[] usage = usage(path.substring("/zookeeper/quota".length(), path.lastIndexOf('/')));
        return Bodies.bytes("count=" + usage[0] + ",bytes=" + usage[1]);
    }

    private static int length(@Nullable ByteRange data) {
        return data == null ? 0 : data.length();
    }

    private List<String> children(String path) {
        return nodes.keySet().stream()
                .filter(other -> !other.equals("/") && Paths.parentOf(other).equals(path))
                .map(Paths::nameOf)
                .toList();
    }

    private Znode node(String path) {
        return Objects.requireNonNull(nodes.get(path));
    }

    private List<Identity> ids(long session) {
        return Objects.requireNonNull(identities.get(session));
    }

    private void refuseUnless(long session, Znode node, int perms) throws Refused {
        refuseIf(!Acls.permits(node.acl, perms, ids(session)), -102);
    }

    private static void refuseIf(boolean wrong, int code) throws Refused {
        if (wrong) {
            throw new Refused(code);
        }
    }

    private static Znode there(@Nullable Znode node) throws Refused {
        if (node == null) {
            throw new Refused(-101);
        }
        return node;
    }
}
