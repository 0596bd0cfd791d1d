package io.cellkeeper.state;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.OpCode;
import io.cellkeeper.state.RandomScript.Step;
import java.io.IOException;

/** Plays scripts to a ZooKeeper server. */
final class StockSubject extends ScriptSubject {
    private final int port;
    private final StockClient[] clients = new StockClient[RandomScript.CLIENTS];

    StockSubject(int port) {
        this.port = port;
    }

    @Override
    long open(int client) throws IOException {
        clients[client] = new StockClient(port);
        return clients[client].session;
    }

    @Override
    void close(int client) throws IOException {
        clients[client].send(OpCode.CLOSE_SESSION, ByteRange.EMPTY);
        clients[client].close();
    }

    @Override
    void create(String path) throws IOException {
        clients[0].send(OpCode.CREATE, Bodies.create(path));
    }

    @Override
    int auth(int client, String user) throws IOException {
        return clients[client].auth(user).error();
    }

    @Override
    String ask(Step step, String name) throws IOException {
        StockClient client = clients[step.client()];
        StockClient.Reply reply = client.send(step.op(), step.body());
        if (step.op().route() == OpCode.Route.COMMAND) {
            // What ZooKeeper can't decode it answers with the zxid of the step before, which has its name.
            name(reply.zxid(), name);
        }
        if (step.op() == OpCode.CLOSE_SESSION) {
            client.close();
        }
        return text.of(step.op(), reply.error(), reply.body());
    }
}
