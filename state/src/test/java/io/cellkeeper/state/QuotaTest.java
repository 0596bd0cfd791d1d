package io.cellkeeper.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.CreateMode;
import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.protocol.OpCode;
import io.cellkeeper.protocol.Stat;
import io.cellkeeper.protocol.WireReader;
import io.cellkeeper.state.Bodies.Part;
import io.cellkeeper.state.QuotaNotice.Kind;
import io.cellkeeper.state.TestCell.Client;
import io.cellkeeper.state.batch.BatchSettings;
import io.cellkeeper.state.batch.CommandKind;
import io.cellkeeper.state.tree.TreeAudit;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rules 13.1 to 13.10. */
class QuotaTest {
    private static final String HARD = "count=-1,bytes=-1=;byteHardLimit=%d;countHardLimit=%d";

    private final TestCell cell = new TestCell();
    private final Client client = cell.open();

    @BeforeEach
    void enforce() {
        cell.settings |= BatchSettings.ENFORCE_QUOTA;
    }

    private ErrorCode create(String path, String data) {
        return create(path, data, CreateMode.PERSISTENT);
    }

    private ErrorCode create(String path, String data, CreateMode mode) {
        return cell.send(client, OpCode.CREATE, Bodies.create(path, data, mode)).error();
    }

    private ErrorCode set(String path, String data) {
        return cell.send(client, OpCode.SET_DATA, Bodies.setData(path, data, -1))
                .error();
    }

    private ErrorCode delete(String path) {
        return cell.send(client, OpCode.DELETE, Bodies.delete(path, -1)).error();
    }

    /** As ZooKeeper's command line tool sets a quota. */
    private void quota(String path, String limits) {
        String at = "/zookeeper/quota";
        for (String name : path.substring(1).split("/")) {
            at += "/" + name;
            create(at, "");
        }
        assertEquals(ErrorCode.OK, create(at + "/zookeeper_limits", limits));
        assertEquals(ErrorCode.OK, create(at + "/zookeeper_stats", "count=-1,bytes=-1"));
    }

    private String usage(String path) {
        ReadAnswer answer =
                cell.read(client, OpCode.GET_DATA, Bodies.watchable("/zookeeper/quota" + path + "/zookeeper_stats"));
        assertEquals(ErrorCode.OK, answer.error());
        WireReader in = new WireReader(answer.body());
        String text = new String(Objects.requireNonNull(in.readBuffer()).toArray(), StandardCharsets.UTF_8);
        Stat stat = TestCell.stat(in);
        assertEquals(text.length(), stat.dataLength());
        assertEquals(0, stat.version());
        return text;
    }

    @Test
    void shouldCountTheSubtreeThatWasThereAndWhatComesAndGoes() {
        create("/a", "12");
        create("/a/b", "345");
        quota("/a", "count=100,bytes=100");
        assertEquals("count=2,bytes=5", usage("/a"));
        create("/a/b/c", "6");
        assertEquals("count=3,bytes=6", usage("/a"));
        set("/a/b", "");
        set("/a", "1234");
        assertEquals("count=3,bytes=5", usage("/a"));
        delete("/a/b/c");
        assertEquals("count=2,bytes=4", usage("/a"));
        create("/ab", "not below");
        assertEquals("count=2,bytes=4", usage("/a"));
        create("/a/e", "eph", CreateMode.EPHEMERAL);
        assertEquals("count=3,bytes=7", usage("/a"));
        cell.expire(client, client.generation);
        Client other = cell.open();
        ReadAnswer answer = cell.read(other, OpCode.GET_DATA, Bodies.watchable("/zookeeper/quota/a/zookeeper_stats"));
        assertTrue(new String(answer.body().toArray(), StandardCharsets.ISO_8859_1).contains("count=2,bytes=4"));
        TreeAudit.verify(cell.state.tree());
    }

    @Test
    void shouldNotTellWatchesOrVersionsOfTheUsage() {
        create("/a", "");
        quota("/a", "count=10,bytes=10");
        Stat before = cell.statOf("/zookeeper/quota/a/zookeeper_stats");
        create("/a/b", "x");
        assertEquals(List.of("/a/b"), cell.changes.stream().map(Change::path).toList());
        assertEquals(before, cell.statOf("/zookeeper/quota/a/zookeeper_stats"));
    }

    @Test
    void shouldShowTheUsageWhereverAStatOrDataIsRead() {
        create("/a", "12345");
        quota("/a", "count=10,bytes=10");
        int length = "count=1,bytes=5".length();
        String path = "/zookeeper/quota/a/zookeeper_stats";
        for (OpCode op : List.of(OpCode.EXISTS, OpCode.GET_CHILDREN2, OpCode.GET_ACL)) {
            ReadAnswer answer = cell.read(client, op, Bodies.watchable(path));
            WireReader in = new WireReader(answer.body());
            in.readBytes(in.remaining() - Stat.LENGTH);
            assertEquals(length, TestCell.stat(in).dataLength(), op.name());
        }
        ReadAnswer multi =
                cell.read(client, OpCode.MULTI_READ, Bodies.multi(new Part(OpCode.GET_DATA, Bodies.watchable(path))));
        assertTrue(new String(multi.body().toArray(), StandardCharsets.ISO_8859_1).contains("count=1,bytes=5"));
        assertEquals(ErrorCode.OK, set(path, "nonsense"));
        assertTrue(new String(
                        cell.read(client, OpCode.GET_DATA, Bodies.watchable(path))
                                .body()
                                .toArray(),
                        StandardCharsets.ISO_8859_1)
                .contains("count=1,bytes=5"));
    }

    @Test
    void shouldRefuseWhatExceedsAHardLimitAndAllowWhatReachesIt() {
        create("/a", "1");
        quota("/a", String.format(HARD, 5, 3));
        assertEquals(ErrorCode.OK, create("/a/b", "23"));
        assertEquals(ErrorCode.QUOTA_EXCEEDED, create("/a/c", "456"), "6 bytes");
        assertEquals(ErrorCode.OK, create("/a/c", "45"));
        assertEquals(ErrorCode.QUOTA_EXCEEDED, create("/a/d", ""), "4 nodes");
        assertEquals(List.of(new QuotaNotice(Kind.COUNT, "/a", 4, 3, true)), cell.notices);
        assertEquals(ErrorCode.QUOTA_EXCEEDED, set("/a/c", "456"));
        assertEquals(List.of(new QuotaNotice(Kind.BYTES, "/a", 6, 5, true)), cell.notices);
        assertEquals(ErrorCode.OK, set("/a/c", "54"), "the same length");
        assertEquals(ErrorCode.OK, delete("/a/b"));
        assertEquals(ErrorCode.OK, set("/a/c", "4567"));
        assertEquals("count=2,bytes=5", usage("/a"));
    }

    @Test
    void shouldOnlyTellOfLimitsUnlessQuotasAreEnforced() {
        cell.settings &= ~BatchSettings.ENFORCE_QUOTA;
        create("/a", "");
        quota("/a", String.format(HARD, 1, 1));
        assertEquals(ErrorCode.OK, create("/a/b", "12"));
        assertEquals(
                List.of(new QuotaNotice(Kind.COUNT, "/a", 2, 1, false), new QuotaNotice(Kind.BYTES, "/a", 2, 1, false)),
                cell.notices);
    }

    @Test
    void shouldOnlyTellOfSoftLimits() {
        create("/a", "");
        quota("/a", "count=1,bytes=1");
        assertEquals(ErrorCode.OK, create("/a/b", "12"));
        assertEquals(2, cell.notices.size());
        assertEquals(ErrorCode.OK, set("/a/b", "1"));
        assertEquals(List.of(), cell.notices);
        assertEquals("count=2,bytes=1", usage("/a"));
    }

    @Test
    void shouldLetDataShrinkThatIsOverItsLimit() {
        create("/a", "1234567890");
        quota("/a", String.format(HARD, 3, 10));
        assertEquals(ErrorCode.OK, set("/a", "1234567"));
        assertEquals(ErrorCode.QUOTA_EXCEEDED, set("/a", "12345678"));
    }

    @Test
    void shouldJudgeByTheDeepestQuotaAlone() {
        create("/a", "");
        create("/a/b", "");
        quota("/a", String.format(HARD, 1000, 2));
        quota("/a/b", String.format(HARD, 1000, 3));
        assertEquals(ErrorCode.OK, create("/a/b/c", ""), "of two quotas only that of /a/b counts");
        assertEquals(ErrorCode.OK, create("/a/b/d", ""));
        assertEquals(ErrorCode.QUOTA_EXCEEDED, create("/a/b/e", ""));
        assertEquals(ErrorCode.QUOTA_EXCEEDED, create("/a/x", ""));
    }

    @Test
    void shouldStopWhenTheLimitsAreDeletedAndChangeWithThem() {
        create("/a", "");
        quota("/a", String.format(HARD, 1000, 1));
        assertEquals(ErrorCode.QUOTA_EXCEEDED, create("/a/b", ""));
        assertEquals(ErrorCode.OK, set("/zookeeper/quota/a/zookeeper_limits", String.format(HARD, 1000, 2)));
        assertEquals(ErrorCode.OK, create("/a/b", ""));
        assertEquals(ErrorCode.OK, delete("/zookeeper/quota/a/zookeeper_limits"));
        assertEquals(ErrorCode.OK, create("/a/c", ""));
    }

    @Test
    void shouldJudgeTheRootOfASubtreeThatIsYetToCome() {
        quota("/a", String.format(HARD, 2, 1));
        assertEquals("count=0,bytes=0", usage("/a"));
        assertEquals(ErrorCode.QUOTA_EXCEEDED, create("/a", "123"));
        assertEquals(ErrorCode.OK, create("/a", "12"));
        assertEquals(ErrorCode.QUOTA_EXCEEDED, create("/a/b", ""));
    }

    @Test
    void shouldCheckInTheOrderOfRule8_1_2And8_5_1() {
        create("/a", "");
        quota("/a", String.format(HARD, 0, 2));
        create("/a/e", "", CreateMode.EPHEMERAL);
        assertEquals(ErrorCode.NO_CHILDREN_FOR_EPHEMERALS, create("/a/e/x", ""));
        assertEquals(ErrorCode.NODE_EXISTS, create("/a/e", ""));
        assertEquals(
                ErrorCode.QUOTA_EXCEEDED,
                cell.send(client, OpCode.SET_DATA, Bodies.setData("/a", "x", 77))
                        .error());
    }

    @Test
    void shouldJudgeAMultiByItsRunningUsageAndTakeItBack() {
        create("/a", "1");
        quota("/a", String.format(HARD, 10, 2));
        long creations = cell.statOf("/a").cversion();
        TestCell.Result result = cell.send(
                client,
                OpCode.MULTI,
                Bodies.multi(
                        new Part(OpCode.CREATE, Bodies.create("/a/b", "12", CreateMode.PERSISTENT)),
                        new Part(OpCode.CREATE, Bodies.create("/a/c", "3", CreateMode.PERSISTENT))));
        assertEquals(ErrorCode.OK, result.error());
        assertTrue(result.body().length() > 0);
        assertEquals("count=1,bytes=1", usage("/a"));
        assertEquals(creations, cell.statOf("/a").cversion());
        TestCell.Result swapped = cell.send(
                client,
                OpCode.MULTI,
                Bodies.multi(
                        new Part(OpCode.CREATE, Bodies.create("/a/b", "", CreateMode.PERSISTENT)),
                        new Part(OpCode.DELETE, Bodies.delete("/a/b", -1)),
                        new Part(OpCode.CREATE, Bodies.create("/a/c", "345", CreateMode.PERSISTENT))));
        assertEquals(ErrorCode.OK, swapped.error());
        assertEquals("count=2,bytes=4", usage("/a"));
        TreeAudit.verify(cell.state.tree());
    }

    @Test
    void shouldTakeLimitsInAnyOrderAndTheOldForm() {
        create("/a", "");
        quota("/a", "countHardLimit=1;bytes=-1,count=5;unknown=7");
        assertEquals(ErrorCode.QUOTA_EXCEEDED, create("/a/b", ""));
        set("/zookeeper/quota/a/zookeeper_limits", "count=1,bytes=-1");
        assertEquals(ErrorCode.OK, create("/a/b", ""));
        assertEquals(List.of(new QuotaNotice(Kind.COUNT, "/a", 2, 1, false)), cell.notices);
    }

    @Test
    void shouldTakeMalformedLimitsForNone() {
        create("/a", "");
        quota("/a", "");
        List<String> malformed = new ArrayList<>(List.of(
                "count", "count=", "count=x", "=", "=;=;", "count=1,bytes", "count=99999999999999999999", "\0"));
        malformed.add("count=0,".repeat(500));
        int number = 0;
        for (String limits : malformed) {
            assertEquals(ErrorCode.OK, set("/zookeeper/quota/a/zookeeper_limits", limits));
            assertEquals(ErrorCode.OK, create("/a/n" + number++, "x"), limits);
            assertEquals(List.of(new QuotaNotice(Kind.MALFORMED, "/a", 0, 0, false)), cell.notices, limits);
        }
        cell.send(client, OpCode.SET_DATA, Bodies.setData("/zookeeper/quota/a/zookeeper_limits", (ByteRange) null, -1));
        assertEquals(ErrorCode.OK, create("/a/n" + number, "x"));
    }

    @Test
    void shouldMakeNothingOfNodesThatOnlyLookLikeQuotas() {
        create("/zookeeper_limits", "count=0,bytes=0");
        create("/zookeeper/quota/zookeeper_limits", String.format(HARD, 0, 0));
        assertEquals(ErrorCode.OK, create("/a", "x"), "a quota on the root counts for nothing");
        create("/a/zookeeper_stats", "mine");
        ReadAnswer answer = cell.read(client, OpCode.GET_DATA, Bodies.watchable("/a/zookeeper_stats"));
        assertTrue(new String(answer.body().toArray(), StandardCharsets.ISO_8859_1).contains("mine"));
        create("/zookeeper/quota/zookeeper_stats", "");
        assertEquals(
                ErrorCode.OK,
                cell.read(client, OpCode.GET_DATA, Bodies.watchable("/zookeeper/quota/zookeeper_stats"))
                        .error());
    }

    @Test
    void shouldReportTheQuotasThereAre() {
        assertEquals(List.of(), cell.state.quotas());
        create("/a", "12");
        create("/a/b", "345");
        for (String path : List.of("", "/a", "/a/b", "/c")) {
            if (!path.isEmpty()) {
                create("/zookeeper/quota" + path, "");
            }
            create("/zookeeper/quota" + path + "/zookeeper_limits", path.equals("/c") ? "?" : "count=8,bytes=9");
        }
        assertEquals(
                List.of(new QuotaView("/a", 8, 9, 2, 5), new QuotaView("/a/b", 8, 9, 1, 3)),
                cell.state.quotas().stream()
                        .sorted(Comparator.comparing(QuotaView::path))
                        .toList());
        create("/zookeeper/quota/d", "");
        create("/zookeeper/quota/d/zookeeper_limits", String.format(HARD, 5, 4));
        assertTrue(cell.state.quotas().contains(new QuotaView("/d", 4, 5, 0, 0)));
    }

    @Test
    void shouldNotBeBoundByQuotasWhenTheCellItselfWrites() {
        create("/zookeeper/quota/zookeeper", "");
        assertEquals(ErrorCode.OK, create("/zookeeper/quota/zookeeper/zookeeper_limits", String.format(HARD, 0, 0)));
        assertEquals(ErrorCode.QUOTA_EXCEEDED, create("/zookeeper/x", ""));
        TestCell.Result result = cell.command(CommandKind.SET_CONFIG, 0, 0, 0, 0, 0, Bodies.bytes("server.1=x"));
        assertEquals(ErrorCode.OK, result.error());
        assertEquals("server.1=x", cell.state.serverLines());
    }
}
