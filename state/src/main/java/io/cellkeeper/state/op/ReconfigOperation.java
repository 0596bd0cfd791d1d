package io.cellkeeper.state.op;

import io.cellkeeper.protocol.AclEntry;
import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.protocol.Request;
import io.cellkeeper.state.batch.BatchSettings;
import io.cellkeeper.state.tree.Node;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * reconfig: the checks in the order of rule 19.2. What passes all of them is refused with {@link
 * ErrorCode#UNIMPLEMENTED}, as a stand-alone ZooKeeper refuses any: a cell's servers can't be changed yet.
 */
final class ReconfigOperation {
    private static final int FEWEST_VOTERS = 2;

    private ReconfigOperation() {}

    static OperationResult apply(Request.Reconfig request, Context context) {
        return OperationResult.failed(refusal(request, context));
    }

    private static ErrorCode refusal(Request.Reconfig request, Context context) {
        if (!context.isSet(BatchSettings.RECONFIG_ENABLED)) {
            return ErrorCode.RECONFIG_DISABLED;
        }
        Node config = ConfigChange.node(context.tree);
        String text = ConfigChange.text(config);
        if (text.isEmpty()) {
            return ErrorCode.UNIMPLEMENTED; // stand-alone
        }
        if (request.currentConfigId() != -1 && request.currentConfigId() != ConfigChange.version(text)) {
            return ErrorCode.BAD_VERSION;
        }
        if (!isWellFormed(request, ConfigChange.servers(text))) {
            return ErrorCode.BAD_ARGUMENTS;
        }
        return context.permits(config.acl(), AclEntry.WRITE) ? ErrorCode.UNIMPLEMENTED : ErrorCode.NO_AUTH;
    }

    /** Whether the request can be read, and what it asks for has enough voters and no address twice. */
    private static boolean isWellFormed(Request.Reconfig request, String servers) {
        Map<Long, ServerSpec> members = new TreeMap<>();
        String whole = request.newMembers();
        boolean understood = whole != null
                ? addAll(members, whole, "[,\n]", false)
                : addAll(members, servers, "\n", false)
                        && removeAll(members, request.leaving())
                        && addAll(members, request.joining(), ",", true);
        return understood && hasVoters(members) && addressesDiffer(members);
    }

    private static boolean removeAll(Map<Long, ServerSpec> members, @Nullable String leaving) {
        if (leaving == null) {
            return true;
        }
        for (String each : leaving.split(",")) {
            long id = ServerSpec.number(each.trim(), Long.MAX_VALUE);
            if (id < 0) {
                return false;
            }
            members.remove(id);
        }
        return true;
    }

    /** @param forClients whether each must have a port for clients */
    private static boolean addAll(
            Map<Long, ServerSpec> members, @Nullable String lines, String separator, boolean forClients) {
        if (lines == null) {
            return true;
        }
        for (String line : lines.split(separator)) {
            if (line.isBlank() || line.startsWith("version=")) {
                continue;
            }
            Optional<ServerSpec> server = ServerSpec.parse(line.trim());
            if (server.isEmpty() || (forClients && server.get().clientPort() == 0)) {
                return false;
            }
            members.put(server.get().id(), server.get());
        }
        return true;
    }

    private static boolean hasVoters(Map<Long, ServerSpec> members) {
        int voters = 0;
        for (ServerSpec member : members.values()) {
            voters += member.votes() ? 1 : 0;
        }
        return voters >= FEWEST_VOTERS;
    }

    private static boolean addressesDiffer(Map<Long, ServerSpec> members) {
        Set<String> seen = new HashSet<>();
        for (ServerSpec member : members.values()) {
            for (String address : new HashSet<>(member.addresses())) {
                if (!seen.add(address)) {
                    return false;
                }
            }
        }
        return true;
    }
}
