package io.cellkeeper.state.op;

import io.cellkeeper.state.session.Session;
import io.cellkeeper.state.tree.Ephemerals;
import io.cellkeeper.state.tree.Tree;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** What the end of a session does to the tree. */
public final class SessionEnd {
    private SessionEnd() {}

    /** Deletes a session's ephemerals, all at the command's zxid, in the order of their paths (rules 3.7, 12.1). */
    public static void deleteEphemerals(Session session, Context context) {
        for (String path : ephemeralsOf(session)) {
            context.tree.locate(context.place, Tree.bytesOf(path));
            DeleteOperation.delete(
                    path,
                    Objects.requireNonNull(context.place.parent()),
                    Objects.requireNonNull(context.place.node()),
                    context);
        }
    }

    /** The paths of a session's ephemerals, in order. */
    public static List<String> ephemeralsOf(Session session) {
        Ephemerals ephemerals = session.ephemerals();
        String[] paths = new String[ephemerals.size()];
        for (int i = 0; i < paths.length; i++) {
            paths[i] = new String(Tree.pathOf(ephemerals.get(i)), StandardCharsets.UTF_8);
        }
        Arrays.sort(paths);
        return List.of(paths);
    }
}
