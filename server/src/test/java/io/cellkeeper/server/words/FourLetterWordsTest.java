package io.cellkeeper.server.words;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class FourLetterWordsTest {
    private static final Version VERSION = new Version("0.1.0", "3.9.5", "2026-01-02 03:04 UTC");
    private static final String FULL = "3.9.5-cellkeeper0.1.0, built on 2026-01-02 03:04 UTC";

    private static final String EPHEMERALS = """
            ephemeral nodes dump:
            Sessions with Ephemerals (2):
            0xff00000000000001:
            \t/a/x
            \t/b
            0x2a:
            \t/c
            """;

    private final FakeFigures figures = new FakeFigures();
    private final FourLetterWords words = new FourLetterWords(figures, Set.of("*"), VERSION);

    @Test
    void shouldAnswerSrvrAsAStandaloneZooKeeperDoes() {
        assertEquals("""
                Zookeeper version: %s
                Latency min/avg/max: 0/1.2346/17
                Received: 100
                Sent: 99
                Connections: 2
                Outstanding: 1
                Zxid: 0x100000000002a
                Mode: standalone
                Node count: 5
                """.formatted(FULL), words.answer(Word.SRVR));
    }

    @Test
    void shouldAddProposalSizesOnALeader() {
        lead();
        assertTrue(words.answer(Word.SRVR)
                .endsWith("Mode: leader\nNode count: 5\nProposal sizes last/min/max: 32/-1/4096\n"));
    }

    @Test
    void shouldAnswerStat() {
        assertEquals("""
                Zookeeper version: %s
                Clients:
                 /127.0.0.1:50001[1](queued=1,recved=20,sent=19)
                 /[0:0:0:0:0:0:0:1]:50002[1](queued=0,recved=1,sent=0)

                Latency min/avg/max: 0/1.2346/17
                Received: 100
                Sent: 99
                Connections: 2
                Outstanding: 1
                Zxid: 0x100000000002a
                Mode: standalone
                Node count: 5
                """.formatted(FULL), words.answer(Word.STAT));
    }

    @Test
    void shouldAnswerCons() {
        assertEquals(
                " /127.0.0.1:50001[1](queued=1,recved=20,sent=19,sid=0xff00000000000001,lop=PING,"
                        + "est=1700000000000,to=30000,lcxid=0x9,lzxid=0x2a,lresp=1700000000500,llat=2,minlat=0,avglat=1,maxlat=5)\n"
                        + " /[0:0:0:0:0:0:0:1]:50002[1](queued=0,recved=1,sent=0)\n\n",
                words.answer(Word.CONS));
    }

    @Test
    void shouldAnswerMntr() {
        String mntr = words.answer(Word.MNTR);
        assertTrue(mntr.startsWith("zk_version\t" + FULL + "\nzk_server_state\tstandalone\n"), mntr);
        for (String line : List.of(
                "zk_avg_latency\t1.2346",
                "zk_max_latency\t17",
                "zk_min_latency\t0",
                "zk_packets_received\t100",
                "zk_packets_sent\t99",
                "zk_num_alive_connections\t2",
                "zk_outstanding_requests\t1",
                "zk_znode_count\t5",
                "zk_watch_count\t7",
                "zk_ephemerals_count\t1",
                "zk_approximate_data_size\t44",
                "zk_global_sessions\t2",
                "zk_local_sessions\t0",
                "zk_connection_drop_probability\t0.0",
                "zk_auth_failed_count\t3",
                "zk_uptime\t12345",
                "zk_last_client_response_size\t20",
                "zk_min_client_response_size\t16",
                "zk_max_client_response_size\t84",
                "zk_a_quota_count_limit_per_namespace\t10",
                "zk_a_quota_bytes_limit_per_namespace\t300",
                "zk_a_quota_count_usage_per_namespace\t11",
                "zk_a_quota_bytes_usage_per_namespace\t110",
                "zk_a_quota_exceeded_error_per_namespace\t7",
                "zk_b_zk_evil_1_quota_bytes_limit_per_namespace\t-1",
                "zk_cellkeeper_digest_index\t42",
                "zk_cellkeeper_digest\t-1",
                "zk_cellkeeper_fsync_p99_ms\t0.25",
                "zk_cellkeeper_lost_clock_ms\t8")) {
            assertTrue(mntr.contains("\n" + line + "\n"), line + " in " + mntr);
        }
        assertFalse(mntr.contains("peer_state"), "none on a stand-alone server");
        assertFalse(mntr.contains("quorum_size"));
        assertFalse(mntr.contains("zk_b_zk_evil_1_quota_exceeded"));
    }

    @Test
    void shouldAddWhatALeaderKnowsToMntr() {
        lead();
        String mntr = words.answer(Word.MNTR);
        for (String line : List.of(
                "zk_server_state\tleader",
                "zk_peer_state\tleading - broadcast",
                "zk_learners\t2",
                "zk_synced_followers\t1",
                "zk_synced_observers\t0",
                "zk_synced_non_voting_followers\t0",
                "zk_pending_syncs\t4",
                "zk_leader_uptime\t999",
                "zk_quorum_size\t3",
                "zk_last_proposal_size\t32",
                "zk_min_proposal_size\t-1",
                "zk_max_proposal_size\t4096")) {
            assertTrue(mntr.contains("\n" + line + "\n"), line + " in " + mntr);
        }
        assertFalse(mntr.contains("zk_followers"), "3.9 has no such line");
    }

    @Test
    void shouldWriteOnlyLinesThatTelegrafReads() {
        lead();
        Pattern telegraf = Pattern.compile("^zk_(\\w[\\w.\\-]*)\\s+([\\w.\\-]+).*");
        words.answer(Word.MNTR)
                .lines()
                .forEach(line -> assertTrue(telegraf.matcher(line).matches(), line));
    }

    @Test
    void shouldAnswerConf() {
        assertEquals("clientPort=2181\ntickTime=2000\n", words.answer(Word.CONF));
        figures.membership = List.of("server.1=a:1:2:participant", "version=0");
        assertEquals(
                "clientPort=2181\ntickTime=2000\nmembership: \nserver.1=a:1:2:participant\nversion=0\n",
                words.answer(Word.CONF));
    }

    @Test
    void shouldAnswerEnviSoThatKazooFindsTheVersion() {
        String envi = words.answer(Word.ENVI);
        assertTrue(envi.startsWith("Environment:\nzookeeper.version=" + FULL + "\nhost.name="), envi);
        envi.lines().skip(1).forEach(line -> assertTrue(line.matches("[a-z.]+=.*"), line));
        assertTrue(Pattern.compile("zookeeper.version=(\\d+)\\.(\\d+)\\.(\\d+).*")
                .matcher(envi)
                .find());
    }

    @Test
    void shouldAnswerTheRest() {
        assertEquals("imok", words.answer(Word.RUOK));
        assertEquals("rw", words.answer(Word.ISRO));
        assertEquals("2 connections watching 6 paths\nTotal watches:7\n", words.answer(Word.WCHS));
        assertEquals("Server stats reset.\n", words.answer(Word.SRST));
        assertEquals("Connection stats reset.\n", words.answer(Word.CRST));
        assertEquals(1, figures.resets);
        assertEquals(1, figures.connectionResets);
    }

    @Test
    void shouldSayWhenItDoesNotServe() {
        figures.serving = false;
        String notServing = "This ZooKeeper instance is not currently serving requests\n";
        for (Word word : List.of(
                Word.SRVR, Word.STAT, Word.MNTR, Word.CONF, Word.CONS, Word.WCHS, Word.CRST, Word.SRST, Word.DUMP,
                Word.DIRS, Word.HASH)) {
            assertEquals(notServing, words.answer(word), word.text());
        }
        assertEquals(0, figures.resets + figures.connectionResets);
        assertEquals("imok", words.answer(Word.RUOK));
        assertEquals("null", words.answer(Word.ISRO));
        assertTrue(words.answer(Word.ENVI).startsWith("Environment:\n"));
        assertEquals("306", words.answer(Word.GTMK));
    }

    @Test
    void shouldRefuseWhatIsNotInTheWhitelist() {
        FourLetterWords few = new FourLetterWords(figures, Set.of("srvr", "ruok"), VERSION);
        assertEquals("mntr is not executed because it is not in the whitelist.\n", few.answer(Word.MNTR));
        assertEquals("envi is not executed because it is not in the whitelist.\n", few.answer(Word.ENVI));
        assertEquals("imok", few.answer(Word.RUOK));
        figures.serving = false;
        assertEquals("mntr is not executed because it is not in the whitelist.\n", few.answer(Word.MNTR));
    }

    @Test
    void shouldListWatchesBySessionAndByPath() {
        assertEquals("0x2a\n\t/a\n\t/b\n0xff00000000000001\n\t/b\n\n", words.answer(Word.WCHC));
        assertEquals("/a\n\t0x2a\n/b\n\t0x2a\n\t0xff00000000000001\n\n", words.answer(Word.WCHP));
        figures.serving = false;
        assertEquals("This ZooKeeper instance is not currently serving requests\n", words.answer(Word.WCHP));
    }

    @Test
    void shouldDumpSessionsByTheTimeTheyExpireWithTheirEphemerals() {
        String[] dump = words.answer(Word.DUMP).split("\n");
        assertEquals("SessionTracker dump:", dump[0]);
        assertEquals("Session Sets (2)/(3):", dump[1]);
        assertTrue(dump[2].matches("2 expire at \\w{3} Nov 1[45] .* 2023:"), dump[2]);
        assertEquals(List.of("\t0x2a", "\t0x2b"), List.of(dump[3], dump[4]));
        assertTrue(dump[5].startsWith("1 expire at "), dump[5]);
        assertTrue(words.answer(Word.DUMP).endsWith("\t0xff00000000000001\n" + EPHEMERALS));
    }

    @Test
    void shouldDumpSessionsByTheirIdsWhereNobodyKnowsWhenTheyExpire() {
        figures.mode = Mode.FOLLOWER;
        assertEquals(
                "SessionTracker dump:\nGlobal Sessions(3):\n"
                        + "0xff00000000000001\t30000ms\n0x2a\t4000ms\n0x2b\t4000ms\n" + EPHEMERALS,
                words.answer(Word.DUMP));
    }

    @Test
    void shouldTellSizesOfDirectoriesAndDigests() {
        assertEquals("datadir_size: 12\nlogdir_size: 3456\n", words.answer(Word.DIRS));
        assertEquals("80: 5\n1000000000101: -6\n", words.answer(Word.HASH));
    }

    @Test
    void shouldKeepTheTraceMaskThatItIsGiven() {
        assertEquals("306", words.answer(Word.GTMK));
        assertEquals(12, words.lengthOf(Word.STMK));
        assertEquals("-5", words.answer(Word.STMK, -5));
        assertEquals("-5", words.answer(Word.GTMK));
        FourLetterWords few = new FourLetterWords(figures, Set.of("gtmk"), VERSION);
        assertEquals(4, few.lengthOf(Word.STMK), "refused without a mask");
        assertEquals("stmk is not executed because it is not in the whitelist.\n", few.answer(Word.STMK));
    }

    @Test
    void shouldKnowWordsByTheirFourBytes() {
        assertEquals(Optional.of(Word.RUOK), Word.ofCode(0x72756f6b));
        assertEquals(Optional.of(Word.MNTR), Word.ofCode(0x6d6e7472));
        assertEquals(Optional.empty(), Word.ofCode(44));
        for (Word word : Word.values()) {
            assertEquals(
                    Optional.of(word),
                    Word.ofCode(ByteBuffer.wrap(word.text().getBytes(StandardCharsets.US_ASCII))
                            .getInt()));
        }
    }

    @Test
    void shouldWriteAveragesAsZooKeeperDoes() {
        assertEquals("0.0", Decimal.text(0));
        assertEquals("0.3333", Decimal.text(1.0 / 3));
        assertEquals("12345678.0", Decimal.text(12_345_678));
        assertEquals("0.0", Decimal.text(Double.NaN));
    }

    @Test
    void shouldCarryTheBuildsVersion() {
        String full = Version.current().full();
        assertTrue(
                full.matches("\\d+\\.\\d+\\.\\d+-[A-Za-z0-9.\\-]+, built on \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC"),
                full);
    }

    private void lead() {
        figures.mode = Mode.LEADER;
        figures.leader = Optional.of(new ServerFigures.LeaderFigures(2, 1, 4, 3, 999, 32, -1, 4_096));
    }
}
