package io.cellkeeper.proxy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.protocol.OpCode;
import io.cellkeeper.protocol.Request;
import io.cellkeeper.protocol.RequestDecoder;
import io.cellkeeper.protocol.WireWriter;
import io.cellkeeper.proxy.link.LinkMessage.Command;
import io.cellkeeper.proxy.link.LinkMessage.OpenSession;
import io.cellkeeper.proxy.link.LinkMessage.Read;
import io.cellkeeper.proxy.link.LinkMessage.SessionOpened;
import io.cellkeeper.proxy.link.LinkMessage.ToLeader;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Whatever a client sends ends in answers or in a close, and no other connection notices. */
class FuzzTest {
    private final ByteRange[] seeds = {
        Requests.connect(9_000, 0, false),
        Requests.ping(),
        Requests.closeSession(1),
        Requests.create(2, "/a"),
        Requests.delete(2, "/a"),
        Requests.setData(3, "/a", new byte[5]),
        Requests.exists(4, "/a", true),
        Requests.getData(5, "/a", true),
        Requests.getChildren(6, "/a", true),
        Requests.sync(7, "/a"),
        Requests.addWatch(8, "/a", 1),
        Requests.checkWatches(9, "/a", 3),
        Requests.removeWatches(10, "/a", 3),
        Requests.whoAmI(11),
        Requests.sasl(12),
        Requests.auth(-4, "digest", "a:b"),
        Requests.setWatches2(-8, List.of("/a"), List.of("/b"), List.of("/c"), List.of("/d"), List.of("/e"))
    };

    @Property(tries = 1500)
    void shouldEndInAnswersOrAClose(@ForAll long seed) {
        Random random = new Random(seed);
        ProxyFixture proxy = ProxyFixture.linked();
        FakeClient victim = proxy.open();
        proxy.watch(victim, Requests.addWatch(1, "/a", 0));
        FakeClient client = random.nextInt(4) == 0 ? proxy.client() : proxy.open();
        int sent = 0;
        for (int i = 0; i < 40 && !client.closed && !client.reset; i++) {
            client.send(mutated(random));
            sent++;
            if (random.nextInt(3) == 0) {
                answerAll(proxy, client, random);
            }
            if (random.nextInt(5) == 0) {
                proxy.changed(200 + i, 1 + random.nextInt(3), "/a");
            }
        }
        answerAll(proxy, client, random);

        boolean ended = client.closed || client.reset;
        assertTrue(ended || client.connection.queue().size() == 0, "requests without an answer of " + sent);
        assertFalse(victim.closed || victim.reset);
        victim.takeXids();
        victim.send(Requests.ping());
        assertEquals(-2, victim.takeReply().xid());
        client.disconnect();
        assertEquals(2, proxy.core.view(proxy.now()).watches(), "those of the other connection");
    }

    private ByteRange mutated(Random random) {
        byte[] bytes = seeds[random.nextInt(seeds.length)].toArray();
        switch (random.nextInt(7)) {
            case 0 -> {
                for (int i = random.nextInt(4); i >= 0; i--) {
                    bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
                }
            }
            case 1 ->
                bytes = ByteRange.of(bytes, 0, random.nextInt(bytes.length + 1)).toArray();
            case 2 -> {
                if (bytes.length > 8) {
                    bytes[8 + random.nextInt(bytes.length - 8)] = (byte) random.nextInt();
                }
            }
            case 3 -> {
                if (random.nextInt(10) == 0) {
                    bytes = new byte[random.nextInt(64)];
                    random.nextBytes(bytes);
                }
            }
            case 4 -> bytes = ofAnyType(random);
            default -> {}
        }
        return ByteRange.of(bytes);
    }

    /** A request of any type, mostly one that exists, whose body is mostly zeros: lengths and counts that often fit. */
    private static byte[] ofAnyType(Random random) {
        OpCode[] types = OpCode.values();
        int type = random.nextInt(10) == 0 ? random.nextInt(130) - 15 : types[random.nextInt(types.length)].code();
        byte[] body = new byte[random.nextInt(50)];
        for (int i = 0; i < body.length; i++) {
            body[i] = random.nextInt(5) == 0 ? (byte) random.nextInt(4) : 0;
        }
        return new WireWriter(8 + body.length)
                .writeInt(random.nextInt(100))
                .writeInt(type)
                .writeBytes(body, 0, body.length)
                .toArray();
    }

    /** A leader that answers everything in order. */
    private static void answerAll(ProxyFixture proxy, FakeClient client, Random random) {
        for (ToLeader message = proxy.sent.poll(); message != null; message = proxy.sent.poll()) {
            if (message instanceof OpenSession open) {
                client.session = 0x99;
                client.generation = 4;
                proxy.say(new SessionOpened(open.request(), 0x99, 4, 0, 12_000, Requests.PASSWORD, 100));
            } else if (message instanceof Command command) {
                ErrorCode error = random.nextBoolean() ? ErrorCode.OK : ErrorCode.NO_NODE;
                proxy.result(client, command.number(), 150, error, ByteRange.EMPTY);
            } else if (message instanceof Read read) {
                proxy.answer(client, read.read(), 150, ErrorCode.OK, bodyOf(read, random));
            }
        }
    }

    private static ByteRange bodyOf(Read read, Random random) {
        OpCode op = OpCode.of(read.op());
        Request request = op == null ? null : RequestDecoder.decode(op, read.body());
        if (!(request instanceof Request.SetWatches set)) {
            return ByteRange.EMPTY;
        }
        byte[] verdicts = new byte
                [set.data().size()
                        + set.exist().size()
                        + set.child().size()
                        + set.persistent().size()
                        + set.persistentRecursive().size()];
        for (int i = 0; i < verdicts.length; i++) {
            verdicts[i] = (byte) random.nextInt(5);
        }
        return ByteRange.of(verdicts);
    }
}
