package io.cellkeeper.compat.partition;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.cellkeeper.compat.wire.Frame;
import io.cellkeeper.compat.wire.RawClient;
import io.cellkeeper.compat.wire.RawSession;
import java.io.IOException;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.proto.GetDataResponse;
import org.apache.zookeeper.proto.SetDataResponse;

/** A znode as a register: its data is the value, its version counts the writes. */
final class NodeRegister implements Register {
    /** The node; its data is a number at first. */
    static final String PATH = "/register";

    private final TimedClient client;

    NodeRegister(TimedClient client) {
        this.client = client;
    }

    /** Makes the node with this value, as version 0. */
    static void create(TimedClient client, long value) throws IOException {
        answered(client.call(OpCode.create, RawClient.createNode(PATH, Long.toString(value), 0)));
    }

    @Override
    public Content read() throws IOException {
        GetDataResponse shown = answered(client.call(OpCode.getData, RawClient.getData(PATH, false)))
                .as(new GetDataResponse());
        return new Content(
                Long.parseLong(new String(shown.getData(), UTF_8)),
                shown.getStat().getVersion());
    }

    @Override
    public int write(long value) throws IOException {
        return answered(client.call(OpCode.setData, RawClient.setData(PATH, Long.toString(value), -1)))
                .as(new SetDataResponse())
                .getStat()
                .getVersion();
    }

    private static Frame answered(Frame reply) throws IOException {
        if (reply.err() != 0) {
            throw new IOException(reply.toString());
        }
        return reply;
    }

    @Override
    public void close() {
        client.close();
    }

    /** Connects to the replicas of a cell with a new session each time. */
    static Connector connector(FaultyCell cell, int timeoutMs, History history) {
        return (name, replica) -> {
            TimedClient client =
                    TimedClient.connect(name, replica, cell.address(replica), RawSession.NEW, timeoutMs, history);
            if (client.session().id() == 0) {
                client.close();
                throw new IOException("no session");
            }
            return new NodeRegister(client);
        };
    }
}
