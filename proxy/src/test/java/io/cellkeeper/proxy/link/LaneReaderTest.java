package io.cellkeeper.proxy.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.MalformedRecordException;
import io.cellkeeper.protocol.WireReader;
import io.cellkeeper.protocol.WireWriter;
import io.cellkeeper.proxy.link.LinkMessage.ToLeader;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Frames that no peer of ours sends: refused before anything is allocated for them. */
class LaneReaderTest {
    private final List<ToLeader> heard = new ArrayList<>();
    private final List<ArrivingBody> bodies = new ArrayList<>();
    private final LaneReader<ToLeader> reader = LaneReader.ofRequests(new LaneReader.Receiver<>() {
        @Override
        public void message(ToLeader message) {
            heard.add(message);
        }

        @Override
        public void messageBegun(ToLeader message, ArrivingBody body) {
            heard.add(message);
            bodies.add(body);
        }
    });

    @Test
    void shouldRefuseABodyLongerThanAnyRequest() {
        reader.frame(head(LaneFormat.MAX_REQUEST_BODY));

        refuses(head(LaneFormat.MAX_REQUEST_BODY + 1));
        refuses(head(Integer.MAX_VALUE));
        refuses(head(-1));
    }

    @Test
    void shouldRefuseABodyThatHadFittedIntoItsFrame() {
        refuses(head(LaneFormat.MAX_SMALL_BODY));
        refuses(head(0));
    }

    @Test
    void shouldRefuseMoreBodiesAtOnceThanTheLaneHolds() {
        int fit = LaneFormat.MAX_BULK_BYTES / LaneFormat.MAX_REQUEST_BODY;
        for (int i = 0; i < fit; i++) {
            reader.frame(head(LaneFormat.MAX_REQUEST_BODY));
        }
        refuses(head(LaneFormat.MAX_SMALL_BODY + 1));

        for (int left = LaneFormat.MAX_REQUEST_BODY; left > 0; left -= 16 << 10) {
            reader.frame(chunk(1, 16 << 10));
        }
        reader.frame(head(LaneFormat.MAX_REQUEST_BODY));
    }

    @Test
    void shouldRefuseChunksOfNoBodyOrPastItsEnd() {
        int length = LaneFormat.MAX_SMALL_BODY + 1;
        refuses(chunk(1, 10));
        reader.frame(head(length));
        refuses(chunk(2, 10));
        refuses(chunk(1, 0));
        refuses(chunk(1, length + 1));
        reader.frame(chunk(1, length));
        assertEquals(0, bodies.get(0).missing());
        refuses(chunk(1, 1));
    }

    @Test
    void shouldRefuseAMessageThatHasNoBodyToLeaveApart() {
        refuses(apart(new LinkMessage.TermReport(1)));
        refuses(apart(new LinkMessage.DropInterest("/a", 1)));
        refuses(ByteRange.of(new byte[] {(byte) (LinkFrameType.COMMAND | LaneFormat.BODY_APART)}));
        refuses(ByteRange.EMPTY);
    }

    @Test
    void shouldRefusePartsOfWhatFitsOrIsTooLongOrGoesOn() {
        refuses(part(LinkCodec.MAX_FRAME_LENGTH, 100));
        assertEquals(List.of(), heard);
        refusesAsFirst(part(LaneFormat.MAX_IN_PARTS + 1, 100));
        refusesAsFirst(part(-1, 100));
        refusesAsFirst(ByteRange.of(new byte[] {LaneFormat.PART}));
        refusesAsFirst(part(LinkCodec.MAX_FRAME_LENGTH + 1, LinkCodec.MAX_FRAME_LENGTH + 2));
    }

    @Property
    void shouldEitherReadOrRefuseAnyFrames(@ForAll @Size(max = 8) List<byte[]> frames) {
        try {
            for (byte[] frame : frames) {
                reader.frame(ByteRange.of(frame));
            }
        } catch (MalformedRecordException e) {
            // Refused, which is as good.
        }
    }

    /** Random bytes rarely begin with a type of the lanes: these do. */
    @Property
    void shouldEitherReadOrRefuseAnyBytesAfterATypeOfTheLanes(@ForAll @Size(max = 60) byte[] bytes) {
        for (int type : new int[] {LaneFormat.PART, LaneFormat.CHUNK, 0x23, 0x24, 0x65, 0x66}) {
            ByteRange frame = new WireWriter(64)
                    .writeByte(type)
                    .writeBytes(ByteRange.of(bytes))
                    .toRange();
            try {
                LaneReader.ofRequests(ignoring()).frame(frame);
            } catch (MalformedRecordException e) {
                // Refused, which is as good.
            }
        }
    }

    private void refuses(ByteRange frame) {
        assertThrows(MalformedRecordException.class, () -> reader.frame(frame));
    }

    private static void refusesAsFirst(ByteRange frame) {
        assertThrows(
                MalformedRecordException.class,
                () -> LaneReader.ofRequests(ignoring()).frame(frame));
    }

    private static LaneReader.Receiver<ToLeader> ignoring() {
        return new LaneReader.Receiver<>() {
            @Override
            public void message(ToLeader message) {}

            @Override
            public void messageBegun(ToLeader message, ArrivingBody body) {}
        };
    }

    private static ByteRange head(int bodyLength) {
        WireWriter out = new WireWriter(64);
        LaneFormat.writeHead(out, Bodies.command(1, 1, 0), bodyLength);
        return withoutLength(out);
    }

    private static ByteRange apart(LinkMessage message) {
        WireWriter out = new WireWriter(64);
        LinkCodec.write(out, message);
        out.array()[4] |= LaneFormat.BODY_APART;
        return withoutLength(out);
    }

    private static ByteRange withoutLength(WireWriter out) {
        WireReader in = new WireReader(out.toRange());
        return in.readBytes(in.readInt());
    }

    private static ByteRange chunk(long number, int length) {
        return new WireWriter(64)
                .writeByte(LaneFormat.CHUNK)
                .writeLong(number)
                .writeBytes(ByteRange.of(new byte[length]))
                .toRange();
    }

    private static ByteRange part(int messageLength, int length) {
        return new WireWriter(64)
                .writeByte(LaneFormat.PART)
                .writeInt(messageLength)
                .writeBytes(ByteRange.of(new byte[length]))
                .toRange();
    }
}
