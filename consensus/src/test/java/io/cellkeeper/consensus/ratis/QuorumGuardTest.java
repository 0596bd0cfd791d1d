package io.cellkeeper.consensus.ratis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.proto.RaftProtos.GroupListRequestProto;
import org.apache.ratis.proto.RaftProtos.RaftClientRequestProto;
import org.apache.ratis.proto.RaftProtos.RequestVoteRequestProto;
import org.apache.ratis.proto.grpc.AdminProtocolServiceGrpc;
import org.apache.ratis.proto.grpc.RaftClientProtocolServiceGrpc;
import org.apache.ratis.proto.grpc.RaftServerProtocolServiceGrpc;
import org.apache.ratis.thirdparty.io.grpc.Attributes;
import org.apache.ratis.thirdparty.io.grpc.CallOptions;
import org.apache.ratis.thirdparty.io.grpc.ManagedChannel;
import org.apache.ratis.thirdparty.io.grpc.Status;
import org.apache.ratis.thirdparty.io.grpc.StatusRuntimeException;
import org.apache.ratis.thirdparty.io.grpc.netty.NettyChannelBuilder;
import org.apache.ratis.thirdparty.io.grpc.stub.ClientCalls;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Calls the Raft port of a running replica as a stranger would. */
class QuorumGuardTest {
    @TempDir
    Path dir;

    @Test
    void shouldOfferNothingToClientsAndAdministrators() throws Exception {
        withChannelFrom("127.0.0.1", channel -> {
            StatusRuntimeException client = assertThrows(
                    StatusRuntimeException.class,
                    () -> ClientCalls.blockingServerStreamingCall(
                                    channel,
                                    RaftClientProtocolServiceGrpc.getUnorderedMethod(),
                                    CallOptions.DEFAULT,
                                    RaftClientRequestProto.getDefaultInstance())
                            .next());
            assertEquals(Status.Code.PERMISSION_DENIED, client.getStatus().getCode());
            StatusRuntimeException admin = assertThrows(
                    StatusRuntimeException.class,
                    () -> AdminProtocolServiceGrpc.newBlockingStub(channel)
                            .groupList(GroupListRequestProto.getDefaultInstance()));
            assertEquals(Status.Code.PERMISSION_DENIED, admin.getStatus().getCode());
            assertTrue(String.valueOf(admin.getStatus().getDescription()).contains("isn't offered"));
        });
    }

    @Test
    void shouldObeyPeers() throws Exception {
        withChannelFrom("127.0.0.1", channel -> assertNotEquals(Status.Code.PERMISSION_DENIED, vote(channel)));
    }

    @Test
    @EnabledOnOs(OS.LINUX) // where all of 127.0.0.0/8 is this host
    void shouldRefuseWhoIsNoPeer() throws Exception {
        withChannelFrom("127.0.0.9", channel -> assertEquals(Status.Code.PERMISSION_DENIED, vote(channel)));
    }

    /** How an empty vote request fails. */
    private static Status.Code vote(ManagedChannel channel) {
        return assertThrows(
                        StatusRuntimeException.class,
                        () -> RaftServerProtocolServiceGrpc.newBlockingStub(channel)
                                .requestVote(RequestVoteRequestProto.getDefaultInstance()))
                .getStatus()
                .getCode();
    }

    private interface Calls {
        void make(ManagedChannel channel);
    }

    private void withChannelFrom(String address, Calls calls) throws IOException, InterruptedException {
        try (TestCell cell = new TestCell(dir, 3)) {
            cell.start(1, true);
            RaftSettings.Peer peer = cell.peers.get(0);
            ManagedChannel channel = NettyChannelBuilder.forAddress(peer.host(), peer.port())
                    .usePlaintext()
                    .localSocketPicker(new From(new InetSocketAddress(address, 0)))
                    .build();
            try {
                calls.make(channel);
            } finally {
                channel.shutdownNow();
                assertTrue(channel.awaitTermination(10, TimeUnit.SECONDS));
            }
        }
    }

    private static final class From extends NettyChannelBuilder.LocalSocketPicker {
        private final InetSocketAddress address;

        From(InetSocketAddress address) {
            this.address = address;
        }

        @Override
        public SocketAddress createSocketAddress(SocketAddress remote, Attributes attributes) {
            return address;
        }
    }
}
