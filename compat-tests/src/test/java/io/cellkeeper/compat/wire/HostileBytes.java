package io.cellkeeper.compat.wire;

import static io.cellkeeper.compat.wire.RawClient.OPEN;
import static io.cellkeeper.compat.wire.RawClient.auth;
import static io.cellkeeper.compat.wire.RawClient.createNode;
import static io.cellkeeper.compat.wire.RawClient.createTtl;
import static io.cellkeeper.compat.wire.RawClient.delete;
import static io.cellkeeper.compat.wire.RawClient.exists;
import static io.cellkeeper.compat.wire.RawClient.getData;
import static io.cellkeeper.compat.wire.RawClient.multi;
import static io.cellkeeper.compat.wire.RawClient.request;
import static io.cellkeeper.compat.wire.RawClient.setData;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.proto.AddWatchRequest;
import org.apache.zookeeper.proto.CheckWatchesRequest;
import org.apache.zookeeper.proto.GetChildrenRequest;
import org.apache.zookeeper.proto.ReconfigRequest;
import org.apache.zookeeper.proto.SetACLRequest;
import org.apache.zookeeper.proto.SetWatches2;

/** What a broken or hostile client sends: damaged requests, wrong lengths, requests of any type with any body. */
final class HostileBytes {
    private static final int[] EXTREMES = {0, 1, -1, -2, 255, 1 << 20, Integer.MAX_VALUE, Integer.MIN_VALUE};

    private final Random random;
    private final List<byte[]> wellFormed;

    /** @param root below which whatever still is well-formed works */
    HostileBytes(Random random, String root) throws IOException {
        this.random = random;
        List<String> paths = List.of(root, root + "/a");
        this.wellFormed = List.of(
                RawClient.connectRequest(RawSession.NEW, 10_000, 0, true),
                request(1, OpCode.create, createNode(root, "data", 0)),
                request(2, OpCode.create2, createNode(root + "/a", "", 3)),
                request(3, OpCode.createTTL, createTtl(root + "/t", "", 5, 1_000)),
                request(4, OpCode.delete, delete(root + "/a", -1)),
                request(5, OpCode.setData, setData(root, "other", -1)),
                request(6, OpCode.setACL, new SetACLRequest(root, OPEN, -1)),
                request(7, OpCode.exists, exists(root, true)),
                request(8, OpCode.getData, getData(root, true)),
                request(9, OpCode.getChildren, new GetChildrenRequest(root, true)),
                request(
                        10,
                        OpCode.multi,
                        multi(
                                Op.create(root + "/m-", new byte[3], OPEN, CreateMode.EPHEMERAL_SEQUENTIAL),
                                Op.check(root, 0))),
                request(11, OpCode.multiRead, multi(Op.getData(root), Op.getChildren(root))),
                request(12, OpCode.addWatch, new AddWatchRequest(root, 1)),
                request(13, OpCode.checkWatches, new CheckWatchesRequest(root, 5)),
                request(14, OpCode.reconfig, new ReconfigRequest("server.9=x", "1", "", -1)),
                request(-4, OpCode.auth, auth("digest", "user:password")),
                request(-8, OpCode.setWatches2, new SetWatches2(1, paths, paths, paths, paths, paths)),
                request(-2, OpCode.ping),
                request(15, OpCode.closeSession));
    }

    /** Whether the next connection gets as far as a session before it goes wrong. */
    boolean connectsFirst() {
        return random.nextInt(4) > 0;
    }

    /** What one connection sends, in one or more writes. */
    List<byte[]> pieces() throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        int frames = 1 + random.nextInt(20);
        for (int i = 0; i < frames; i++) {
            all.write(frame());
        }
        byte[] bytes = all.toByteArray();
        List<byte[]> pieces = new ArrayList<>();
        int from = 0;
        while (from < bytes.length) {
            int to = random.nextBoolean() ? bytes.length : Math.min(bytes.length, from + 1 + random.nextInt(50));
            pieces.add(Arrays.copyOfRange(bytes, from, to));
            from = to;
        }
        return pieces;
    }

    private byte[] frame() {
        byte[] body = body();
        byte[] framed = RawClient.frame(body);
        if (random.nextInt(30) == 0) {
            ByteBuffer.wrap(framed).putInt(random.nextBoolean() ? extreme() : random.nextInt(2 * framed.length));
        }
        return framed;
    }

    private byte[] body() {
        byte[] body = wellFormed.get(random.nextInt(wellFormed.size())).clone();
        switch (random.nextInt(6)) {
            case 0 -> body[random.nextInt(body.length)] = (byte) random.nextInt();
            case 1 -> body = Arrays.copyOf(body, random.nextInt(body.length + 1));
            case 2 -> ByteBuffer.wrap(body).putInt(random.nextInt(body.length - 3), extreme());
            case 3 -> ByteBuffer.wrap(body).putInt(4, random.nextInt(130) - 15);
            case 4 -> {
                body = new byte[8 + random.nextInt(60)];
                random.nextBytes(body);
                ByteBuffer.wrap(body).putInt(4, random.nextInt(130) - 15);
            }
            default -> {
                // As it is: state for the others to meet.
            }
        }
        return body;
    }

    private int extreme() {
        return EXTREMES[random.nextInt(EXTREMES.length)];
    }
}
