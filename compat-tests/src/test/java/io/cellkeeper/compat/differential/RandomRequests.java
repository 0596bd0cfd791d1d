package io.cellkeeper.compat.differential;

import io.cellkeeper.compat.differential.Step.Part;
import java.util.ArrayList;
import java.util.List;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.jspecify.annotations.Nullable;

/** Random requests of every operation, valid and invalid. What is left out on purpose is said in {@link Deviation}. */
final class RandomRequests {
    /** The kind of a multi's operation that changes nothing. */
    private static final int CHECK = 19;

    private static final int CONTAINER = 4;
    private static final int WITH_TTL = 5;
    private static final long[] TTLS_MS = {1_000_000_000, 1L << 35, (1L << 40) - 1, 0, -1, 1L << 40};
    private static final int[] PATH_READS = {
        OpCode.getACL, OpCode.getEphemerals, OpCode.getAllChildrenNumber, OpCode.sync
    };
    private static final int[] WATCHABLE_READS = {OpCode.exists, OpCode.getData, OpCode.getChildren, OpCode.getChildren2
    };
    private static final int[] UNKNOWN = {0, -1, OpCode.check, 10, 50, 108, 1_000_000, Integer.MIN_VALUE};

    private final RandomValues values;
    private final @Nullable QuotaRequests quota;

    /**
     * Requests with these values.
     *
     * @param quota the root's quota; null if it never has one
     */
    RandomRequests(RandomValues values, @Nullable QuotaRequests quota) {
        this.values = values;
        this.quota = quota;
    }

    /** A write, a multi, a read or something about watches; now and then cut short or with a null path. */
    Part any() {
        if (quota != null && values.oneIn(10)) {
            return quota.any();
        }
        int kind = values.below(100);
        if (kind < 45) {
            return spoilt(write());
        } else if (kind < 57) {
            return spoilt(multi());
        } else if (kind < 78) {
            return spoilt(read());
        } else if (kind < 92) {
            return spoilt(watch());
        } else if (kind < 94) {
            return spoilt(reconfig());
        } else if (kind < 97) {
            return Requests.bare(OpCode.whoAmI);
        }
        return Requests.bare(OpCode.ping);
    }

    private Part spoilt(Part part) {
        return values.oneIn(40) ? part.cut(values.below(part.body().length + 1)) : part;
    }

    /** An operation that a server doesn't know, or that stands alone only in error (rule 7.3). */
    Part unknown() {
        int op = UNKNOWN[values.below(UNKNOWN.length)];
        return new Part(op, new byte[values.below(20)], "operation " + op);
    }

    /** One or two creates of ephemerals. */
    List<Part> ephemerals() {
        List<Part> creates = new ArrayList<>();
        for (int left = 1 + values.below(2); left > 0; left--) {
            creates.add(Requests.create(
                    OpCode.create,
                    values.pathToCreate(),
                    values.data(),
                    RandomValues.OPEN,
                    1 + 2 * values.below(2),
                    0));
        }
        return creates;
    }

    private Part reconfig() {
        return switch (values.below(3)) {
            case 0 -> Requests.reconfig("server.2=127.0.0.1:1:2;3", null, null, values.version());
            case 1 -> Requests.reconfig(null, "1", null, values.version());
            default -> Requests.reconfig(null, null, "nonsense", values.version());
        };
    }

    private Part write() {
        int kind = values.below(49);
        if (kind < 24) {
            return create();
        } else if (kind < 35) {
            return Requests.numbered(OpCode.delete, values.pathToDelete(), values.version());
        } else if (kind < 43) {
            return Requests.setData(values.path(), values.data(), values.version());
        }
        return Requests.setAcl(values.path(), values.acl(), values.version());
    }

    private Part create() {
        int kind = values.below(10);
        if (values.oneIn(60)) {
            // Not with a number: the root's counter is everybody's.
            return Requests.create(OpCode.create, "/", values.data(), values.acl(), values.below(2), 0);
        }
        if (kind < 6) {
            return create(OpCode.create, values.flags());
        } else if (kind < 8) {
            return create(OpCode.create2, values.flags());
        } else if (kind < 9) {
            return create(OpCode.createContainer, values.oneIn(4) ? 2 * values.below(2) : CONTAINER);
        }
        return createTtl();
    }

    private Part create(int op, int flags) {
        return Requests.create(op, values.pathToCreate(), values.data(), values.acl(), flags, 0);
    }

    private Part createTtl() {
        boolean odd = values.oneIn(8);
        int flags = odd ? values.below(5) : WITH_TTL + values.below(2);
        // A flag without a time to live, with a negative one: Deviation.TTL_WITHOUT_FLAG.
        long ttlMs = odd ? values.below(3) : TTLS_MS[values.below(TTLS_MS.length)];
        return Requests.create(OpCode.createTTL, values.pathToCreate(), values.data(), values.acl(), flags, ttlMs);
    }

    private Part multi() {
        List<Part> parts = new ArrayList<>();
        int count = quota == null ? values.below(7) : 1 + values.below(2);
        for (int i = 0; i < count; i++) {
            // Deviation.QUOTAS
            int kind = quota == null || i == 0 ? values.below(20) : CHECK;
            if (kind < 9) {
                parts.add(createInMulti());
            } else if (kind < 13) {
                parts.add(Requests.numbered(OpCode.delete, values.pathToDelete(), values.version()));
            } else if (kind < 16) {
                parts.add(Requests.setData(values.path(), values.data(), values.version()));
            } else {
                parts.add(Requests.numbered(OpCode.check, values.path(), values.version()));
            }
        }
        if (values.oneIn(40)) {
            parts.add(values.oneIn(2) ? read() : Requests.bare(UNKNOWN[3 + values.below(4)]));
        }
        return Requests.multi(OpCode.multi, parts);
    }

    /** Without what {@link Deviation#CREATE_IN_MULTI} and {@link Deviation#CONTAINER_FLAGS} say. */
    private Part createInMulti() {
        var acl = values.acl();
        while (acl == null) {
            acl = values.acl();
        }
        int kind = values.below(10);
        int op = kind < 6 ? OpCode.create : kind < 8 ? OpCode.create2 : OpCode.createContainer;
        if (kind == 9) {
            long ttlMs = TTLS_MS[values.below(TTLS_MS.length)];
            return Requests.create(
                    OpCode.createTTL, values.pathToCreate(), values.data(), acl, WITH_TTL + values.below(2), ttlMs);
        }
        int flags = op == OpCode.createContainer ? CONTAINER : values.below(4);
        return Requests.create(op, values.pathToCreate(), values.data(), acl, flags, 0);
    }

    private Part read() {
        int kind = values.below(10);
        if (kind < 6) {
            int op = WATCHABLE_READS[values.below(WATCHABLE_READS.length)];
            return Requests.watchable(op, values.pathToRead(), values.oneIn(2));
        } else if (kind < 9) {
            return Requests.ofPath(PATH_READS[values.below(PATH_READS.length)], values.path());
        }
        List<Part> parts = new ArrayList<>();
        int count = values.below(4);
        for (int i = 0; i < count; i++) {
            int op = values.oneIn(2) ? OpCode.getData : OpCode.getChildren;
            parts.add(Requests.watchable(op, values.path(), values.oneIn(3)));
        }
        if (values.oneIn(20)) {
            parts.add(Requests.watchable(OpCode.exists, values.path(), false));
        }
        return Requests.multi(OpCode.multiRead, parts);
    }

    private Part watch() {
        int kind = values.below(10);
        if (kind < 4) {
            return Requests.numbered(OpCode.addWatch, values.path(), values.oneIn(15) ? 2 : values.below(2));
        } else if (kind < 6) {
            return Requests.numbered(OpCode.removeWatches, values.path(), watchType());
        } else if (kind < 8) {
            return Requests.numbered(OpCode.checkWatches, values.path(), watchType());
        }
        List<List<String>> lists = new ArrayList<>();
        for (int left = values.oneIn(2) ? 3 : 5; left > 0; left--) {
            lists.add(values.paths());
        }
        return Requests.setWatches(lists);
    }

    private int watchType() {
        return values.oneIn(15) ? 7 * values.below(2) : 1 + values.below(5);
    }
}
