package io.cellkeeper.compat.differential;

import io.cellkeeper.compat.differential.Step.Ask;
import io.cellkeeper.compat.differential.Step.Connect;
import io.cellkeeper.compat.differential.Step.Drop;
import io.cellkeeper.compat.differential.Step.Lapse;
import io.cellkeeper.compat.differential.Step.Noise;
import io.cellkeeper.compat.differential.Step.Part;
import io.cellkeeper.compat.differential.Step.Visit;
import io.cellkeeper.compat.wire.Frame;
import io.cellkeeper.compat.wire.RawClient;
import io.cellkeeper.compat.wire.RawSession;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.zookeeper.ZooDefs.OpCode;

/**
 * Plays one sequence to a server. Between two steps nothing is under way: the replies have come, and every client that
 * watches has been asked to ping, so that the events of the step have come as well. What is seen doesn't depend on
 * timing then. One thread.
 */
final class Player {
    private static final int TIMEOUT_MS = 30_000;

    private final int port;
    private final Audit audit;
    private final List<Seen> seen = new ArrayList<>();
    private final List<Long> zxids = new ArrayList<>();
    private final SequenceClient[] clients = new SequenceClient[RandomSequence.CLIENTS];

    private Player(int port, Audit audit) {
        this.port = port;
        this.audit = audit;
        for (int i = 0; i < clients.length; i++) {
            clients[i] = new SequenceClient(i, port, seen::add);
        }
    }

    /**
     * Plays the steps under a root of their own and returns what was seen.
     *
     * @param quota whether the root may be put under a quota
     */
    static List<Seen> play(int port, String root, boolean quota, List<Step> steps) throws IOException {
        try (Audit audit = new Audit(port, root, quota)) {
            Player player = new Player(port, audit);
            audit.createRoots();
            try {
                player.playAll(steps);
                audit.readAll(steps.size(), player.seen);
                if (!player.isSilent()) {
                    player.closeSessions(steps.size() + 1);
                    audit.readAll(steps.size() + 2, player.seen);
                }
                audit.removeAll();
            } finally {
                for (SequenceClient client : player.clients) {
                    client.cut();
                }
            }
            return player.seen;
        }
    }

    private void playAll(List<Step> steps) throws IOException {
        for (int next = 0; next < steps.size() && !isSilent(); ) {
            int count = batchSize(steps, next);
            int last = next + count - 1;
            Step step = steps.get(next);
            if (step instanceof Ask) {
                ask(last, steps.subList(next, next + count));
            } else {
                other(last, step);
            }
            flushOthers(last, step.client());
            next += count;
        }
    }

    /** Notes the events that have come for everybody but this client, asking all at once. */
    private void flushOthers(int step, int client) throws IOException {
        List<SequenceClient> asked = new ArrayList<>();
        for (SequenceClient other : clients) {
            if (other.id() != client && other.askForEvents(step)) {
                asked.add(other);
            }
        }
        for (SequenceClient other : asked) {
            other.awaitEvents(step);
        }
    }

    /** Whether the server left a client without an answer: nothing more is asked then, as each would wait for long. */
    private boolean isSilent() {
        return seen.stream().anyMatch(Seen::isSilence);
    }

    /** How many of the steps from here are sent at once. */
    private static int batchSize(List<Step> steps, int from) {
        int to = from + 1;
        while (to < steps.size()
                && steps.get(to - 1) instanceof Ask before
                && before.pipelined()
                && steps.get(to) instanceof Ask next
                && next.client() == before.client()
                && next.part().op() != OpCode.auth) {
            to++;
        }
        return to - from;
    }

    private void ask(int step, List<Step> batch) throws IOException {
        List<Part> parts = new ArrayList<>();
        for (Step one : batch) {
            Ask ask = (Ask) one;
            parts.add(ask.zxidPick() < 0 || zxids.isEmpty() ? ask.part() : relative(ask));
        }
        SequenceClient client = clients[batch.get(0).client()];
        List<Frame> replies = client.ask(step, parts, TIMEOUT_MS);
        for (int i = 0; i < replies.size(); i++) {
            if (replies.get(i).err() == 0 && Operations.isChange(parts.get(i).op())) {
                zxids.add(replies.get(i).zxid());
            }
        }
    }

    private Part relative(Ask ask) {
        byte[] body = ask.part().body().clone();
        ByteBuffer.wrap(body).putLong(zxids.get(ask.zxidPick() % zxids.size()));
        return new Part(ask.part().op(), body, ask.part().text());
    }

    private void other(int at, Step step) throws IOException {
        SequenceClient client = clients[step.client()];
        if (step instanceof Noise noise) {
            client.noise(at, noise.bytes(), TIMEOUT_MS);
        } else if (step instanceof Drop) {
            client.cut();
        } else if (step instanceof Connect connect) {
            client.connect(at, connect.how(), connect.timeoutMs());
        } else if (step instanceof Visit visit) {
            visit(at, visit);
        } else if (step instanceof Lapse lapse) {
            lapse(at, lapse);
        } else {
            throw new AssertionError(step);
        }
    }

    private void visit(int at, Visit visit) throws IOException {
        try (RawClient visitor = RawClient.open(port)) {
            visitor.sendConnect(RawSession.NEW, visit.timeoutMs(), 0, visit.readOnlyByte());
            RawSession session = visitor.readConnected();
            seen.add(Seen.note(
                    at,
                    visit.client(),
                    "the visitor gets " + session.timeoutMs() + " ms in " + session.length() + " bytes"));
            visitor.closeSession();
        }
    }

    private void lapse(int at, Lapse lapse) throws IOException {
        try (RawClient visitor = RawClient.open(port)) {
            visitor.sendConnect(RawSession.NEW, 1, 0, true);
            RawSession session = visitor.readConnected();
            Connection connection = new Connection(visitor, lapse.client(), seen::add);
            seen.add(Seen.connected(at, lapse.client(), "the visitor is connected", session.id()));
            connection.ask(at, List.of(audit.marker()));
            for (Part create : lapse.creates()) {
                connection.ask(at, List.of(create));
            }
            if (lapse.cut()) {
                connection.cut();
            } else {
                connection.awaitClosed(at);
            }
            audit.awaitMarkerGone();
            flushOthers(at, -1);
            try (RawClient again = RawClient.reconnect(port, session, TIMEOUT_MS)) {
                seen.add(Seen.note(
                        at,
                        lapse.client(),
                        "the visitor comes back to session " + again.session().id()));
            }
        }
    }

    private void closeSessions(int at) throws IOException {
        for (SequenceClient client : clients) {
            client.closeSession(at);
            flushOthers(at, -1);
        }
    }
}
