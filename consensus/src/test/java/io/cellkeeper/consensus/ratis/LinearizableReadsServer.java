package io.cellkeeper.consensus.ratis;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.proto.RaftProtos.RaftGroupIdProto;
import org.apache.ratis.proto.RaftProtos.RaftRpcRequestProto;
import org.apache.ratis.proto.RaftProtos.StartLeaderElectionRequestProto;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftClientAsynchronousProtocol;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.DivisionInfo;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.RaftServerConfigKeys;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.server.storage.RaftStorage;
import org.apache.ratis.statemachine.TransactionContext;
import org.apache.ratis.statemachine.impl.BaseStateMachine;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;

/**
 * The counter-example: a replica of a register whose reads are Ratis' own LINEARIZABLE ones, with the settings of our log
 * otherwise. It shows what the partition tests would find without our barrier. Run as {@code <cell> <number> <directory>
 * <client port> <host:port of each peer>}.
 *
 * <p>A request is a byte and an {@code i64}: R reads, W writes that value, L asks whether this replica leads, E has it stand for
 * election at once, in the place of the leader that it knows. The answer is the value ({@code i64}) and the number of writes
 * before it ({@code i32}); for L and E 1 or 0, for yes or no. What can't be answered ends the connection.
 */
final class LinearizableReadsServer {
    private static final long ANSWER_LIMIT_S = 10;

    /** Longer than ours: a leader that hears from nobody reads on for about twice as long. */
    private static final int ELECTION_TIMEOUT_MAX_MS = 1_000;

    private static final int CONTENT_BYTES = Long.BYTES + Integer.BYTES;

    private final RaftServer.Division division;
    private final ClientId self = ClientId.randomId();
    private final AtomicLong calls = new AtomicLong();

    private LinearizableReadsServer(RaftServer.Division division) {
        this.division = division;
    }

    public static void main(String[] args) throws IOException {
        List<RaftSettings.Peer> peers = new ArrayList<>();
        for (int i = 4; i < args.length; i++) {
            String[] address = args[i].split(":", -1);
            peers.add(new RaftSettings.Peer((i - 3) + "-1", address[0], Integer.parseInt(address[1])));
        }
        RaftSettings settings = new RaftSettings(
                UUID.fromString(args[0]),
                args[1] + "-1",
                peers,
                Path.of(args[2]),
                true,
                RaftSettings.DEFAULT_ELECTION_TIMEOUT_MIN_MS,
                ELECTION_TIMEOUT_MAX_MS,
                false);
        RaftServer server = start(settings);
        RaftServer.Division division = server.getDivision(RaftGroupId.valueOf(settings.cellId()));
        new LinearizableReadsServer(division).serve(settings.self().host(), Integer.parseInt(args[3]));
    }

    private static RaftServer start(RaftSettings settings) throws IOException {
        RaftProperties properties = RatisProperties.of(settings);
        RaftServerConfigKeys.Read.setOption(properties, RaftServerConfigKeys.Read.Option.LINEARIZABLE);
        RaftServerConfigKeys.Read.ReadIndex.setType(properties, RaftServerConfigKeys.Read.ReadIndex.Type.APPLIED_INDEX);
        List<RaftPeer> peers = new ArrayList<>();
        for (RaftSettings.Peer peer : settings.peers()) {
            peers.add(RaftPeer.newBuilder()
                    .setId(peer.raftId())
                    .setAddress(peer.address())
                    .build());
        }
        RaftServer server = RaftServer.newBuilder()
                .setServerId(RaftPeerId.valueOf(settings.selfId()))
                .setGroup(RaftGroup.valueOf(RaftGroupId.valueOf(settings.cellId()), peers))
                .setOption(RaftStorage.StartupOption.FORMAT)
                .setProperties(properties)
                .setStateMachine(new RegisterMachine())
                .build();
        server.start();
        return server;
    }

    private void serve(String host, int port) throws IOException {
        try (ServerSocket listener = new ServerSocket(port, 50, InetAddress.getByName(host))) {
            while (!listener.isClosed()) {
                Socket client = listener.accept();
                new Thread(() -> answer(client), "client").start();
            }
        }
    }

    private void answer(Socket client) {
        try (client) {
            client.setTcpNoDelay(true);
            DataInputStream in = new DataInputStream(client.getInputStream());
            DataOutputStream out = new DataOutputStream(client.getOutputStream());
            while (true) {
                int request = in.readByte();
                out.write(answer(request, in.readLong()).array());
                out.flush();
            }
        } catch (IOException | ExecutionException | TimeoutException e) {
            // The client is gone, or is told by this that there is no answer.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private ByteBuffer answer(int request, long value)
            throws IOException, ExecutionException, TimeoutException, InterruptedException {
        if (request == 'L') {
            DivisionInfo info = division.getInfo();
            return yesOrNo(info.isLeader() && info.isLeaderReady());
        }
        if (request == 'E') {
            return yesOrNo(standsForElection());
        }
        boolean writes = request == 'W';
        Message message =
                writes ? Message.valueOf(ByteString.copyFrom(content(value, 0).array())) : Message.EMPTY;
        RaftClientReply reply = ((RaftClientAsynchronousProtocol) division)
                .submitClientRequestAsync(RaftClientRequest.newBuilder()
                        .setClientId(self)
                        .setServerId(division.getId())
                        .setGroupId(division.getGroup().getGroupId())
                        .setCallId(calls.incrementAndGet())
                        .setMessage(message)
                        .setType(writes ? RaftClientRequest.writeRequestType() : RaftClientRequest.readRequestType())
                        .build())
                .get(ANSWER_LIMIT_S, TimeUnit.SECONDS);
        if (!reply.isSuccess()) {
            throw new IOException(reply.toString());
        }
        return ByteBuffer.wrap(reply.getMessage().getContent().toByteArray());
    }

    /** What a leader asks for that gives its place away, said in its name. */
    private boolean standsForElection() throws IOException {
        RaftPeerId leader = division.getInfo().getLeaderId();
        TermIndex last = division.getRaftLog().getLastEntryTermIndex();
        if (leader == null || last == null) {
            return false;
        }
        RaftRpcRequestProto.Builder asker = RaftRpcRequestProto.newBuilder()
                .setRequestorId(leader.toByteString())
                .setReplyId(division.getId().toByteString())
                .setRaftGroupId(RaftGroupIdProto.newBuilder()
                        .setId(division.getGroup().getGroupId().toByteString()));
        return division.getRaftServer()
                .startLeaderElection(StartLeaderElectionRequestProto.newBuilder()
                        .setServerRequest(asker)
                        .setLeaderLastEntry(last.toProto())
                        .build())
                .getServerReply()
                .getSuccess();
    }

    private static ByteBuffer yesOrNo(boolean yes) {
        return content(yes ? 1 : 0, 0);
    }

    private static ByteBuffer content(long value, int version) {
        return ByteBuffer.allocate(CONTENT_BYTES).putLong(value).putInt(version);
    }

    /** The register; Ratis applies and reads on its own threads. */
    private static final class RegisterMachine extends BaseStateMachine {
        private long value;
        private int version;

        @Override
        public CompletableFuture<Message> applyTransaction(TransactionContext transaction) {
            LogEntryProto entry = transaction.getLogEntry();
            ByteBuffer command = entry.getStateMachineLogEntry().getLogData().asReadOnlyByteBuffer();
            Message written = write(command.getLong());
            updateLastAppliedTermIndex(entry.getTerm(), entry.getIndex());
            return CompletableFuture.completedFuture(written);
        }

        private synchronized Message write(long newValue) {
            value = newValue;
            version++;
            return shown();
        }

        @Override
        public synchronized CompletableFuture<Message> query(Message request) {
            return CompletableFuture.completedFuture(shown());
        }

        private Message shown() {
            return Message.valueOf(ByteString.copyFrom(content(value, version).array()));
        }
    }
}
