package io.cellkeeper.testkit.sim;

import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.protocol.OpCode;
import io.cellkeeper.protocol.WireReader;
import io.cellkeeper.testkit.history.LinearizabilityChecker;
import io.cellkeeper.testkit.history.LinearizabilityChecker.Verdict;
import io.cellkeeper.testkit.history.NodeOperation;
import io.cellkeeper.testkit.history.NodeOperation.Answer;
import io.cellkeeper.testkit.history.NodeOperation.Kind;
import io.cellkeeper.testkit.sim.ClientCall.Reply;
import io.cellkeeper.testkit.time.Agenda;
import io.cellkeeper.testkit.truth.Violation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What all clients did to the nodes they share, for the check of linearizability at the end. */
final class NodeHistories {
    private static final int MAX_CONFIGURATIONS = 50_000;

    private final Agenda agenda;
    private final Map<String, List<NodeOperation>> byPath = new LinkedHashMap<>();
    private final Map<Long, List<Unknown>> unknown = new LinkedHashMap<>();
    private int undecided;

    NodeHistories(Agenda agenda, List<String> paths) {
        this.agenda = agenda;
        paths.forEach(path -> byPath.put(path, new ArrayList<>()));
    }

    void answered(String client, ClientCall call, Reply reply) {
        List<NodeOperation> history = byPath.get(call.path);
        Kind kind = kindOf(call.op);
        if (history == null || kind == null) {
            return;
        }
        Answer answer = answerOf(reply.error());
        int seenVersion = -1;
        int seenValue = -1;
        if (answer == Answer.OK) {
            WireReader in = reply.reader();
            if (call.op == OpCode.GET_DATA) {
                seenValue = ClientWire.value(in);
            }
            if (call.op != OpCode.CREATE && call.op != OpCode.DELETE) {
                seenVersion = ClientWire.SeenStat.read(in).version();
            }
        }
        history.add(new NodeOperation(
                client,
                kind,
                call.version,
                Math.max(0, call.value),
                call.invoked,
                agenda.now(),
                answer,
                seenVersion,
                seenValue));
    }

    /** An operation that a client has got no answer to, and gets none any more. */
    private record Unknown(String client, Kind kind, ClientCall call) {
        NodeOperation until(long time) {
            return new NodeOperation(
                    client, kind, call.version, Math.max(0, call.value), call.invoked, time, Answer.UNKNOWN, -1, -1);
        }
    }

    void unknown(String client, long session, ClientCall call) {
        Kind kind = kindOf(call.op);
        if (byPath.containsKey(call.path) && kind != null && kind != Kind.READ) {
            unknown.computeIfAbsent(session, key -> new ArrayList<>()).add(new Unknown(client, kind, call));
        }
    }

    /** A session is over, or on another connection: what was without an answer has happened by now, or never will. */
    void settled(long session) {
        List<Unknown> its = unknown.remove(session);
        if (its != null) {
            its.forEach(each -> history(each).add(each.until(agenda.now())));
        }
    }

    /**
     * Checks every node.
     *
     * @throws Violation if there is one whose history is not linearizable
     */
    void check() {
        unknown.values().forEach(its -> its.forEach(each -> history(each).add(each.until(NodeOperation.NEVER))));
        LinearizabilityChecker checker = new LinearizabilityChecker(MAX_CONFIGURATIONS);
        byPath.forEach((path, history) -> {
            Verdict verdict = checker.check(history);
            if (verdict == Verdict.NOT_LINEARIZABLE) {
                throw new Violation("linearizability", path + ": " + history.size() + " operations can't be explained");
            }
            if (verdict == Verdict.UNDECIDED) {
                undecided++;
            }
        });
    }

    /** Histories whose check was given up. */
    int undecided() {
        return undecided;
    }

    private List<NodeOperation> history(Unknown of) {
        return Objects.requireNonNull(byPath.get(of.call.path));
    }

    private static @Nullable Kind kindOf(OpCode op) {
        return switch (op) {
            case CREATE -> Kind.CREATE;
            case DELETE -> Kind.DELETE;
            case SET_DATA -> Kind.SET;
            case GET_DATA, EXISTS -> Kind.READ;
            default -> null;
        };
    }

    private static Answer answerOf(int error) {
        return switch (ErrorCode.of(error)) {
            case OK -> Answer.OK;
            case NO_NODE -> Answer.NO_NODE;
            case NODE_EXISTS -> Answer.NODE_EXISTS;
            case BAD_VERSION -> Answer.BAD_VERSION;
            default -> throw new Violation("truth", "an answer of error " + error);
        };
    }
}
