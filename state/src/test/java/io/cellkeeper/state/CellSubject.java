package io.cellkeeper.state;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.DigestAuth;
import io.cellkeeper.protocol.Identity;
import io.cellkeeper.protocol.OpCode;
import io.cellkeeper.state.RandomScript.Step;
import io.cellkeeper.state.TestCell.Client;
import io.cellkeeper.state.TestCell.Result;
import io.cellkeeper.state.batch.BatchSettings;

/** Plays scripts to the state machine. */
final class CellSubject extends ScriptSubject {
    private static final Identity ADDRESS = new Identity("ip", "127.0.0.1");

    final TestCell cell = new TestCell();
    private final Client[] clients = new Client[RandomScript.CLIENTS];

    CellSubject() {
        cell.settings |= BatchSettings.ENFORCE_QUOTA;
    }

    @Override
    long open(int client) {
        clients[client] = cell.open(ADDRESS);
        return clients[client].id;
    }

    @Override
    void close(int client) {
        cell.send(clients[client], OpCode.CLOSE_SESSION, ByteRange.EMPTY);
    }

    @Override
    void create(String path) {
        cell.send(clients[0], OpCode.CREATE, Bodies.create(path));
    }

    @Override
    int auth(int client, String user) {
        if (user.startsWith("super:")) {
            cell.addAuth(clients[client], new Identity("super", ""));
        }
        Identity proven = DigestAuth.identityOf(Bodies.bytes(user));
        return cell.addAuth(clients[client], proven).error().code();
    }

    @Override
    String ask(Step step, String name) {
        Client client = clients[step.client()];
        client.acked = client.number;
        if (step.op().route() == OpCode.Route.READ) {
            ReadAnswer answer = cell.read(client, step.op(), step.body());
            return text.of(step.op(), answer.error(), answer.body());
        }
        Result result = cell.send(client, step.op(), step.body());
        name(result.zxid(), name);
        return text.of(step.op(), result.error(), result.body());
    }
}
