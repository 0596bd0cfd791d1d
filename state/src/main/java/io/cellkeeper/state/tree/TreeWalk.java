package io.cellkeeper.state.tree;

import io.cellkeeper.state.digest.Hash64;

/** Finds a path's parent and node, from the root down, and the hashes of what it passes. */
final class TreeWalk {
    private TreeWalk() {}

    /** Finds the node that everything before the last slash names: "" and "/" are both the root. */
    static void toParent(Place place, InnerNode root, byte[] path) {
        place.path = path;
        place.node = null;
        place.parent = null;
        place.grandparent = null;
        int slash = lastSlash(path);
        place.nameStart = slash + 1;
        if (slash < 0 || path[0] != '/') {
            return;
        }
        place.parentHash = NodeHash.ROOT;
        if (slash <= 1) {
            place.parent = root;
        } else {
            walk(place, root, path, slash);
        }
    }

    /** Finds the node, if the parent was found. */
    static void toChild(Place place, InnerNode root, byte[] path) {
        place.path = path;
        if (path.length == 0 || (path.length == 1 && path[0] == '/')) {
            place.node = root;
            place.nodeHash = NodeHash.ROOT;
            return;
        }
        place.node = null;
        if (place.parent == null || place.nameStart == path.length) {
            return;
        }
        long hash = NodeHash.name(path, place.nameStart, path.length);
        place.nameHash = tableHash(hash);
        place.nodeHash = Hash64.step(place.parentHash, hash);
        if (place.parent instanceof InnerNode inner && !startsWithTwoSlashes(path)) {
            place.node = inner.children.get(place.nameHash, path, place.nameStart, path.length);
        }
    }

    private static void walk(Place place, InnerNode root, byte[] path, int end) {
        InnerNode above = root;
        long aboveHash = NodeHash.ROOT;
        for (int from = 1; ; ) {
            int to = from;
            while (to < end && path[to] != '/') {
                to++;
            }
            Node node = null;
            long nameHash = 0;
            if (to > from) {
                nameHash = NodeHash.name(path, from, to);
                node = above.children.get(tableHash(nameHash), path, from, to);
            }
            if (node == null) {
                return;
            }
            long hash = Hash64.step(aboveHash, nameHash);
            if (to == end) {
                place.parent = node;
                place.parentHash = hash;
                place.parentNameHash = tableHash(nameHash);
                place.grandparent = above;
                return;
            }
            if (!(node instanceof InnerNode next)) {
                return;
            }
            above = next;
            aboveHash = hash;
            from = to + 1;
        }
    }

    static int tableHash(long nameHash) {
        return (int) (nameHash >>> 32);
    }

    /** Such a path has the root for its parent, as far as anyone asks for that, but names nothing. */
    private static boolean startsWithTwoSlashes(byte[] path) {
        return path.length > 1 && path[0] == '/' && path[1] == '/';
    }

    private static int lastSlash(byte[] path) {
        int at = path.length - 1;
        while (at >= 0 && path[at] != '/') {
            at--;
        }
        return at;
    }
}
