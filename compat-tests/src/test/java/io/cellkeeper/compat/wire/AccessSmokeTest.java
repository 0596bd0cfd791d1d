package io.cellkeeper.compat.wire;

import static io.cellkeeper.compat.wire.RawClient.auth;
import static io.cellkeeper.compat.wire.RawClient.bytes;
import static io.cellkeeper.compat.wire.RawClient.createNode;
import static io.cellkeeper.compat.wire.RawClient.delete;
import static io.cellkeeper.compat.wire.RawClient.getData;
import static io.cellkeeper.compat.wire.RawClient.setData;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.cellkeeper.compat.cell.SharedCell;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;
import org.apache.zookeeper.proto.CreateRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Who may do what, by address and as the superuser (rules 11.3, 11.5). */
class AccessSmokeTest {
    private static final int TIMEOUT_MS = 20_000;
    private static final int NO_AUTH = -102;
    private static final int INVALID_ACL = -114;

    @RegisterExtension
    static final SharedCell CELL =
            new SharedCell(1, Map.of("DigestAuthenticationProvider.superDigest", "super:D/InIHSb7yEEbrWz8b9l71RjZJU="));

    private static RawClient connect() throws IOException {
        return RawClient.connect(CELL.port("leader"), TIMEOUT_MS);
    }

    private static int create(RawClient client, String path, String scheme, String id) throws IOException {
        List<ACL> acl = List.of(new ACL(31, new Id(scheme, id)));
        return client.call(OpCode.create, new CreateRequest(path, bytes("x"), acl, 0))
                .err();
    }

    @Test
    void shouldKnowAddressesByTheirFirstBits() throws IOException {
        String root = CELL.newRoot();
        try (RawClient client = connect()) {
            assertEquals(0, client.call(OpCode.create, createNode(root, "", 0)).err());
            for (String mine : List.of("127.0.0.1", "127.0.0.1/32", "127.255.0.0/8", "112.0.0.0/4")) {
                String path = root + "/" + mine.replace('/', '-');
                assertEquals(0, create(client, path, "ip", mine), mine);
                assertEquals(
                        0, client.call(OpCode.getData, getData(path, false)).err(), mine);
            }
            for (String anothers : List.of("127.0.0.2", "127.0.0.2/32", "128.0.0.0/1", "fe80::1")) {
                String path = root + "/" + anothers.replace('/', '-');
                assertEquals(0, create(client, path, "ip", anothers), anothers);
                assertEquals(
                        NO_AUTH,
                        client.call(OpCode.getData, getData(path, false)).err(),
                        anothers);
            }
            for (String nobodys : List.of("127.0.0", "127.0.0.1/33", "127.0.0.1/-1", "127.0.0.1/x", "localhost")) {
                assertEquals(INVALID_ACL, create(client, root + "/no", "ip", nobodys), nobodys);
            }
        }
    }

    @Test
    void shouldLetTheSuperuserPassWhateverTheList() throws IOException {
        String path = CELL.newRoot();
        try (RawClient owner = connect();
                RawClient root = connect()) {
            assertEquals(
                    0, owner.call(OpCode.auth, auth("digest", "alice:secret")).err());
            assertEquals(0, create(owner, path, "auth", ""));
            assertEquals(
                    NO_AUTH, root.call(OpCode.setData, setData(path, "", -1)).err());

            assertEquals(0, root.call(OpCode.auth, auth("digest", "super:test")).err());

            assertEquals(0, root.call(OpCode.setData, setData(path, "", -1)).err());
            assertEquals(0, root.call(OpCode.delete, delete(path, -1)).err());
        }
    }

    /** ZooKeeper takes these ids only once a provider for their scheme is configured. */
    @Test
    @EnabledIfSystemProperty(named = "compat.server", matches = "ours")
    void shouldKeepListsForIdentitiesThatCertificatesAndSaslProve() throws IOException {
        String root = CELL.newRoot();
        try (RawClient client = connect()) {
            assertEquals(0, client.call(OpCode.create, createNode(root, "", 0)).err());
            assertEquals(0, create(client, root + "/x509", "x509", "CN=alice,O=Example"));
            assertEquals(0, create(client, root + "/sasl", "sasl", "alice/host@REALM"));
            assertEquals(INVALID_ACL, create(client, root + "/no", "x509", "alice"));
            assertEquals(INVALID_ACL, create(client, root + "/no", "sasl", "alice@a@b"));
            for (String path : List.of(root + "/x509", root + "/sasl")) {
                assertEquals(
                        NO_AUTH,
                        client.call(OpCode.getData, getData(path, false)).err());
            }
        }
    }
}
