package io.cellkeeper.state;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.DigestAuth;
import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.protocol.Identity;
import io.cellkeeper.protocol.OpCode;
import io.cellkeeper.protocol.WireReader;
import io.cellkeeper.state.RandomScript.Action;
import io.cellkeeper.state.RandomScript.Step;
import io.cellkeeper.state.TestCell.Client;
import io.cellkeeper.state.TestCell.Result;
import io.cellkeeper.state.batch.BatchSettings;
import io.cellkeeper.state.tree.TreeAudit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** The state against a naive twin: the same replies to the last zxid, the same errors, the same changes, the same tree. */
class ModelTest {
    private static final int STEPS = 80;
    private static final Identity ADDRESS = new Identity("ip", "127.0.0.1");

    private TestCell cell = new TestCell();
    private NaiveModel model = new NaiveModel();
    private final Client[] clients = new Client[RandomScript.CLIENTS];
    private final ReplyText text = ReplyText.plain();

    @Property(tries = 300)
    void shouldDoAsTheModelDoes(@ForAll long seed) {
        Random random = new Random(seed);
        cell = new TestCell();
        model = new NaiveModel();
        model.zxid = cell.state.zxid();
        for (int i = 0; i < clients.length; i++) {
            open(i);
        }
        for (Step step : script(seed)) {
            cell.timeMs += random.nextInt(3);
            disturb(random);
            String context = "seed " + seed + ": " + step;
            if (step.action() == Action.REQUEST && step.op().route() == OpCode.Route.READ) {
                ReadAnswer answer = cell.read(clients[step.client()], step.op(), step.body());
                assertEquals(
                        model.read(clients[step.client()].id, step.op(), step.body()),
                        text.of(step.op(), answer.error(), answer.body()),
                        context);
            } else {
                command(step, random, context);
            }
            assertEquals(model.zxid, cell.state.zxid(), context);
        }
        assertEquals(model.nodes(), TreeAudit.nodes(cell.state.tree()));
        TreeAudit.verify(cell.state.tree());
    }

    /** Half of the scripts happen under quotas, one within the other. */
    private List<Step> script(long seed) {
        RandomScript script = new RandomScript(seed, "");
        if ((seed & 1) == 0) {
            return script.steps(STEPS);
        }
        cell.settings |= BatchSettings.ENFORCE_QUOTA;
        model.enforcesQuota = true;
        List<Step> steps = new ArrayList<>(script.quota("/a"));
        steps.addAll(script.quota("/a/b"));
        for (Step step : script.steps(STEPS)) {
            steps.add(step);
            steps.add(script.usage("/a"));
        }
        steps.add(script.usage("/a/b"));
        return steps;
    }

    private void command(Step step, Random random, String context) {
        Client client = clients[step.client()];
        beginCommand();
        if (step.action() == Action.AUTH) {
            String user = RandomScript.USERS.get(new WireReader(step.body()).readInt());
            Identity proven = DigestAuth.identityOf(Bodies.bytes(user));
            assertEquals(ErrorCode.OK, cell.addAuth(client, proven).error());
            List<Identity> identities = new ArrayList<>(model.identities.get(client.id));
            if (!identities.contains(proven)) {
                identities.add(proven);
            }
            model.identities.put(client.id, identities);
        } else if (step.action() == Action.CLOSE) {
            cell.send(client, OpCode.CLOSE_SESSION, ByteRange.EMPTY);
            model.end(client.id);
            assertEquals(model.changes, cell.changes, context);
            open(step.client());
        } else {
            Result result = cell.send(client, step.op(), step.body());
            String expected = model.command(client.id, step.op(), step.body());
            assertEquals(expected, text.of(step.op(), result.error(), result.body()), context);
            assertEquals(model.changes, cell.changes, context);
            assertEquals(model.zxid, result.zxid(), context);
            if (random.nextInt(5) == 0) {
                repeat(client, step, result);
            }
        }
    }

    private void repeat(Client client, Step step, Result first) {
        beginCommand();
        Result again = cell.resend(client, client.number, step.op(), step.body());
        assertEquals(new Result(first.kind(), first.zxid(), Outcome.REPEATED, first.error(), first.body()), again);
        assertEquals(List.of(), cell.changes);
    }

    /** What happens to sessions between requests. */
    private void disturb(Random random) {
        int slot = random.nextInt(clients.length);
        Client client = clients[slot];
        int kind = random.nextInt(40);
        if (kind == 0) {
            beginCommand();
            cell.attach(client, ADDRESS);
            model.identities.put(client.id, List.of(ADDRESS));
        } else if (kind == 1) {
            beginCommand();
            assertEquals(
                    Outcome.SESSION_MOVED,
                    cell.expire(client, client.generation - 1).outcome());
        } else if (kind == 2) {
            beginCommand();
            assertEquals(Outcome.APPLIED, cell.expire(client, client.generation).outcome());
            model.end(client.id);
            assertEquals(model.changes, cell.changes);
            open(slot);
        } else if (kind == 3) {
            beginCommand();
            Result result = cell.resend(client, client.number + 2, OpCode.CREATE, Bodies.create("/gap"));
            assertEquals(Outcome.GAP, result.outcome());
        } else if (kind == 4) {
            client.acked = client.number;
        }
    }

    private void open(int slot) {
        beginCommand();
        clients[slot] = cell.open(ADDRESS);
        model.identities.put(clients[slot].id, List.of(ADDRESS));
    }

    private void beginCommand() {
        model.zxid++;
        model.time = cell.timeMs;
        model.changes.clear();
    }
}
