package io.cellkeeper.compat.buglog;

import static io.cellkeeper.compat.wire.Exchange.done;
import static io.cellkeeper.compat.wire.Exchange.refused;
import static io.cellkeeper.compat.wire.RawClient.auth;
import static io.cellkeeper.compat.wire.RawClient.exists;
import static io.cellkeeper.compat.wire.RawClient.getData;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.cellkeeper.compat.cell.SharedCell;
import io.cellkeeper.compat.wire.RawClient;
import java.util.List;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;
import org.apache.zookeeper.proto.CreateRequest;
import org.apache.zookeeper.proto.GetACLRequest;
import org.apache.zookeeper.proto.GetACLResponse;
import org.apache.zookeeper.proto.SetACLRequest;
import org.apache.zookeeper.server.auth.DigestAuthenticationProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The bug log's entries on ACLs, while all replicas run; {@link RestartBugsTest} has the others. */
class AclBugsTest {
    private static final int TIMEOUT_MS = 20_000;

    @RegisterExtension
    static final SharedCell CELL = new SharedCell(1);

    @Test
    void b44ShouldTakeAReadyMadeDigestFromAnybody() throws Exception {
        String root = CELL.newRoot();
        try (RawClient stranger = RawClient.connect(CELL.port("leader"), TIMEOUT_MS);
                RawClient user = RawClient.connect(CELL.port("leader"), TIMEOUT_MS)) {
            done(stranger, OpCode.create, new CreateRequest(root, new byte[0], List.of(digest()), 0));
            refused(-102, stranger, OpCode.getData, getData(root, false));
            done(user, OpCode.auth, auth("digest", "u:p"));
            done(user, OpCode.getData, getData(root, false));
        }
    }

    @Test
    void b45ShouldHideHashesFromReadersAndEverythingFromOthers() throws Exception {
        String root = CELL.newRoot();
        ACL readers = new ACL(1, new Id("world", "anyone"));
        try (RawClient user = RawClient.connect(CELL.port("leader"), TIMEOUT_MS);
                RawClient reader = RawClient.connect(CELL.port("leader"), TIMEOUT_MS)) {
            done(user, OpCode.auth, auth("digest", "u:p"));
            done(user, OpCode.create, new CreateRequest(root, new byte[0], List.of(digest(), readers), 0));
            assertEquals(
                    List.of(new ACL(31, new Id("digest", "u:x")), readers),
                    done(reader, OpCode.getACL, new GetACLRequest(root))
                            .as(new GetACLResponse())
                            .getAcl());
            done(user, OpCode.setACL, new SetACLRequest(root, List.of(digest()), 0));
            refused(-102, reader, OpCode.getACL, new GetACLRequest(root));
            refused(-102, reader, OpCode.exists, exists(root, false));
        }
    }

    private static ACL digest() throws Exception {
        return new ACL(31, new Id("digest", DigestAuthenticationProvider.generateDigest("u:p")));
    }
}
