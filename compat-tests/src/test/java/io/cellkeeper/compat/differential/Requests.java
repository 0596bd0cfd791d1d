package io.cellkeeper.compat.differential;

import io.cellkeeper.compat.differential.Step.Part;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.data.ACL;
import org.jspecify.annotations.Nullable;

/** Bodies of requests (rule 7.1), each with a text of what it asks for. */
final class Requests {
    private Requests() {}

    static Part create(
            int op, @Nullable String path, byte @Nullable [] data, @Nullable List<ACL> acl, int flags, long ttlMs) {
        Wire body = new Wire().string(path).buffer(data).acl(acl).integer(flags);
        String ttl = "";
        if (op == OpCode.createTTL) {
            body.number(ttlMs);
            ttl = " ttl " + ttlMs;
        }
        String text = Operations.name(op) + " " + quoted(path) + " " + quoted(data) + " flags " + flags + ttl + " acl "
                + acls(acl);
        return new Part(op, body.bytes(), text);
    }

    static Part setData(@Nullable String path, byte @Nullable [] data, int version) {
        byte[] body = new Wire().string(path).buffer(data).integer(version).bytes();
        return new Part(OpCode.setData, body, "setData " + quoted(path) + " " + quoted(data) + " version " + version);
    }

    static Part setAcl(@Nullable String path, @Nullable List<ACL> acl, int version) {
        byte[] body = new Wire().string(path).acl(acl).integer(version).bytes();
        return new Part(OpCode.setACL, body, "setACL " + quoted(path) + " " + acls(acl) + " version " + version);
    }

    /** Delete, check, addWatch, checkWatches, removeWatches: a path and a number. */
    static Part numbered(int op, @Nullable String path, int number) {
        byte[] body = new Wire().string(path).integer(number).bytes();
        return new Part(op, body, Operations.name(op) + " " + quoted(path) + " " + number);
    }

    /** Exists, getData, getChildren, getChildren2. */
    static Part watchable(int op, @Nullable String path, boolean watch) {
        byte[] body = new Wire().string(path).flag(watch).bytes();
        return new Part(op, body, Operations.name(op) + " " + quoted(path) + (watch ? " and watch" : ""));
    }

    /** GetACL, sync, getEphemerals, getAllChildrenNumber. */
    static Part ofPath(int op, @Nullable String path) {
        return new Part(op, new Wire().string(path).bytes(), Operations.name(op) + " " + quoted(path));
    }

    static Part bare(int op) {
        return new Part(op, new byte[0], Operations.name(op));
    }

    static Part auth(String scheme, String credentials) {
        byte[] body = new Wire()
                .integer(0)
                .string(scheme)
                .buffer(credentials.getBytes(StandardCharsets.UTF_8))
                .bytes();
        return new Part(OpCode.auth, body, "auth " + scheme + " " + credentials);
    }

    static Part sasl(byte @Nullable [] token) {
        return new Part(OpCode.sasl, new Wire().buffer(token).bytes(), "sasl " + quoted(token));
    }

    static Part reconfig(@Nullable String joining, @Nullable String leaving, @Nullable String members, long configId) {
        byte[] body = new Wire()
                .string(joining)
                .string(leaving)
                .string(members)
                .number(configId)
                .bytes();
        String text = "reconfig, joining " + quoted(joining) + " leaving " + quoted(leaving) + " members "
                + quoted(members) + " from " + configId;
        return new Part(OpCode.reconfig, body, text);
    }

    /** SetWatches of three lists, setWatches2 of five; the zxid is for whoever sends it to fill in. */
    static Part setWatches(List<List<String>> lists) {
        Wire body = new Wire().number(0);
        lists.forEach(body::strings);
        int op = lists.size() == 3 ? OpCode.setWatches : OpCode.setWatches2;
        return new Part(op, body.bytes(), Operations.name(op) + " " + lists);
    }

    /** A multi or a multiRead. */
    static Part multi(int op, List<Part> parts) {
        Wire body = new Wire();
        for (Part part : parts) {
            body.integer(part.op()).flag(false).integer(-1).raw(part.body());
        }
        body.integer(-1).flag(true).integer(-1);
        String text = parts.stream().map(Part::text).collect(Collectors.joining("; ", "[", "]"));
        return new Part(
                op,
                body.bytes(),
                Operations.name(op) + " " + text,
                parts.stream().map(Part::op).toList());
    }

    static String quoted(byte @Nullable [] data) {
        return data == null ? "null" : quoted(new String(data, StandardCharsets.ISO_8859_1));
    }

    static String quoted(@Nullable String text) {
        if (text == null) {
            return "null";
        }
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            quoted.append(c >= ' ' && c <= '~' ? String.valueOf(c) : String.format("\\u%04x", (int) c));
        }
        return quoted.append('"').toString();
    }

    private static String acls(@Nullable List<ACL> acl) {
        return acl == null
                ? "null"
                : acl.stream()
                        .map(entry -> entry.getPerms() + ":" + entry.getId().getScheme() + ":"
                                + entry.getId().getId())
                        .collect(Collectors.joining(",", "[", "]"));
    }
}
