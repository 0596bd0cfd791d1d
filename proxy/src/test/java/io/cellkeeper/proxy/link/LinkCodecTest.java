package io.cellkeeper.proxy.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.MalformedRecordException;
import io.cellkeeper.protocol.WireReader;
import io.cellkeeper.protocol.WireWriter;
import java.util.function.Function;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class LinkCodecTest {
    @Provide
    Arbitrary<LinkMessage.ToLeader> toLeader() {
        return LinkMessages.toLeader();
    }

    @Provide
    Arbitrary<LinkMessage.ToProxy> toProxy() {
        return LinkMessages.toProxy();
    }

    @Property
    void shouldReadWhatAProxyWrote(@ForAll("toLeader") LinkMessage.ToLeader message) {
        assertEquals(message, LinkCodec.readToLeader(frameOf(message)));
    }

    @Property
    void shouldReadWhatALeaderWrote(@ForAll("toProxy") LinkMessage.ToProxy message) {
        assertEquals(message, LinkCodec.readToProxy(frameOf(message)));
    }

    @Property
    void shouldRefuseEveryTruncationFromAProxy(@ForAll("toLeader") LinkMessage.ToLeader message) {
        refusesTruncations(frameOf(message), LinkCodec::readToLeader);
    }

    @Property
    void shouldRefuseEveryTruncationFromALeader(@ForAll("toProxy") LinkMessage.ToProxy message) {
        refusesTruncations(frameOf(message), LinkCodec::readToProxy);
    }

    @Property
    void shouldEitherReadOrRefuseAnyBytes(@ForAll @Size(max = 120) byte[] bytes) {
        readsOrRefuses(ByteRange.of(bytes), LinkCodec::readToLeader);
        readsOrRefuses(ByteRange.of(bytes), LinkCodec::readToProxy);
    }

    /** Random bytes rarely begin with a type: these do. */
    @Property
    void shouldEitherReadOrRefuseAnyBytesAfterAType(@ForAll @Size(max = 120) byte[] bytes) {
        for (int type = 1; type < 0x60; type++) {
            ByteRange frame = new WireWriter(128)
                    .writeByte(type)
                    .writeBytes(ByteRange.of(bytes))
                    .toRange();
            readsOrRefuses(frame, LinkCodec::readToLeader);
            readsOrRefuses(frame, LinkCodec::readToProxy);
        }
    }

    @Test
    void shouldAllocateNothingForCountsThatCantBeThere() {
        ByteRange keepAlive = new WireWriter(16)
                .writeByte(LinkFrameType.KEEP_ALIVE)
                .writeLong(1)
                .writeInt(Integer.MAX_VALUE)
                .toRange();
        ByteRange changed = new WireWriter(32)
                .writeByte(LinkFrameType.CHANGED)
                .writeLong(1)
                .writeByte(1)
                .writeString("/a")
                .writeInt(Integer.MAX_VALUE)
                .toRange();

        assertThrows(MalformedRecordException.class, () -> LinkCodec.readToLeader(keepAlive));
        assertThrows(MalformedRecordException.class, () -> LinkCodec.readToProxy(changed));
    }

    @Test
    void shouldRefuseBytesAfterTheMessage() {
        ByteRange frame = new WireWriter(16)
                .writeByte(LinkFrameType.TERM_REPORT)
                .writeLong(7)
                .writeByte(0)
                .toRange();

        assertThrows(MalformedRecordException.class, () -> LinkCodec.readToLeader(frame));
    }

    private static ByteRange frameOf(LinkMessage message) {
        WireWriter out = new WireWriter(64);
        LinkCodec.write(out, message);
        WireReader in = new WireReader(out.toRange());
        int length = in.readInt();
        assertEquals(in.remaining(), length, "the length counts what follows it");
        return in.readBytes(length);
    }

    private static void refusesTruncations(ByteRange frame, Function<ByteRange, LinkMessage> read) {
        for (int length = 0; length < frame.length(); length++) {
            ByteRange truncated = ByteRange.of(frame.array(), frame.offset(), length);
            assertThrows(MalformedRecordException.class, () -> read.apply(truncated));
        }
    }

    private static void readsOrRefuses(ByteRange frame, Function<ByteRange, LinkMessage> read) {
        try {
            LinkMessage message = read.apply(frame);
            // What was read means what it says: written again it is read as the same.
            assertEquals(message, read.apply(frameOf(message)));
        } catch (MalformedRecordException e) {
            // Refused, which is as good.
        }
    }
}
