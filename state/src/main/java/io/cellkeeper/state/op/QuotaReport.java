package io.cellkeeper.state.op;

import io.cellkeeper.protocol.Paths;
import io.cellkeeper.protocol.WireReader;
import io.cellkeeper.protocol.WireWriter;
import io.cellkeeper.state.QuotaView;
import io.cellkeeper.state.tree.InnerNode;
import io.cellkeeper.state.tree.Node;
import io.cellkeeper.state.tree.Place;
import io.cellkeeper.state.tree.Tree;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the quotas there are, for metrics (rule 13.9): those that can't be read, and one on the root, count for nothing. */
public final class QuotaReport {
    /** Nodes looked at: whoever may write quotas must not be able to make a figure cost any time he likes. */
    private static final int MOST_NODES = 10_000;

    private final Tree tree;
    private final List<QuotaView> found = new ArrayList<>();
    private final ArrayDeque<Below> open = new ArrayDeque<>();
    private int looked;

    private QuotaReport(Tree tree) {
        this.tree = tree;
    }

    /** A node of the tree of quotas that has children, and the path it is about. */
    private record Below(String path, InnerNode quotas) {}

    /** The quotas, in no order. */
    public static List<QuotaView> of(Tree tree) {
        QuotaReport report = new QuotaReport(tree);
        report.open("", report.node(Paths.QUOTA));
        for (Below next = report.open.poll(); next != null; next = report.open.poll()) {
            String path = next.path;
            next.quotas.children().forEach(child -> report.look(path, child));
        }
        return report.found;
    }

    private void open(String path, @Nullable Node node) {
        if (node instanceof InnerNode inner) {
            open.add(new Below(path, inner));
        }
    }

    private void look(String path, Node child) {
        if (++looked > MOST_NODES) {
            return;
        }
        WireWriter name = new WireWriter(64);
        child.writeName(name);
        String text = new WireReader(name.toRange()).readString();
        if (text.equals(Paths.LIMITS_NAME)) {
            add(path, child);
        } else {
            open(path + '/' + text, child);
        }
    }

    private void add(String path, Node limitsNode) {
        QuotaLimits limits = path.isEmpty() ? null : QuotaLimits.parse(limitsNode.data());
        if (limits == null) {
            return;
        }
        Node subtree = node(path);
        found.add(new QuotaView(
                path,
                limits.hardCount() > -1 ? limits.hardCount() : limits.count(),
                limits.hardBytes() > -1 ? limits.hardBytes() : limits.bytes(),
                subtree == null ? 0 : subtree.subtreeCount(),
                subtree == null ? 0 : subtree.subtreeBytes()));
    }

    private @Nullable Node node(String path) {
        Place place = new Place();
        tree.locate(place, Tree.bytesOf(path));
        return place.node();
    }
}
