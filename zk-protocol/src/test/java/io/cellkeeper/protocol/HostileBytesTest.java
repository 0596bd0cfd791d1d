package io.cellkeeper.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.apache.zookeeper.proto.AddWatchRequest;
import org.apache.zookeeper.proto.CreateRequest;
import org.apache.zookeeper.proto.CreateTTLRequest;
import org.apache.zookeeper.proto.ReconfigRequest;
import org.apache.zookeeper.proto.SetACLRequest;
import org.apache.zookeeper.proto.SetDataRequest;
import org.apache.zookeeper.proto.SetWatches2;
import org.jspecify.annotations.Nullable;

/** Whatever the bytes: a request or {@link MalformedRecordException}, and no memory but what was paid for in bytes. */
class HostileBytesTest {
    private static final long BASE = 64 << 10;
    private static final long PER_BYTE = 40;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @Property(tries = 5000)
    void shouldTakeAnyBytes(@ForAll OpCode op, @ForAll @Size(max = 80) byte[] bytes) {
        decodeWithinBounds(op, ByteRange.of(bytes));
    }

    @Property(tries = 5000)
    void shouldTakeDamagedRequests(
            @ForAll OpCode op,
            @ForAll("wellFormed") ByteRange body,
            @ForAll @IntRange(max = 200) int at,
            @ForAll("lengths") int value,
            @ForAll @IntRange(max = 300) int length) {
        byte[] damaged = Arrays.copyOf(body.toArray(), Math.min(length, body.length()));
        for (int i = 0; i < 4 && at + i < damaged.length; i++) {
            damaged[at + i] = (byte) (value >>> (24 - 8 * i));
        }
        decodeWithinBounds(op, ByteRange.of(damaged));
    }

    /** The first frame of a connection, which has no header. */
    @Property(tries = 2000)
    void shouldTakeAnyBytesForAConnectRequest(
            @ForAll @Size(max = 60) byte[] bytes, @ForAll("lengths") int passwordLength) {
        if (bytes.length >= 28) {
            ByteBuffer.wrap(bytes).putInt(24, passwordLength);
        }
        try {
            ByteRange password = ConnectRecords.readRequest(ByteRange.of(bytes)).password();
            assertEquals(passwordLength, password == null ? -1 : password.length());
        } catch (MalformedRecordException e) {
            assertTrue(bytes.length < 28 || passwordLength < -1 || passwordLength > bytes.length - 28, e::getMessage);
        }
    }

    @Provide
    Arbitrary<ByteRange> wellFormed() {
        var acl = Samples.juteAcl(List.of(
                new AclEntry(31, new Identity("digest", "u:h")), new AclEntry(1, new Identity("ip", "10.0.0.0/8"))));
        List<String> paths = List.of("/a", "", "/b/c");
        return Arbitraries.of(
                Jute.bytesOf(new CreateRequest("/a", new byte[5], acl, 3)),
                Jute.bytesOf(new CreateTTLRequest("/a", new byte[5], Samples.juteAcl(Acls.OPEN_ALL), 5, 1000)),
                Jute.bytesOf(new SetDataRequest("/a/b", new byte[20], 7)),
                Jute.bytesOf(new SetACLRequest("/a/b", acl, 7)),
                Jute.bytesOf(new SetWatches2(9, paths, paths, paths, paths, paths)),
                Jute.bytesOf(new ReconfigRequest("a", "b", "c", 4)),
                Jute.bytesOf(new AddWatchRequest("/a", 1)),
                new Jute()
                        .header(1, false, -1)
                        .add(new CreateRequest("/a", new byte[5], acl, 3))
                        .header(5, false, -1)
                        .add(new SetDataRequest("/a", new byte[5], 3))
                        .end()
                        .bytes());
    }

    @Provide
    Arbitrary<Integer> lengths() {
        return Arbitraries.of(0, 1, 2, 13, 14, 22, 255, 1 << 20, Integer.MAX_VALUE, -1, -2, Integer.MIN_VALUE);
    }

    @Example
    void shouldNotAllocateByAnnouncedCounts() {
        // setWatches: zxid, then a vector of two thousand millions; the same as an ACL, a buffer and a string.
        assertMalformed(OpCode.SET_WATCHES, "0000000000000000 77359400 00000000 00000000");
        assertMalformed(OpCode.CREATE, "00000002 2f61 ffffffff 77359400 00000001 00000000 00000000");
        assertMalformed(OpCode.SET_ACL, "00000002 2f61 77359400 00000001 00000000 00000000");
        assertMalformed(OpCode.SET_DATA, "00000002 2f61 77359400 00000000");
        assertMalformed(OpCode.SASL, "77359400 00000000");
        assertMalformed(OpCode.DELETE, "77359400 00000000");
        assertMalformed(OpCode.GET_ACL, "77359400 00000000");
    }

    @Example
    void shouldRefuseNegativeCountsAndLengths() {
        assertMalformed(OpCode.SET_WATCHES, "0000000000000000 fffffffe 00000000 00000000");
        assertMalformed(OpCode.CREATE, "00000002 2f61 ffffffff fffffffe 00000000");
        assertMalformed(OpCode.SET_ACL, "00000002 2f61 fffffffe 00000000");
        assertMalformed(OpCode.SET_DATA, "00000002 2f61 fffffffe 00000000");
        assertMalformed(OpCode.SYNC, "fffffffe");
    }

    @Example
    void shouldBoundMemoryOfAMillionEmptyChecks() {
        WireWriter body = new WireWriter(18_000_000);
        for (int i = 0; i < 1_000_000; i++) {
            body.writeInt(13).writeBoolean(false).writeInt(-1).writeString("").writeInt(0);
        }
        body.writeInt(-1).writeBoolean(true).writeInt(-1);

        Request request = decodeWithinBounds(OpCode.MULTI, body.takeRange());

        Request.Multi multi = assertInstanceOf(Request.Multi.class, request);
        assertEquals(1_000_000, multi.operations().size());
    }

    @Example
    void shouldBoundMemoryOfManySmallElements() {
        WireWriter paths = new WireWriter(6_000_000);
        paths.writeLong(0).writeInt(1_000_000);
        for (int i = 0; i < 1_000_000; i++) {
            paths.writeString("a");
        }
        decodeWithinBounds(OpCode.SET_WATCHES, paths.writeInt(0).writeInt(0).takeRange());

        WireWriter acl = new WireWriter(6_000_000);
        acl.writeString("/a").writeInt(-1).writeInt(300_000);
        for (int i = 0; i < 300_000; i++) {
            acl.writeInt(i).writeString("a").writeString("\u00e9");
        }
        decodeWithinBounds(OpCode.CREATE, acl.writeInt(0).takeRange());
    }

    /** The request, or null if the bytes are none. */
    private @Nullable Request decodeWithinBounds(OpCode op, ByteRange body) {
        tryDecode(op, body); // What is allocated once only, for a call site's first use, doesn't count.
        long before = threads.getCurrentThreadAllocatedBytes();
        Request request = tryDecode(op, body);
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertTrue(
                allocated <= BASE + PER_BYTE * body.length(),
                () -> allocated + " bytes allocated for " + body.length() + " of " + op);
        return request;
    }

    private static @Nullable Request tryDecode(OpCode op, ByteRange body) {
        try {
            return RequestDecoder.decode(op, body);
        } catch (MalformedRecordException e) {
            return null; // One of the two ways out; any other fails the test.
        }
    }

    private void assertMalformed(OpCode op, String groups) {
        ByteRange body = Hex.range(groups);
        assertThrows(MalformedRecordException.class, () -> RequestDecoder.decode(op, body));
        decodeWithinBounds(op, body);
    }
}
