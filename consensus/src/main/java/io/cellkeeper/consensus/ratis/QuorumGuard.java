package io.cellkeeper.consensus.ratis;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.proto.grpc.RaftServerProtocolServiceGrpc;
import org.apache.ratis.thirdparty.io.grpc.Grpc;
import org.apache.ratis.thirdparty.io.grpc.Metadata;
import org.apache.ratis.thirdparty.io.grpc.ServerCall;
import org.apache.ratis.thirdparty.io.grpc.ServerCallHandler;
import org.apache.ratis.thirdparty.io.grpc.ServerInterceptor;
import org.apache.ratis.thirdparty.io.grpc.Status;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the Raft port obeys: the service between replicas, and that only from addresses of configured peers (decision 5).
 * Ratis puts its services for clients and administrators on the same port; they would write entries past the leader.
 *
 * <p>An address isn't an identity: whoever can send from a peer's address passes. Names are looked up again, at most
 * every few seconds, when an unknown address calls, because a peer may have moved. Any gRPC thread calls.
 */
final class QuorumGuard implements ServerInterceptor {
    private static final Logger LOG = LoggerFactory.getLogger(QuorumGuard.class);
    private static final long LOOK_UP_AGAIN_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final List<RaftSettings.Peer> peers;
    private Set<InetAddress> allowed = Set.of();
    private long lookedUpAtNanos;

    QuorumGuard(List<RaftSettings.Peer> peers) {
        this.peers = peers;
        lookUp();
    }

    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
        String service = call.getMethodDescriptor().getServiceName();
        SocketAddress caller = call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
        if (!RaftServerProtocolServiceGrpc.SERVICE_NAME.equals(service)) {
            return refuse(call, "service " + service + " isn't offered");
        }
        if (!isPeer(caller)) {
            LOG.warn("refused a call to the Raft port from {}, which is no configured server", caller);
            return refuse(call, "not a configured server");
        }
        return next.startCall(call, headers);
    }

    private static <Q, A> ServerCall.Listener<Q> refuse(ServerCall<Q, A> call, String reason) {
        call.close(Status.PERMISSION_DENIED.withDescription(reason), new Metadata());
        return new ServerCall.Listener<>() {};
    }

    private synchronized boolean isPeer(@Nullable SocketAddress caller) {
        if (!(caller instanceof InetSocketAddress address)) {
            return false;
        }
        if (!allowed.contains(address.getAddress()) && System.nanoTime() - lookedUpAtNanos > LOOK_UP_AGAIN_NANOS) {
            lookUp();
        }
        return allowed.contains(address.getAddress());
    }

    private void lookUp() {
        Set<InetAddress> found = new HashSet<>();
        for (RaftSettings.Peer peer : peers) {
            try {
                found.addAll(List.of(InetAddress.getAllByName(peer.host())));
            } catch (UnknownHostException e) {
                LOG.warn("host {} of {} can't be looked up", peer.host(), peer.raftId());
            }
        }
        allowed = found;
        lookedUpAtNanos = System.nanoTime();
    }
}
