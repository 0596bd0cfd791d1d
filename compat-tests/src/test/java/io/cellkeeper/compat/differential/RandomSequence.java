package io.cellkeeper.compat.differential;

import io.cellkeeper.compat.differential.Step.Ask;
import io.cellkeeper.compat.differential.Step.Connect;
import io.cellkeeper.compat.differential.Step.Drop;
import io.cellkeeper.compat.differential.Step.How;
import io.cellkeeper.compat.differential.Step.Lapse;
import io.cellkeeper.compat.differential.Step.Noise;
import io.cellkeeper.compat.differential.Step.Part;
import io.cellkeeper.compat.differential.Step.Visit;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.jspecify.annotations.Nullable;

/** The steps that belong to a seed. They are the same under each of its roots, which all have one length. */
final class RandomSequence {
    static final int CLIENTS = 3;
    static final List<String> USERS = List.of("alice:secret", "bob:secret", Subject.SUPER);

    private static final List<String> REFUSED_SCHEMES = List.of("world", "auth", "super", "nonsense");
    private static final List<How> WAYS = List.of(How.values());
    private static final int[] TIMEOUTS_MS = {20_000, 30_000, 40_000, 1_000_000, Integer.MAX_VALUE};
    private static final int[] VISITORS_TIMEOUTS_MS = {1, 0, -1, 3_000, 20_000, 1_000_000};

    /** The first random numbers of small seeds are alike; odd, so that no two seeds become one. */
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private final RandomValues values;
    private final @Nullable QuotaRequests quota;
    private final RandomRequests requests;
    private final List<Step> steps = new ArrayList<>();

    private RandomSequence(long seed, String root) {
        values = new RandomValues(new Random(seed * SPREAD), root, isOpen(seed));
        quota = isUnderQuota(seed) ? new QuotaRequests(values, root, values.oneIn(2)) : null;
        requests = new RandomRequests(values, quota);
        if (quota != null) {
            add(0, quota.set());
        }
    }

    /** The root for an attempt at a seed. */
    static String root(long seed, long attempt) {
        return String.format("/d%08dr%08d/t", seed, attempt);
    }

    /** The parent that a root has for itself. */
    static String parentOf(String root) {
        return root.substring(0, root.lastIndexOf('/'));
    }

    /** As many steps that are requests, and a few others between them. */
    static List<Step> steps(long seed, String root, int requests) {
        RandomSequence sequence = new RandomSequence(seed, root);
        int asked = 0;
        while (asked < requests) {
            asked += sequence.addSome();
        }
        return sequence.steps;
    }

    /** Whether everybody may read all nodes of this sequence: then Deviation.CATCH_UP_FILTER can't explain anything. */
    static boolean isOpen(long seed) {
        return seed % 4 == 0;
    }

    /** Whether the root of this sequence has a quota, at least at first. */
    static boolean isUnderQuota(long seed) {
        return seed % 5 == 2;
    }

    private int addSome() {
        int client = values.below(CLIENTS);
        int kind = values.below(100);
        if (kind < 80) {
            return addRequests(client);
        } else if (kind < 86) {
            return add(client, Requests.auth("digest", USERS.get(values.below(USERS.size()))));
        } else if (kind < 87) {
            return add(client, Requests.auth("ip", "127.0.0.1"));
        } else if (kind < 89) {
            return add(client, Requests.bare(OpCode.closeSession));
        } else if (kind < 91) {
            return add(client, refused());
        } else if (kind < 92) {
            return add(client, sasl());
        }
        steps.add(
                switch (kind) {
                    case 92 -> new Noise(client, noise());
                    case 93, 94 -> new Drop(client);
                    case 95 ->
                        values.oneIn(5)
                                ? new Lapse(client, requests.ephemerals(), values.oneIn(2))
                                : new Visit(
                                        client,
                                        VISITORS_TIMEOUTS_MS[values.below(VISITORS_TIMEOUTS_MS.length)],
                                        values.oneIn(2));
                    default -> new Connect(client, how(), TIMEOUTS_MS[values.below(TIMEOUTS_MS.length)]);
                });
        return 0;
    }

    /**
     * One request, or several sent at once. Not auth: Deviation.AUTH_OVERTAKES. Nothing after setACL:
     * Deviation.ACL_IN_FLIGHT. Nothing at once under a quota: Deviation.QUOTAS.
     */
    private int addRequests(int client) {
        int count = values.oneIn(3) ? 2 + values.below(5) : 1;
        for (int left = count; left > 0; left--) {
            Part part = requests.any();
            boolean picksZxid = part.op() == OpCode.setWatches || part.op() == OpCode.setWatches2;
            int zxid = picksZxid && part.body().length >= Long.BYTES ? values.below(1_000) : -1;
            boolean pipelined = left > 1 && part.op() != OpCode.setACL && quota == null;
            steps.add(new Ask(client, part, pipelined, zxid));
        }
        return count;
    }

    private int add(int client, Part part) {
        steps.add(new Ask(client, part, false, -1));
        return 1;
    }

    /** After these the server closes the connection. */
    private Part refused() {
        return switch (values.below(9)) {
            case 0, 1 -> Requests.auth(REFUSED_SCHEMES.get(values.below(REFUSED_SCHEMES.size())), "someone");
            case 2 -> Requests.auth("digest", "alice:secret").cut(values.below(10));
            default -> requests.unknown();
        };
    }

    /** A token, which a server without SASL answers with none; now and then no whole record. */
    private Part sasl() {
        Part whole = Requests.sasl(new byte[values.below(4)]);
        return values.oneIn(4) ? whole.cut(values.below(4)) : whole;
    }

    private How how() {
        return values.oneIn(2) ? How.AGAIN : WAYS.get(values.below(WAYS.size()));
    }

    private byte[] noise() {
        return switch (values.below(3)) {
            case 0 -> ByteBuffer.allocate(4).putInt(-1 - values.below(100)).array();
            case 1 ->
                ByteBuffer.allocate(4).putInt(2_000_000 + values.below(100)).array();
            default ->
                ByteBuffer.allocate(8).putInt(4).putInt(values.below(100)).array();
        };
    }
}
