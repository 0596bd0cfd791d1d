package io.cellkeeper.compat.mutation;

import java.util.List;
import java.util.stream.Stream;

/** The rules of the specification that are broken one by one, by their numbers there, and how. */
final class Mutations {
    private static final String CREATE = "state.op.CreateOperation";
    private static final String DELETE = "state.op.DeleteOperation";
    private static final String SET_DATA = "state.op.SetDataOperation";
    private static final String SET_ACL = "state.op.SetAclOperation";
    private static final String CHECK = "state.op.CheckOperation";
    private static final String MULTI = "state.op.MultiOperation";
    private static final String READS = "state.op.Reads";
    private static final String CATCH_UP = "state.op.WatchCatchUp";
    private static final String TREE = "state.tree.Tree";
    private static final String NODE = "state.tree.Node";
    private static final String SESSIONS = "state.session.Sessions";
    private static final String PATHS = "protocol.Paths";
    private static final String ACLS = "protocol.Acls";
    private static final String SCHEMES = "protocol.AclSchemes";
    private static final String REPLIES = "protocol.Replies";
    private static final String WATCHES = "proxy.WatchTable";
    private static final String REGISTRATION = "proxy.WatchRegistration";
    private static final String REMOVAL = "proxy.WatchRemoval";
    private static final String INTAKE = "proxy.RequestIntake";
    private static final String OPENINGS = "server.leader.Openings";

    private Mutations() {}

    static List<Mutation> all() {
        return Stream.of(connections(), stats(), creates(), changes(), reads(), multis(), watches(), acls(), quotas())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Mutation> connections() {
        return List.of(
                new Mutation("1.3", "null data comes back empty").returning(NODE, "isDataNull", false),
                new Mutation("1.9", "an undecodable body is a bad argument")
                        .insteadOfConstant(INTAKE, "accept", "MARSHALLING_ERROR", "BAD_ARGUMENTS"),
                new Mutation("2.2", "the answer to a connect request never has a read-only byte")
                        .returningNull("proxy.Handshake", "readOnlyOf"),
                new Mutation("2.4", "a client from the future is served")
                        .returning(OPENINGS, "hasSeenNothingNewer", true),
                new Mutation("2.5", "a client gets whatever timeout it asks for")
                        .returningArgument("server.leader.LeaderConfig", "clamp", 0),
                new Mutation("2.5", "a timeout is not negotiated again on a reconnect")
                        .withoutAssignment(SESSIONS, "attach", "timeoutMs"),
                new Mutation("2.7", "any password will do")
                        .returning(OPENINGS, "isEntitled", true)
                        .returning("state.session.Session", "hasPassword", true),
                new Mutation("2.8", "identities outlive their connection")
                        .withoutAssignment(SESSIONS, "attach", "identities"),
                new Mutation("3.8", "ephemerals outlive their session")
                        .doingNothing("state.op.SessionEnd", "deleteEphemerals"),
                new Mutation("4.2", "a read doesn't wait for the writes before it")
                        .returning("server.leader.Reads", "isAtItsPlace", true),
                new Mutation("4.7", "replies have an old zxid").returning("proxy.StreamPosition", "zxid", 1L),
                new Mutation("4.10", "a proven identity is not used").doingNothing(SESSIONS, "addIdentities"),
                new Mutation("7.3", "an unknown operation is a bad argument")
                        .insteadOfConstant(INTAKE, "request", "UNIMPLEMENTED", "BAD_ARGUMENTS"));
    }

    private static List<Mutation> stats() {
        return List.of(
                new Mutation("5.5", "the data version counts no changes")
                        .withoutAssignment(TREE, "changeData", "version"),
                new Mutation("5.4", "cversion leaves out creations").insteadOfCall(NODE, "stat", "creations", 0L),
                new Mutation("5.5", "setData leaves mzxid").withoutAssignment(TREE, "changeData", "mzxid"),
                new Mutation("5.5", "setData leaves mtime").withoutAssignment(TREE, "changeData", "mtimeMs"),
                new Mutation("5.5", "setACL leaves aversion").withoutAssignment(TREE, "setAcl", "aversion"),
                new Mutation("5.5", "a create leaves its parent's pzxid").withoutAssignment(TREE, "attach", "pzxid"),
                new Mutation("5.5", "a delete leaves its parent's pzxid").withoutAssignment(TREE, "detach", "pzxid"),
                new Mutation("5.7", "an ephemeral shows no owner").insteadOfCall(NODE, "stat", "ephemeralOwner", 0L),
                new Mutation("5.8", "dataLength is 0").insteadOfCall(NODE, "stat", "dataLength", 0),
                new Mutation("5.9", "the version doesn't grow").returningArgument("state.op.Versions", "next", 0));
    }

    private static List<Mutation> creates() {
        return List.of(
                new Mutation("6.2", "any character may be in a path").returning(PATHS, "isForbidden", false),
                new Mutation("8.1.1", "a wrong flag is taken for a missing node")
                        .insteadOfConstant(CREATE, "apply", "BAD_ARGUMENTS", "NO_NODE"),
                new Mutation("8.1.2", "an existing node is told as a missing one")
                        .insteadOfConstant(CREATE, "apply", "NODE_EXISTS", "NO_NODE"),
                new Mutation("8.1.3", "any time to live will do").returning(CREATE, "isTtlRight", true),
                new Mutation("8.1.5", "create answers with a stat")
                        .insteadOfConstant(CREATE, "create", "CREATE", "CREATE2"),
                new Mutation("8.1.6", "an ephemeral may have children")
                        .insteadOfCall(CREATE, "apply", "ephemeralOwner", 0L),
                new Mutation("8.1.8", "a create fires no watch").insteadOfCall(CREATE, "create", "add", 0),
                new Mutation("8.1.10", "all sequential nodes have number 0")
                        .insteadOfCall(CREATE, "apply", "creations", 0L),
                new Mutation("8.1.11", "the counter of a parent stands still")
                        .withoutAssignment(TREE, "attach", "creations"));
    }

    private static List<Mutation> changes() {
        return List.of(
                new Mutation("6.5", "the system's nodes are missing when they are to be deleted")
                        .insteadOfConstant(DELETE, "apply", "BAD_ARGUMENTS", "NO_NODE"),
                new Mutation("8.2.1", "a node with children is told as one of another version")
                        .insteadOfConstant(DELETE, "apply", "NOT_EMPTY", "BAD_VERSION"),
                new Mutation("8.2.2", "delete takes any version").insteadOfCall(DELETE, "apply", "match", 1),
                new Mutation("8.2.3", "a delete fires no watch").insteadOfCall(DELETE, "delete", "add", 0),
                new Mutation("8.5.1", "setData takes any version").insteadOfCall(SET_DATA, "apply", "match", 1),
                new Mutation("8.5.1", "setData needs no permission").insteadOfCall(SET_DATA, "apply", "permits", 1),
                new Mutation("8.5.2", "setData fires no watch").insteadOfCall(SET_DATA, "setData", "add", 0),
                new Mutation("8.7.1", "setACL takes any version").insteadOfCall(SET_ACL, "apply", "match", 1),
                new Mutation("8.7.1", "setACL needs no permission").insteadOfCall(SET_ACL, "apply", "permits", 1),
                new Mutation("11.9", "create needs no permission on the parent")
                        .insteadOfCall(CREATE, "apply", "permits", 1),
                new Mutation("11.9", "delete needs no permission on the parent")
                        .insteadOfCall(DELETE, "apply", "permits", 1));
    }

    private static List<Mutation> reads() {
        return List.of(
                new Mutation("7.1", "exists takes a NUL for a character").returning(PATHS, "hasNul", false),
                new Mutation("8.3.2", "exists, and every read, needs no permission")
                        .insteadOfCall(READS, "find", "permits", 1),
                new Mutation("8.6.1", "getACL needs no permission").insteadOfCall(READS, "getAcl", "permits", 1),
                new Mutation("8.13.1", "a read of a multiRead that isn't permitted finds no node")
                        .insteadOfConstant(READS, "find", "NO_AUTH", "NO_NODE"),
                new Mutation("8.14.1", "getEphemerals takes no notice of the prefix")
                        .insteadOfCall(READS, "getEphemerals", "startsWith", 1),
                new Mutation("8.15.1", "getAllChildrenNumber counts only children")
                        .insteadOfCall(READS, "getAllChildrenNumber", "descendants", 0),
                new Mutation("8.16.1", "whoAmI shows no users").insteadOfCall(REPLIES, "whoAmI", "shownUser", ""));
    }

    private static List<Mutation> multis() {
        return List.of(
                new Mutation("8.11", "check takes any version").insteadOfCall(CHECK, "apply", "match", 1),
                new Mutation("8.11", "check needs no permission").insteadOfCall(CHECK, "apply", "permits", 1),
                new Mutation("8.12.4", "a failed multi leaves data changed").doingNothing(TREE, "takeBackSetData"),
                new Mutation("8.12.5", "create2 in a multi is answered as create")
                        .insteadOfConstant(REPLIES, "writeResult", "CREATE2", "CREATE"),
                new Mutation("8.12.6", "operations behind the failed one are told as done")
                        .insteadOfConstant(REPLIES, "multiFailure", "RUNTIME_INCONSISTENCY", "OK"),
                new Mutation("8.12.6", "a failed multi fires watches").withoutCall(MULTI, "apply", "clear"),
                new Mutation("8.12.8", "a failed multi leaves nodes created").doingNothing(TREE, "takeBackCreate"));
    }

    private static List<Mutation> watches() {
        return List.of(
                new Mutation("8.3.1", "exists of a missing node leaves no watch")
                        .insteadOfConstant(REGISTRATION, "answered", "NO_NODE", "NO_AUTH"),
                new Mutation("8.4.1", "a read that fails leaves a watch, one that succeeds none")
                        .insteadOfConstant(REGISTRATION, "answered", "OK", "NO_AUTH"),
                new Mutation("8.8.1", "getChildren leaves no watch").withoutCall(REGISTRATION, "answered", "addChild"),
                new Mutation("10.2", "a persistent watch is only in the table of data")
                        .withoutCall(REGISTRATION, "addPersistent", "addChild"),
                new Mutation("10.3", "each mode and table has an event of its own")
                        .withoutAssignment(WATCHES, "deliverOnce", "lastTrigger"),
                new Mutation("10.4", "an event has no zxid").insteadOfCall(WATCHES, "fireData", "zxid", -1L),
                new Mutation("10.6", "a recursive watch doesn't cover what is below")
                        .insteadOfCall(WATCHES, "fireData", "nextSetBit", -1),
                new Mutation("10.6", "nobody hears of a change of children").doingNothing(WATCHES, "fireParent"),
                new Mutation("10.8", "a change of children has the child's path")
                        .returningArgument(WATCHES, "parentOf", 0),
                new Mutation("10.10", "a watch of data stays after its event")
                        .withoutCall(WATCHES, "fireDataAt", "setModes"),
                new Mutation("10.10", "a watch of children stays after its event")
                        .withoutCall(WATCHES, "fireChild", "setModes"),
                new Mutation("10.12", "a recursive watch covers paths that only begin alike")
                        .insteadOfCall(WATCHES, "fireData", "charAt", (int) '/'),
                new Mutation("10.13", "events tell what a client may not read")
                        .insteadOfCall(WATCHES, "deliverOnce", "mayRead", 1),
                new Mutation("10.16", "setWatches misses changes of data")
                        .insteadOfCall(CATCH_UP, "answer", "mzxid", 0L),
                new Mutation("10.16", "setWatches misses changes of children")
                        .insteadOfCall(CATCH_UP, "answer", "pzxid", 0L),
                new Mutation("10.16", "setWatches misses creations").insteadOfCall(CATCH_UP, "answer", "event", 0),
                new Mutation("10.22", "any type of watch may be removed").returning(REMOVAL, "isType", true),
                new Mutation("10.23", "removing a watch of data removes all modes").returning(REMOVAL, "dataModes", 7),
                new Mutation("10.22", "a removal that matches nothing succeeds")
                        .insteadOfConstant(REMOVAL, "remove", "NO_WATCHER", "OK"),
                new Mutation("10.22", "a check that matches nothing succeeds")
                        .insteadOfConstant(REMOVAL, "check", "NO_WATCHER", "OK"));
    }

    private static List<Mutation> acls() {
        return List.of(
                new Mutation("11.2", "an empty ACL is taken").insteadOfCall(ACLS, "fixUp", "isEmpty", 0),
                new Mutation("11.3", "any scheme will do").returning(SCHEMES, "isValid", true),
                new Mutation("11.3", "a digest needs no hash").returning(SCHEMES, "isUserAndHash", true),
                new Mutation("11.4", "nobody has an identity for the scheme auth")
                        .returning(SCHEMES, "isProven", false),
                new Mutation("11.5", "the super user needs permissions").returning(ACLS, "isSuper", false),
                new Mutation("11.6", "a client's address is no identity")
                        .returning("protocol.IpPrefix", "matches", false),
                new Mutation("11.7", "a failed authentication is a missing permission")
                        .insteadOfConstant(INTAKE, "authenticate", "AUTH_FAILED", "NO_AUTH"),
                new Mutation("11.8", "whatever is asked is permitted").returning("state.op.Context", "permits", true));
    }

    private static List<Mutation> quotas() {
        return List.of(
                new Mutation("13.1", "no limits are understood").returningNull("state.op.QuotaLimits", "parse"),
                new Mutation("13.2", "the usage is not shown").returning("state.op.QuotaStats", "isShownAt", false),
                new Mutation("13.3", "no nodes are counted").returning("state.tree.QuotaWalk", "count", 0L),
                new Mutation("13.3", "no bytes are counted").returning("state.tree.QuotaWalk", "bytes", 0L),
                new Mutation("13.5", "hard limits refuse nothing")
                        .insteadOfCall("state.op.Quotas", "refuse", "isSet", 0),
                new Mutation("13.6", "setData knows no quota").insteadOfCall(SET_DATA, "apply", "refuse", 0));
    }
}
