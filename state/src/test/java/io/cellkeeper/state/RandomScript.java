package io.cellkeeper.state;

import io.cellkeeper.protocol.AclEntry;
import io.cellkeeper.protocol.Acls;
import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.CreateMode;
import io.cellkeeper.protocol.Identity;
import io.cellkeeper.protocol.MalformedRecordException;
import io.cellkeeper.protocol.OpCode;
import io.cellkeeper.protocol.Request;
import io.cellkeeper.protocol.RequestDecoder;
import io.cellkeeper.protocol.WireWriter;
import io.cellkeeper.state.Bodies.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Requests of a few clients, chosen so that they get into each other's way: few names, guessed versions, parents that
 * may be ephemeral, ACLs that shut others out, multis that fail halfway.
 */
final class RandomScript {
    static final int CLIENTS = 3;

    /** What one step is. */
    enum Action {
        /** A request. */
        REQUEST,
        /** The client proves to be one of {@link #USERS}: the number is in the body. */
        AUTH,
        /** The client closes its session and opens another. */
        CLOSE
    }

    /** One step of one client. */
    record Step(int client, Action action, OpCode op, ByteRange body) {
        @Override
        public String toString() {
            String text = "client " + client + " " + action + " " + op + " ";
            try {
                return text + RequestDecoder.decode(op, body);
            } catch (MalformedRecordException e) {
                return text + e.getMessage();
            }
        }
    }

    /** Identities that a digest proves. */
    static final List<String> USERS = List.of("alice:secret", "bob:secret", "super:secret");

    private static final List<String> NAMES = List.of("a", "b", "c");
    private static final List<String> ODD_ENDS = List.of("/", "/.", "/..", "//x", "/\u0001", "/x\0", "/\ud83d\ude00");
    private static final int[] VERSIONS = {-1, -1, -1, -1, -1, -1, 0, 0, 1, 2, -2, Integer.MAX_VALUE};
    private static final int[] DEPTHS = {1, 1, 1, 1, 1, 2, 2, 2, 3};
    private static final long[] TTLS_MS = {1, 1000, (1L << 40) - 1, 0, -1, 1L << 40};
    private static final OpCode[] PATH_READS = {
        OpCode.GET_ACL, OpCode.GET_EPHEMERALS, OpCode.GET_ALL_CHILDREN_NUMBER, OpCode.SYNC
    };
    private static final OpCode[] WATCHABLE_READS = {
        OpCode.EXISTS, OpCode.GET_DATA, OpCode.GET_CHILDREN, OpCode.GET_CHILDREN2
    };

    private final Random random;
    private final String prefix;

    /**
     * A script.
     *
     * @param prefix a node that exists and is the script's own; empty for the root
     */
    RandomScript(long seed, String prefix) {
        this.random = new Random(seed);
        this.prefix = prefix;
    }

    List<Step> steps(int count) {
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            steps.add(step());
        }
        return steps;
    }

    /** Steps that put a quota on a subtree whose parent is the root or has one already. */
    List<Step> quota(String subtree) {
        List<Step> steps = new ArrayList<>();
        String path = "/zookeeper/quota" + subtree;
        steps.add(plainCreate(path, ""));
        String limits =
                "count=-1,bytes=-1=;byteHardLimit=" + random.nextInt(20) + ";countHardLimit=" + random.nextInt(8);
        steps.add(plainCreate(path + "/zookeeper_limits", limits));
        steps.add(plainCreate(path + "/zookeeper_stats", "count=-1,bytes=-1"));
        return steps;
    }

    /** A step that reads the usage of a subtree that has a quota. */
    Step usage(String subtree) {
        String path = "/zookeeper/quota" + subtree + "/zookeeper_stats";
        return new Step(random.nextInt(CLIENTS), Action.REQUEST, OpCode.GET_DATA, Bodies.watchable(path));
    }

    private static Step plainCreate(String path, String data) {
        return new Step(0, Action.REQUEST, OpCode.CREATE, Bodies.create(path, data, CreateMode.PERSISTENT));
    }

    private Step step() {
        int client = random.nextInt(CLIENTS);
        int kind = random.nextInt(100);
        if (kind < 3) {
            return new Step(client, Action.CLOSE, OpCode.CLOSE_SESSION, ByteRange.EMPTY);
        } else if (kind < 6) {
            return new Step(client, Action.AUTH, OpCode.AUTH, Bodies.integer(random.nextInt(USERS.size())));
        } else if (kind < 58) {
            return request(client, write());
        } else if (kind < 70) {
            return request(client, new Part(OpCode.MULTI, multi()));
        }
        return request(client, read());
    }

    /** Now and then a request is cut short. */
    private Step request(int client, Part part) {
        ByteRange body = part.body();
        if (random.nextInt(60) == 0) {
            body = ByteRange.of(body.array(), body.offset(), random.nextInt(body.length() + 1));
        }
        return new Step(client, Action.REQUEST, part.op(), body);
    }

    private Part write() {
        int kind = random.nextInt(50);
        if (kind < 24) {
            return create();
        } else if (kind < 35) {
            return new Part(OpCode.DELETE, Bodies.delete(path(), version()));
        } else if (kind < 43) {
            return new Part(OpCode.SET_DATA, Bodies.setData(path(), data(), version()));
        } else if (kind < 49) {
            return new Part(OpCode.SET_ACL, Bodies.setAcl(path(), acl(), version()));
        }
        return new Part(
                OpCode.RECONFIG,
                new WireWriter(32)
                        .writeString(null)
                        .writeString("1")
                        .writeString(null)
                        .writeLong(-1)
                        .toRange());
    }

    private Part create() {
        int kind = random.nextInt(10);
        if (kind < 6) {
            return new Part(OpCode.CREATE, Bodies.create(path(), data(), acl(), flags()));
        } else if (kind < 8) {
            return new Part(OpCode.CREATE2, Bodies.create(path(), data(), acl(), flags()));
        } else if (kind < 9) {
            return new Part(OpCode.CREATE_CONTAINER, Bodies.create(path(), data(), acl(), containerFlags()));
        }
        if (random.nextInt(8) == 0) {
            long ttlMs = random.nextInt(3);
            return new Part(OpCode.CREATE_TTL, Bodies.createTtl(path(), data(), acl(), random.nextInt(5), ttlMs));
        }
        return createTtl();
    }

    private Part createTtl() {
        long ttlMs = TTLS_MS[random.nextInt(TTLS_MS.length)];
        return new Part(OpCode.CREATE_TTL, Bodies.createTtl(path(), data(), acl(), 5 + random.nextInt(2), ttlMs));
    }

    /**
     * As {@link #create}, without what makes ZooKeeper call a whole multi undecodable, and without containers with the
     * flag of ephemerals: for the rest of the multi ZooKeeper takes those for ephemerals.
     */
    private Part createInMulti() {
        while (true) {
            Part part = random.nextInt(10) == 0 ? createTtl() : create();
            Request.Create create = (Request.Create) RequestDecoder.decode(part.op(), part.body());
            CreateMode mode = CreateMode.of(create.flags());
            if (create.acl() != null
                    && mode != null
                    && mode.hasTtl() == (part.op() == OpCode.CREATE_TTL)
                    && !(mode.isEphemeral() && part.op() == OpCode.CREATE_CONTAINER)) {
                return part;
            }
        }
    }

    private ByteRange multi() {
        List<Part> parts = new ArrayList<>();
        int count = random.nextInt(7);
        for (int i = 0; i < count; i++) {
            int kind = random.nextInt(20);
            if (kind < 9) {
                parts.add(createInMulti());
            } else if (kind < 13) {
                parts.add(new Part(OpCode.DELETE, Bodies.delete(path(), version())));
            } else if (kind < 16) {
                parts.add(new Part(OpCode.SET_DATA, Bodies.setData(path(), data(), version())));
            } else {
                parts.add(new Part(OpCode.CHECK, Bodies.check(path(), version())));
            }
        }
        return Bodies.multi(parts);
    }

    private Part read() {
        int kind = random.nextInt(10);
        if (kind < 6) {
            OpCode op = WATCHABLE_READS[random.nextInt(WATCHABLE_READS.length)];
            return new Part(op, Bodies.watchable(path()));
        } else if (kind < 9) {
            return new Part(PATH_READS[random.nextInt(PATH_READS.length)], Bodies.path(path()));
        }
        List<Part> parts = new ArrayList<>();
        int count = random.nextInt(4);
        for (int i = 0; i < count; i++) {
            parts.add(new Part(random.nextBoolean() ? OpCode.GET_DATA : OpCode.GET_CHILDREN, Bodies.watchable(path())));
        }
        return new Part(OpCode.MULTI_READ, Bodies.multi(parts));
    }

    private String path() {
        StringBuilder path = new StringBuilder(prefix);
        int depth = DEPTHS[random.nextInt(DEPTHS.length)];
        for (int i = 0; i < depth; i++) {
            path.append('/').append(NAMES.get(random.nextInt(NAMES.size())));
            if (random.nextInt(16) == 0) {
                path.append("000000000").append(random.nextInt(6));
            }
        }
        if (random.nextInt(30) == 0) {
            path.append(ODD_ENDS.get(random.nextInt(ODD_ENDS.size())));
        }
        return path.toString();
    }

    private int version() {
        return VERSIONS[random.nextInt(VERSIONS.length)];
    }

    /** Mostly plain nodes, so that trees get deep. */
    private int flags() {
        int kind = random.nextInt(20);
        if (kind < 9) {
            return 0;
        }
        return kind < 19 ? 1 + random.nextInt(3) : random.nextInt(9) - 1;
    }

    private int containerFlags() {
        return random.nextInt(4) == 0 ? flags() : 4;
    }

    private @Nullable ByteRange data() {
        return random.nextInt(8) == 0 ? null : Bodies.bytes("data".substring(random.nextInt(5)));
    }

    private @Nullable List<AclEntry> acl() {
        int kind = random.nextInt(40);
        if (kind < 26) {
            return Acls.OPEN_ALL;
        }
        return switch (kind) {
            case 26 -> null;
            case 27 -> List.of();
            case 28 -> List.of(entry("super", "x"));
            case 29 -> List.of(entry("world", "nobody"));
            case 30 -> Acls.OPEN_READ;
            case 31 -> List.of(new AclEntry(random.nextInt(64), AclEntry.ANYONE));
            case 32 -> List.of(entry("digest", "alice:x"), new AclEntry(random.nextInt(32), AclEntry.ANYONE));
            case 33 -> List.of(entry("ip", "127.0.0.0/8"), entry("ip", "127.0.0.0/8"));
            case 34 -> List.of(entry("ip", "10.1.1.1"), new AclEntry(AclEntry.READ, AclEntry.ANYONE));
            case 35 -> List.of(entry("auth", ""), entry("digest", "no"));
            default -> List.of(entry("auth", "ignored"), new AclEntry(random.nextInt(32), AclEntry.ANYONE));
        };
    }

    private AclEntry entry(String scheme, String id) {
        return new AclEntry(AclEntry.ALL, new Identity(scheme, id));
    }
}
