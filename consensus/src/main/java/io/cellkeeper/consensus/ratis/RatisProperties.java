package io.cellkeeper.consensus.ratis;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.grpc.GrpcConfigKeys;
import org.apache.ratis.server.RaftServerConfigKeys;
import org.apache.ratis.util.SizeInBytes;
import org.apache.ratis.util.TimeDuration;

/** The settings as Ratis' properties, each that isn't Ratis' default with its reason. */
final class RatisProperties {
    /** How long a leader without a majority stays, and how long it then doesn't stand again (decision 21). */
    static final int STEP_DOWN_WAIT_MS = 2_000;

    /** A lone replica has nobody to wait for (decision 4). */
    private static final int LONE_FIRST_ELECTION_MIN_MS = 10;

    private static final int LONE_FIRST_ELECTION_MAX_MS = 20;

    private RatisProperties() {}

    static RaftProperties of(RaftSettings settings) {
        RaftProperties p = new RaftProperties();
        RaftServerConfigKeys.setStorageDir(p, List.of(settings.storageDir().toFile()));
        elections(p, settings);
        log(p);
        replication(p);
        snapshots(p);
        if (settings.lone()) {
            p.set("raft.rpc.type", LoneRpc.class.getName());
        } else {
            rpc(p, settings);
        }
        return p;
    }

    private static final TimeDuration CLOSE_THRESHOLD = TimeDuration.valueOf(10_000, TimeUnit.DAYS);

    private static void elections(RaftProperties p, RaftSettings settings) {
        RaftServerConfigKeys.Rpc.setTimeoutMin(p, millis(settings.electionTimeoutMinMs()));
        RaftServerConfigKeys.Rpc.setTimeoutMax(p, millis(settings.electionTimeoutMaxMs()));
        RaftServerConfigKeys.Rpc.setFirstElectionTimeoutMin(
                p, millis(settings.lone() ? LONE_FIRST_ELECTION_MIN_MS : settings.electionTimeoutMinMs()));
        RaftServerConfigKeys.Rpc.setFirstElectionTimeoutMax(
                p, millis(settings.lone() ? LONE_FIRST_ELECTION_MAX_MS : settings.electionTimeoutMaxMs()));
        // without it a replica that was cut off deposes a healthy leader on its return
        RaftServerConfigKeys.LeaderElection.setPreVote(p, true);
        // the default of 10 s also keeps a deposed leader from standing for as long
        RaftServerConfigKeys.LeaderElection.setLeaderStepDownWaitTime(p, millis(STEP_DOWN_WAIT_MS));
        // the default closes a server for good that was suspended for a minute; a pause makes nothing unsafe here, and
        // a
        // cell whose hosts all were suspended has to come back by itself
        RaftServerConfigKeys.setCloseThreshold(p, CLOSE_THRESHOLD);
    }

    private static void log(RaftProperties p) {
        // async flush acknowledges entries that aren't forced yet and ignores force errors
        RaftServerConfigKeys.Log.setUnsafeFlushEnabled(p, false);
        RaftServerConfigKeys.Log.setAsyncFlushEnabled(p, false);
        // anything but an exception may drop acknowledged entries
        RaftServerConfigKeys.Log.setCorruptionPolicy(p, RaftServerConfigKeys.Log.CorruptionPolicy.EXCEPTION);
        // else one more entry and force for each commit; our appender pushes the commit index instead
        RaftServerConfigKeys.Log.setLogMetadataEnabled(p, false);
        RaftServerConfigKeys.Log.setSegmentSizeMax(p, SizeInBytes.valueOf("16MB"));
        // preallocating 4 MB stalls the log for 4 to 8 ms
        RaftServerConfigKeys.Log.setPreallocatedSize(p, SizeInBytes.valueOf("1MB"));
        RaftServerConfigKeys.Log.setSegmentCacheNumMax(p, 2);
        RaftServerConfigKeys.Log.setSegmentCacheSizeMax(p, SizeInBytes.valueOf("48MB"));
        // an entry has to fit with its length in front
        RaftServerConfigKeys.Log.setWriteBufferSize(p, SizeInBytes.valueOf(RaftSettings.MAX_ENTRY_BYTES + 8));
        // commands are recognised by their session and number, not by Ratis' call ids; 0 keeps the cache empty
        RaftServerConfigKeys.RetryCache.setExpiryTime(p, millis(0));
    }

    private static void replication(RaftProperties p) {
        // the default of 1 ms delays every append
        RaftServerConfigKeys.Log.Appender.setWaitTimeMin(p, millis(0));
        // an entry above this is refused and the leader steps down: never reached, see MAX_BATCH_BYTES
        RaftServerConfigKeys.Log.Appender.setBufferByteLimit(p, SizeInBytes.valueOf(RaftSettings.MAX_ENTRY_BYTES));
        // composing runs on a pool that makes a thread for each append on two cores
        RaftServerConfigKeys.Log.setAppendEntriesComposeEnabled(p, false);
        // the default sleeps up to 5 s once a follower was away
        RaftServerConfigKeys.Log.Appender.setRetryPolicy(p, "1ms,10, 100ms,1000000");
    }

    private static void snapshots(RaftProperties p) {
        // until snapshots exist the log is the whole history (decision 31); chunked install never forces its files
        RaftServerConfigKeys.Log.Appender.setInstallSnapshotEnabled(p, false);
        RaftServerConfigKeys.Snapshot.setAutoTriggerEnabled(p, false);
        RaftServerConfigKeys.Snapshot.setTriggerWhenStopEnabled(p, false);
    }

    private static void rpc(RaftProperties p, RaftSettings settings) {
        p.set("raft.rpc.type", QuorumRpc.class.getName());
        if (!settings.listenOnAllAddresses()) {
            GrpcConfigKeys.Server.setHost(p, settings.self().host());
        }
        GrpcConfigKeys.Server.setPort(p, settings.self().port());
        // Ratis insists on a difference of 1 MiB
        GrpcConfigKeys.setMessageSizeMax(p, SizeInBytes.valueOf(RaftSettings.MAX_ENTRY_BYTES + (1 << 20)));
    }

    private static TimeDuration millis(int millis) {
        return TimeDuration.valueOf(millis, TimeUnit.MILLISECONDS);
    }
}
