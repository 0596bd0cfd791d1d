package io.cellkeeper.proxy.link;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.cellkeeper.protocol.AclEntry;
import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.protocol.Identity;
import io.cellkeeper.protocol.WireReader;
import io.cellkeeper.protocol.WireWriter;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Encoded samples of every message: a change of the format must be meant, and named by a new version. */
class LinkFormatTest {
    private static final String SAMPLES = "link-frames-1.txt";
    private static final int LARGE = 33_000;
    private static final List<AclEntry> ACL = List.of(new AclEntry(AclEntry.READ, new Identity("digest", "u:h=")));

    private static final List<LinkMessage> MESSAGES = List.of(
            new LinkMessage.Hello(new UUID(0x0102030405060708L, 0x090a0b0c0d0e0f10L), 1, "2-1", 77),
            new LinkMessage.OpenSession(3, 0x1234, bytes(1, 2, 3), 12_000, 99, List.of(new Identity("ip", "10.0.0.1"))),
            new LinkMessage.Command(0x1234, 2, 5, 4, 60, 1, 1, bytes(9, 8, 7)),
            new LinkMessage.Read(0x1234, 2, 5, 17, 4, 60, 3, bytes(0, 0)),
            new LinkMessage.KeepAlive(
                    6, List.of(new LinkMessage.Touch(0x1234, 2, 350, 5), new LinkMessage.Touch(0x1235, 1, -1, 8))),
            new LinkMessage.DropInterest("/lock/ä", 4),
            new LinkMessage.TermReport(21),
            new LinkMessage.Resume(
                    0x0001_0000_0000_0007L,
                    1,
                    List.of(new LinkMessage.HeldSession(0x1234, 2, 5)),
                    List.of(new LinkMessage.Reregistration("/a", 9)),
                    true),
            new LinkMessage.Welcome(21, 2_000, 4_000, 40_000, 0x0001_0000_0000_0007L),
            new LinkMessage.Refused("another cell", false),
            new LinkMessage.SessionOpened(3, 0x1234, 2, 4, 12_000, bytes(1, 2), 100),
            new LinkMessage.SessionRefused(3, true, "wrong password"),
            new LinkMessage.Result(0x1234, 2, 5, 101, ErrorCode.NODE_EXISTS, ByteRange.EMPTY),
            new LinkMessage.ReadAnswer(0x1234, 2, 17, 101, ErrorCode.OK, true, bytes(4, 5)),
            new LinkMessage.Changed(102, 2, "/lock/a", ACL, null),
            new LinkMessage.SessionGone(0x1234, 2, LinkMessage.SessionGone.Reason.EXPIRED),
            new LinkMessage.KeepAliveAnswer(6, 40, true),
            new LinkMessage.ReplayEnd(0x0001_0000_0000_0009L),
            new LinkMessage.CatchUp(
                    List.of(new LinkMessage.Missed(2, "/a", null), new LinkMessage.Missed(4, "/b", ACL))));

    @Test
    void shouldEncodeEveryMessageAsItAlwaysDid() throws IOException {
        Map<String, String> kept = samples();
        Map<String, String> encoded = new LinkedHashMap<>();
        for (LinkMessage message : MESSAGES) {
            encoded.put(nameOf(message), hexOf(message));
        }

        assertEquals(asText(kept), asText(encoded));
    }

    /** The frames of messages that don't fit into one: their beginnings. */
    @Test
    void shouldCutUpWhatIsTooLongAsItAlwaysDid() throws IOException {
        List<LinkMessage> large = List.of(
                new LinkMessage.Command(0x1234, 2, 5, 4, 9, 1, 1, ByteRange.of(new byte[LARGE])),
                new LinkMessage.Read(0x1234, 2, 5, 17, 4, 9, 3, ByteRange.of(new byte[LARGE])),
                new LinkMessage.Result(0x1234, 2, 5, 101, ErrorCode.OK, ByteRange.of(new byte[LARGE])),
                new LinkMessage.ReadAnswer(0x1234, 2, 17, 101, ErrorCode.OK, false, ByteRange.of(new byte[LARGE])),
                new LinkMessage.DropInterest("/".repeat(LARGE), 4));
        Map<String, String> cut = new LinkedHashMap<>();
        for (LinkMessage message : large) {
            LaneWriter lanes = new LaneWriter();
            ByteRange body = LaneFormat.largeBody(message);
            if (body == null) {
                lanes.add(message);
            } else {
                lanes.addLarge(0x1234, message, body);
            }
            WireWriter out = new WireWriter(64);
            lanes.drain((array, offset, length) -> out.writeBytes(array, offset, length), session -> {});
            int frame = 0;
            for (WireReader in = new WireReader(out.toRange()); in.remaining() > 0; ) {
                ByteRange bytes = in.readBytes(in.readInt());
                int shown = Math.min(bytes.length(), 56);
                cut.put(
                        nameOf(message) + "#" + ++frame,
                        bytes.length() + ":"
                                + HexFormat.of().formatHex(bytes.array(), bytes.offset(), bytes.offset() + shown));
            }
        }

        assertEquals(asText(samples("link-lanes-1.txt")), asText(cut));
    }

    @Test
    void shouldDecodeEverySample() throws IOException {
        Map<String, String> kept = samples();
        for (LinkMessage message : MESSAGES) {
            WireReader in =
                    new WireReader(ByteRange.of(HexFormat.of().parseHex(kept.getOrDefault(nameOf(message), ""))));
            ByteRange frame = in.readBytes(in.readInt());
            LinkMessage decoded = message instanceof LinkMessage.ToLeader
                    ? LinkCodec.readToLeader(frame)
                    : LinkCodec.readToProxy(frame);
            assertEquals(message, decoded);
        }
    }

    @Test
    void shouldHaveASampleOfEveryMessage() {
        Set<String> all = new TreeSet<>();
        for (Class<?> type : LinkMessage.ToLeader.class.getPermittedSubclasses()) {
            all.add(type.getSimpleName());
        }
        for (Class<?> type : LinkMessage.ToProxy.class.getPermittedSubclasses()) {
            all.add(type.getSimpleName());
        }
        Set<String> sampled = new TreeSet<>();
        MESSAGES.forEach(message -> sampled.add(nameOf(message)));

        assertEquals(all, sampled);
    }

    private static Map<String, String> samples() throws IOException {
        return samples(SAMPLES);
    }

    private static Map<String, String> samples(String name) throws IOException {
        Map<String, String> samples = new LinkedHashMap<>();
        InputStream resource = LinkFormatTest.class.getResourceAsStream(name);
        if (resource == null) {
            return samples;
        }
        try (BufferedReader in = new BufferedReader(new InputStreamReader(resource, StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                int space = line.indexOf(' ');
                samples.put(line.substring(0, space), line.substring(space + 1));
            }
        }
        return samples;
    }

    private static String asText(Map<String, String> samples) {
        List<String> lines = new ArrayList<>();
        samples.forEach((name, hex) -> lines.add(name + " " + hex));
        return String.join("\n", lines);
    }

    private static String hexOf(LinkMessage message) {
        WireWriter out = new WireWriter(64);
        LinkCodec.write(out, message);
        return HexFormat.of().formatHex(out.toArray());
    }

    private static String nameOf(LinkMessage message) {
        return message.getClass().getSimpleName();
    }

    private static ByteRange bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return ByteRange.of(bytes);
    }
}
