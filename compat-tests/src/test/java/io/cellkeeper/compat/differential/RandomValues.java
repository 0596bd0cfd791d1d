package io.cellkeeper.compat.differential;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;
import org.jspecify.annotations.Nullable;

/** Paths, versions, flags, data and ACLs: few of each, so that requests get into each other's way. */
final class RandomValues {
    static final int ALL = 31;
    private static final int READ = 1;
    static final List<ACL> OPEN = List.of(new ACL(ALL, new Id("world", "anyone")));

    private static final List<String> NAMES = List.of("a", "b", "c");
    private static final List<String> ODD_ENDS = List.of("/", "/.", "/..", "//x", "/\u0001", "/x\0", "/\ud83d\ude00");
    private static final List<String> SYSTEM = List.of("/zookeeper", "/zookeeper/quota", "/zookeeper/config");
    private static final int[] VERSIONS = {-1, -1, -1, -1, -1, -1, 0, 0, 1, 2, -2, Integer.MAX_VALUE};
    private static final int[] DEPTHS = {0, 1, 1, 1, 1, 1, 2, 2, 2, 3};

    private final Random random;
    private final String root;
    private final boolean open;

    RandomValues(Random random, String root, boolean open) {
        this.open = open;
        this.random = random;
        this.root = root;
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    boolean oneIn(int count) {
        return random.nextInt(count) == 0;
    }

    /** A path below the sequence's own root, now and then a malformed one. */
    String path() {
        StringBuilder path = new StringBuilder(root);
        int depth = DEPTHS[random.nextInt(DEPTHS.length)];
        for (int i = 0; i < depth; i++) {
            path.append('/').append(NAMES.get(random.nextInt(NAMES.size())));
            if (oneIn(16)) {
                path.append("000000000").append(random.nextInt(6));
            }
        }
        if (oneIn(30)) {
            path.append(ODD_ENDS.get(random.nextInt(ODD_ENDS.size())));
        }
        return path.toString();
    }

    /** A path to change: also the system's own nodes, which refuse it, and what is no path at all. */
    String pathToDelete() {
        if (!oneIn(25)) {
            return path();
        }
        return switch (random.nextInt(4)) {
            case 0 -> "";
            case 1 -> "/";
            case 2 -> "relative";
            default -> SYSTEM.get(random.nextInt(SYSTEM.size()));
        };
    }

    String pathToCreate() {
        if (!oneIn(30)) {
            return path();
        }
        return oneIn(2) ? "" : "relative";
    }

    /** Of the system's nodes only one: children of others come and go with other sequences; Deviation.CONFIG_STAT. */
    String pathToRead() {
        return oneIn(40) ? "/zookeeper" : path();
    }

    int version() {
        return VERSIONS[random.nextInt(VERSIONS.length)];
    }

    /** Mostly plain nodes, so that trees get deep. */
    int flags() {
        int kind = random.nextInt(20);
        if (kind < 9) {
            return 0;
        }
        return kind < 19 ? 1 + random.nextInt(3) : random.nextInt(9) - 1;
    }

    byte @Nullable [] data() {
        return oneIn(8) ? null : "data".substring(random.nextInt(5)).getBytes(StandardCharsets.UTF_8);
    }

    List<String> paths() {
        List<String> paths = new ArrayList<>();
        for (int left = random.nextInt(3); left > 0; left--) {
            paths.add(path());
        }
        return paths;
    }

    @Nullable
    List<ACL> acl() {
        int kind = random.nextInt(50);
        if (kind < 26 || (open && kind > 29)) {
            return OPEN;
        }
        return switch (kind) {
            case 26 -> null;
            case 27 -> List.of();
            case 28 -> List.of(entry(ALL, "super", "x"));
            case 29 -> List.of(entry(ALL, "world", "nobody"));
            case 30 -> List.of(entry(1, "world", "anyone"));
            case 31, 40, 41 -> List.of(entry(random.nextInt(64), "world", "anyone"));
            case 32 -> List.of(entry(ALL, "digest", "alice:hash"), entry(random.nextInt(32), "world", "anyone"));
            case 33 -> List.of(entry(ALL, "ip", "127.0.0.0/8"), entry(ALL, "ip", "127.0.0.0/8"));
            case 34 -> List.of(entry(ALL, "ip", "10.1.1.1"), entry(1, "world", "anyone"));
            case 35 -> List.of(entry(ALL, "auth", ""), entry(ALL, "digest", "no"));
            case 44, 45 -> List.of(entry(ALL & ~READ, "world", "anyone"));
            case 46, 47, 48 -> List.of(entry(ALL, "digest", "alice:hash"));
            default -> List.of(entry(ALL, "auth", "ignored"), entry(random.nextInt(32), "world", "anyone"));
        };
    }

    private static ACL entry(int perms, String scheme, String id) {
        return new ACL(perms, new Id(scheme, id));
    }
}
