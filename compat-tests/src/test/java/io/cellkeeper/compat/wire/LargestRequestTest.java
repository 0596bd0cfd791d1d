package io.cellkeeper.compat.wire;

import static io.cellkeeper.compat.wire.RawClient.createNode;
import static io.cellkeeper.compat.wire.RawClient.getData;
import static io.cellkeeper.compat.wire.RawClient.multi;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.cellkeeper.compat.cell.SharedCell;
import java.io.IOException;
import java.util.Map;
import org.apache.zookeeper.MultiOperationRecord;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is accepted fits the log, however large it may be set (rule 14.8). */
@EnabledIfSystemProperty(named = "compat.server", matches = "ours")
class LargestRequestTest {
    private static final int LONGEST_FRAME = 16 << 20;

    private static final int STAT_LENGTH = 68;

    @RegisterExtension
    static final SharedCell CELL = new SharedCell(3, Map.of("jute.maxbuffer", Integer.toString(LONGEST_FRAME)));

    @ParameterizedTest
    @ValueSource(strings = {"leader", "follower"})
    void shouldReplicateAMultiOfTheLongestFrame(String role) throws IOException {
        String path = CELL.newRoot();
        try (RawClient client = RawClient.connect(CELL.port(role), 20_000)) {
            assertEquals(0, client.call(OpCode.create, createNode(path, "", 1)).err());
            byte[] half = new byte[LONGEST_FRAME / 2];
            int around = client.request(OpCode.multi, twoWrites(path, half, new byte[0])).length - half.length;
            byte[] rest = new byte[LONGEST_FRAME - around - half.length];
            assertEquals(
                    0, client.call(OpCode.multi, twoWrites(path, half, rest)).err());
            Frame read = client.call(OpCode.getData, getData(path, false));
            assertEquals(Integer.BYTES + rest.length + STAT_LENGTH, read.body().length);
            client.closeSession();
        }
    }

    private static MultiOperationRecord twoWrites(String path, byte[] first, byte[] second) {
        return multi(Op.setData(path, first, 0), Op.setData(path, second, 1));
    }
}
