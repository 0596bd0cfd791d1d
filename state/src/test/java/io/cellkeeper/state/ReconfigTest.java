package io.cellkeeper.state;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.protocol.Identity;
import io.cellkeeper.protocol.OpCode;
import io.cellkeeper.protocol.WireWriter;
import io.cellkeeper.state.batch.BatchSettings;
import io.cellkeeper.state.batch.CommandKind;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rule 19.2: what reconfig is refused with, in which order. */
class ReconfigTest {
    private static final String SERVERS = "server.1=a:1:2:participant;0.0.0.0:9\nserver.2=b:1:2:participant;9\n"
            + "server.3=[fe80::1]:1:2:observer;[fe80::1]:9";
    private static final String FOURTH = "server.4=d:1:2:participant;9";

    private final TestCell cell = new TestCell();
    private final TestCell.Client client = cell.open();
    private long version;

    @BeforeEach
    void found() {
        cell.settings |= BatchSettings.RECONFIG_ENABLED;
        version = cell.command(CommandKind.SET_CONFIG, 0, 0, 0, 0, 0, Bodies.bytes(SERVERS))
                .zxid();
    }

    @Test
    void shouldBeDisabledUnlessSetOtherwise() {
        cell.settings &= ~BatchSettings.RECONFIG_ENABLED;
        assertEquals(ErrorCode.RECONFIG_DISABLED, reconfig("?", null, null, 5));
    }

    @Test
    void shouldBeUnknownToAStandaloneServer() {
        cell.command(CommandKind.SET_CONFIG, 0, 0, 0, 0, 0, Bodies.bytes(""));
        assertEquals(ErrorCode.UNIMPLEMENTED, reconfig("?", null, null, 5));
    }

    @Test
    void shouldJudgeTheVersionFirstThenTheArgumentsThenThePermission() {
        assertEquals(ErrorCode.BAD_VERSION, reconfig("?", null, null, version + 1));
        assertEquals(ErrorCode.BAD_ARGUMENTS, reconfig("?", null, null, version));
        assertEquals(ErrorCode.NO_AUTH, reconfig(FOURTH, null, null, version));
        assertEquals(ErrorCode.NO_AUTH, reconfig(FOURTH, null, null, -1));
    }

    @Test
    void shouldRefuseToChangeMembersWhateverThePermission() {
        cell.addAuth(client, new Identity("super", ""));
        assertEquals(ErrorCode.UNIMPLEMENTED, reconfig(FOURTH, null, null, -1));
        assertEquals(ErrorCode.UNIMPLEMENTED, reconfig(null, "3", null, -1));
        assertEquals(ErrorCode.UNIMPLEMENTED, reconfig(null, null, SERVERS.replace('\n', ',') + ",version=1", -1));
        assertEquals(version, cell.statOf("/zookeeper/config").mzxid());
        assertEquals(SERVERS, cell.state.serverLines());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x",
                "server.4",
                "server.=d:1:2;9",
                "server.-4=d:1:2;9",
                "server.99999999999999999999=d:1:2;9",
                "server.4=d:1:2",
                "server.4=d:1;9",
                "server.4=:1:2;9",
                "server.4=d:1:2:leader;9",
                "server.4=d:1:2:observer:x;9",
                "server.4=d:1:x;9",
                "server.4=d:1:65536;9",
                "server.4=[::4:1:2;9",
                "server.4=d:1:2;h:i:9",
                "server.4=d:1:2;",
                "server.4=b:1:3;9",
                "server.4=d:1:2;fe80::1:9",
                "server.4=d:1:2;[fe80::1]:9"
            })
    void shouldRefuseToJoinWhatIsMalformedOrNamesAnAddressTwice(String joining) {
        assertEquals(ErrorCode.BAD_ARGUMENTS, reconfig(joining, null, null, -1));
    }

    @Test
    void shouldWantTwoVotersThatStay() {
        assertEquals(ErrorCode.BAD_ARGUMENTS, reconfig(null, "1", null, -1));
        assertEquals(ErrorCode.BAD_ARGUMENTS, reconfig(null, "x", null, -1));
        assertEquals(ErrorCode.NO_AUTH, reconfig(FOURTH, "1", null, -1));
        assertEquals(ErrorCode.NO_AUTH, reconfig("server.1=a:1:2;9", null, null, -1), "as it is");
        assertEquals(ErrorCode.BAD_ARGUMENTS, reconfig(null, null, FOURTH, -1));
        assertEquals(
                ErrorCode.NO_AUTH, reconfig("?", "?", FOURTH + "\nserver.5=e:1:2", -1), "only the whole list counts");
    }

    private ErrorCode reconfig(
            @Nullable String joining, @Nullable String leaving, @Nullable String members, long configId) {
        return cell.send(
                        client,
                        OpCode.RECONFIG,
                        new WireWriter(64)
                                .writeString(joining)
                                .writeString(leaving)
                                .writeString(members)
                                .writeLong(configId)
                                .toRange())
                .error();
    }
}
