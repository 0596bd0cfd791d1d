package io.cellkeeper.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The byte transcripts of the specification, both ways. */
class TranscriptTest {
    private static final Stat ZEROS = new Stat(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    private final WireWriter out = new WireWriter(64);

    @Test
    void shouldReadConnectRequestWithReadOnlyByte() {
        ConnectRequest request = ConnectRecords.readRequest(
                Hex.frame("0000002d 00000000 00000000 00000000 00002710 00000000 00000000 00000010 00000000 00000000"
                        + "00000000 00000000 00"));

        assertEquals(new ConnectRequest(0, 0, 10_000, 0, ByteRange.of(new byte[16]), false), request);
    }

    @Test
    void shouldReadConnectRequestWithoutReadOnlyByte() {
        ConnectRequest request =
                ConnectRecords.readRequest(Hex.range("00000007 00000000 0000002a 00002710 ffffffff ffffffff ffffffff"));

        assertEquals(new ConnectRequest(7, 42, 10_000, -1, null, null), request);
    }

    @Test
    void shouldWriteRefusalWithReadOnlyByte() {
        ConnectRecords.writeRefusal(out, false);

        assertWritten("00000025 00000000 00000000 00000000 00000000 00000010 00000000 00000000 00000000 00000000 00");
    }

    @Test
    void shouldOmitReadOnlyByteIfRequestHadNone() {
        ConnectRecords.writeResponse(out, 4000, 0x0102030405060708L, ByteRange.of(new byte[16]), null);

        assertWritten("00000024 00000000 00000fa0 01020304 05060708 00000010 00000000 00000000 00000000 00000000");
    }

    @Test
    void shouldReadCreate() {
        Request request = decode("00000032 00000001 00000001 00000002 2f610000 00017800 00000100 00001f00 00000577"
                + "6f726c64 00000006 616e796f 6e650000 0000");

        assertEquals(new Request.Create(OpCode.CREATE, "/a", ascii("x"), Acls.OPEN_ALL, 0, 0), request);
        assertSame(Acls.OPEN_ALL, ((Request.Create) request).acl());
    }

    @Test
    void shouldWriteCreateReply() {
        ReplyFrames.writeReply(out, 1, 5, ErrorCode.OK, Replies.path("/a"));

        assertWritten("00000016 00000001 00000000 00000005 00000000 00000002 2f61");
    }

    @Test
    void shouldWriteHeaderOnlyForError() {
        ReplyFrames.writeReply(out, 2, 6, ErrorCode.NODE_EXISTS, Replies.path("/a"));

        assertWritten("00000010 00000002 00000000 00000006 ffffff92");
    }

    @Test
    void shouldReadAndAnswerPing() {
        ByteRange frame = Hex.frame("00000008 fffffffe 0000000b");
        RequestHeader header = RequestHeader.of(frame);
        ReplyFrames.writeHeader(out, header.xid(), 6, ErrorCode.OK);

        assertEquals(new RequestHeader(ReplyFrames.PING_XID, OpCode.PING.code()), header);
        assertEquals(new Request.Ping(), RequestDecoder.decode(OpCode.PING, RequestHeader.bodyOf(frame)));
        assertWritten("00000010 fffffffe 00000000 00000006 00000000");
    }

    @Test
    void shouldReadMulti() {
        Request request = decode("00000056 00000003 0000000e 00000001 00ffffff ff000000 022f6200 00000000 00000100"
                + "00001f00 00000577 6f726c64 00000006 616e796f 6e650000 00000000 000d00ff ffffff00 0000022f 61000000"
                + "09ffffff ff01ffff ffff");

        assertEquals(
                new Request.Multi(List.of(
                        new Request.Create(OpCode.CREATE, "/b", ByteRange.EMPTY, Acls.OPEN_ALL, 0, 0),
                        new Request.Check("/a", 9))),
                request);
    }

    @Test
    void shouldWriteFailedMulti() {
        ReplyFrames.writeReply(out, 3, 7, ErrorCode.OK, Replies.multiFailure(2, 1, ErrorCode.BAD_VERSION));

        assertWritten("00000033 00000003 00000000 00000007 00000000 ffffffff 00000000 00000000 00ffffff ff00ffff"
                + "ff99ffff ff99ffff ffff01ff ffffff");
    }

    @Test
    void shouldWriteEvent() {
        ReplyFrames.writeEvent(out, 8, 3, "/a");

        assertWritten("0000001e ffffffff 00000000 00000008 00000000 00000003 00000003 00000002 2f61");
    }

    @Test
    void shouldReadAndAnswerAddWatch() {
        ReplyFrames.writeReply(out, 4, 8, ErrorCode.OK, Replies.ADD_WATCH);

        assertEquals(new Request.AddWatch("/a", 1), decode("00000012 00000004 0000006a 00000002 2f610000 0001"));
        assertWritten("00000014 00000004 00000000 00000008 00000000 00000000");
    }

    @Test
    void shouldWriteNullDataAsLengthMinusOne() {
        ReplyFrames.writeReply(out, 5, 8, ErrorCode.OK, Replies.dataAndStat(null, ZEROS));

        assertWritten("00000058 00000005 00000000 00000008 00000000 ffffffff" + "00".repeat(Stat.LENGTH));
    }

    private static Request decode(String groups) {
        ByteRange frame = Hex.frame(groups);
        OpCode op = Objects.requireNonNull(OpCode.of(RequestHeader.of(frame).type()));
        return RequestDecoder.decode(op, RequestHeader.bodyOf(frame));
    }

    private static ByteRange ascii(String text) {
        return ByteRange.of(text.getBytes(StandardCharsets.US_ASCII));
    }

    private void assertWritten(String groups) {
        assertEquals(
                HexFormat.of().formatHex(Hex.range(groups).toArray()),
                HexFormat.of().formatHex(out.toArray()));
    }
}
