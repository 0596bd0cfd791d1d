package io.cellkeeper.compat.wire;

import static io.cellkeeper.compat.wire.Frame.ok;
import static io.cellkeeper.compat.wire.RawClient.createNode;
import static io.cellkeeper.compat.wire.RawClient.delete;
import static io.cellkeeper.compat.wire.RawClient.getData;
import static io.cellkeeper.compat.wire.RawClient.setData;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.cellkeeper.compat.cell.Cell;
import io.cellkeeper.compat.cell.FourLetterWord;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.proto.GetDataResponse;
import org.junit.jupiter.api.Test;

/** Quotas as ZooKeeper's own tool sets them (rules 13.1 to 13.6). */
class QuotaSmokeTest {
    private static final int TIMEOUT_MS = 20_000;
    private static final int QUOTA_EXCEEDED = -125;

    @Test
    void shouldShowTheUsageAndRefuseWhatExceedsAHardLimit() throws Exception {
        try (Cell cell = Cell.start(1, Map.of("enforceQuota", "true"));
                RawClient client = RawClient.connect(cell.replicas().get(0).clientPort(), TIMEOUT_MS)) {
            ok(client.call(OpCode.create, createNode("/a", "12", 0)));
            ok(client.call(OpCode.create, createNode("/a/b", "345", 0)));
            ok(client.call(OpCode.create, createNode("/zookeeper/quota/a", "", 0)));
            ok(client.call(
                    OpCode.create,
                    createNode(
                            "/zookeeper/quota/a/zookeeper_limits",
                            "count=1,bytes=-1=;byteHardLimit=9;countHardLimit=4",
                            0)));
            ok(client.call(OpCode.create, createNode("/zookeeper/quota/a/zookeeper_stats", "count=-1,bytes=-1", 0)));
            assertEquals("count=2,bytes=5", usage(client));

            ok(client.call(OpCode.create, createNode("/a/e", "6", 1)));
            ok(client.call(OpCode.create, createNode("/a/c", "7", 0)));
            assertEquals("count=4,bytes=7", usage(client));
            assertEquals(
                    QUOTA_EXCEEDED,
                    client.call(OpCode.create, createNode("/a/d", "", 0)).err());
            assertEquals(
                    QUOTA_EXCEEDED,
                    client.call(OpCode.setData, setData("/a/c", "8901", -1)).err());
            ok(client.call(OpCode.setData, setData("/a/c", "890", -1)));
            assertEquals("count=4,bytes=9", usage(client));
            ok(client.call(OpCode.delete, delete("/a/b", -1)));
            assertEquals("count=3,bytes=6", usage(client));

            Map<String, String> figures =
                    FourLetterWord.monitor(cell.replicas().get(0).clientPort());
            assertEquals("4", figures.get("zk_a_quota_count_limit_per_namespace"));
            assertEquals("9", figures.get("zk_a_quota_bytes_limit_per_namespace"));
            assertEquals("3", figures.get("zk_a_quota_count_usage_per_namespace"));
            assertEquals("6", figures.get("zk_a_quota_bytes_usage_per_namespace"));
            assertEquals("2", figures.get("zk_a_quota_exceeded_error_per_namespace"));

            ok(client.call(OpCode.delete, delete("/zookeeper/quota/a/zookeeper_limits", -1)));
            ok(client.call(OpCode.create, createNode("/a/d", "a long one", 0)));
        }
    }

    private static String usage(RawClient client) throws Exception {
        Frame reply = client.call(OpCode.getData, getData("/zookeeper/quota/a/zookeeper_stats", false));
        ok(reply);
        GetDataResponse data = reply.as(new GetDataResponse());
        assertEquals(0, data.getStat().getVersion());
        assertEquals(data.getData().length, data.getStat().getDataLength());
        return new String(data.getData(), StandardCharsets.UTF_8);
    }
}
