package io.cellkeeper.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class FrameDecoderTest {
    private static final int LIMIT = 1000;
    private static final int LONG_LIMIT = 5000;

    @Property(tries = 200)
    void shouldCutFramesHoweverTheyArrive(
            @ForAll @Size(max = 5) List<@Size(max = 50) byte[]> frames, @ForAll @IntRange(min = 1, max = 70) int step) {
        WireWriter sent = new WireWriter(16);
        List<ByteRange> expected = new ArrayList<>();
        for (byte[] frame : frames) {
            sent.writeBuffer(ByteRange.of(frame));
            expected.add(ByteRange.of(frame));
        }
        EmbeddedChannel channel = new EmbeddedChannel(new FrameDecoder(LIMIT));
        byte[] bytes = sent.toArray();
        for (int at = 0; at < bytes.length; at += step) {
            channel.writeInbound(Unpooled.copiedBuffer(bytes, at, Math.min(step, bytes.length - at)));
        }

        List<ByteRange> received = new ArrayList<>();
        for (ByteRange frame = channel.readInbound(); frame != null; frame = channel.readInbound()) {
            received.add(frame);
        }
        assertEquals(expected, received);
        channel.finishAndReleaseAll();
    }

    @Test
    void shouldAcceptFrameOfExactlyTheLimit() {
        EmbeddedChannel channel = new EmbeddedChannel(new FrameDecoder(LIMIT));

        channel.writeInbound(Unpooled.buffer().writeInt(LIMIT).writeZero(LIMIT));

        ByteRange frame = channel.readInbound();
        assertEquals(LIMIT, frame.length());
        channel.finishAndReleaseAll();
    }

    @Test
    void shouldRefuseBadLengthsAndWhateverFollows() {
        for (int length : new int[] {LIMIT + 1, Integer.MAX_VALUE, -1, Integer.MIN_VALUE}) {
            EmbeddedChannel channel = new EmbeddedChannel(new FrameDecoder(LIMIT));

            FrameTooLongException e = assertThrows(
                    FrameTooLongException.class,
                    () -> channel.writeInbound(
                            Unpooled.buffer().writeInt(length).writeInt(0)));

            assertEquals(length, e.length());
            channel.writeInbound(Unpooled.buffer().writeInt(0));
            assertNull(channel.readInbound());
            channel.finishAndReleaseAll();
        }
    }

    @Test
    void shouldAcceptALongerListOfWatchesAndNothingElseAsLong() {
        for (int type : new int[] {101, 105}) {
            EmbeddedChannel channel = connected();
            channel.writeInbound(Unpooled.buffer().writeInt(LONG_LIMIT).writeInt(-8));
            channel.writeInbound(Unpooled.buffer().writeInt(type).writeZero(LONG_LIMIT - 8));

            ByteRange frame = channel.readInbound();
            assertEquals(LONG_LIMIT, frame.length());
            channel.writeInbound(Unpooled.buffer().writeInt(LIMIT).writeZero(LIMIT));
            assertEquals(LIMIT, channel.<ByteRange>readInbound().length());
            channel.finishAndReleaseAll();
        }
        for (int type : new int[] {5, 14, 100, 102, 106}) {
            refuses(connected(), LIMIT + 1, type);
        }
        for (int type : new int[] {101, 105}) {
            refuses(connected(), LONG_LIMIT + 1, type);
        }
    }

    @Test
    void shouldNotTakeAConnectRequestForAListOfWatches() {
        refuses(new EmbeddedChannel(new FrameDecoder(LIMIT, LONG_LIMIT)), LIMIT + 1, 101);
    }

    private static EmbeddedChannel connected() {
        EmbeddedChannel channel = new EmbeddedChannel(new FrameDecoder(LIMIT, LONG_LIMIT));
        channel.writeInbound(Unpooled.buffer().writeInt(45).writeZero(45));
        assertEquals(45, channel.<ByteRange>readInbound().length());
        return channel;
    }

    private static void refuses(EmbeddedChannel channel, int length, int type) {
        assertThrows(
                FrameTooLongException.class,
                () -> channel.writeInbound(
                        Unpooled.buffer().writeInt(length).writeInt(1).writeInt(type)),
                "type " + type);
        channel.finishAndReleaseAll();
    }

    @Test
    void shouldHandOnFramesBeforeABadLength() {
        EmbeddedChannel channel = new EmbeddedChannel(new FrameDecoder(LIMIT));

        assertThrows(
                FrameTooLongException.class,
                () -> channel.writeInbound(
                        Unpooled.buffer().writeInt(1).writeByte(7).writeInt(-1)));

        assertEquals(Hex.range("07"), channel.readInbound());
        assertNull(channel.readInbound());
        channel.finishAndReleaseAll();
    }

    @Test
    void shouldNotHoldRoomForWhatHasNotArrived() {
        int announced = 16 << 20;
        UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(false);
        EmbeddedChannel channel = new EmbeddedChannel();
        channel.config().setAllocator(allocator);
        channel.pipeline().addLast(new FrameDecoder(announced));

        for (int i = 0; i < 10; i++) {
            ByteBuf part = allocator.heapBuffer(16);
            channel.writeInbound(i == 0 ? part.writeInt(announced) : part.writeByte(i));
        }

        assertNull(channel.readInbound());
        assertTrue(allocator.metric().usedHeapMemory() + allocator.metric().usedDirectMemory() < 1024);
        channel.finishAndReleaseAll();
    }

    /** Frames or {@link FrameTooLongException}, and no more room than for the bytes that came. */
    @Property(tries = 2000)
    void shouldTakeAnyBytesInAnyPieces(
            @ForAll @Size(max = 12) List<@Size(max = 30) byte[]> pieces,
            @ForAll @IntRange(max = 11) int announcing,
            @ForAll @IntRange(min = -3, max = LONG_LIMIT + 3) int length) {
        UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(false);
        EmbeddedChannel channel = new EmbeddedChannel();
        channel.config().setAllocator(allocator);
        channel.pipeline().addLast(new FrameDecoder(LIMIT, LONG_LIMIT));
        int sent = 0;
        for (int i = 0; i < pieces.size(); i++) {
            ByteBuf piece = allocator.heapBuffer(64);
            if (i == announcing) {
                piece.writeInt(length); // a likely length: others are too long nearly always
            }
            sent += piece.writeBytes(pieces.get(i)).readableBytes();
            try {
                channel.writeInbound(piece);
            } catch (FrameTooLongException e) {
                assertTrue(e.length() < 0 || e.length() > LIMIT, e::getMessage);
            }
        }
        int received = 0;
        for (ByteRange frame = channel.readInbound(); frame != null; frame = channel.readInbound()) {
            received += 4 + frame.length();
        }
        assertTrue(received <= sent);
        assertTrue(allocator.metric().usedHeapMemory() <= 256 + 2 * sent, "of " + sent);
        channel.finishAndReleaseAll();
        assertEquals(0, allocator.metric().usedHeapMemory());
    }

    @Test
    void shouldTakeOverBehindTheFirstFourBytes() {
        EmbeddedChannel channel = new EmbeddedChannel();
        ByteBuf first = Unpooled.buffer().writeInt(2).writeShort(0x0102);
        assertEquals(2, first.getInt(0)); // what a look for a four-letter word does

        channel.pipeline().addLast(new FrameDecoder(LIMIT));
        channel.writeInbound(first);

        assertEquals(Hex.range("0102"), channel.readInbound());
        channel.finishAndReleaseAll();
    }
}
