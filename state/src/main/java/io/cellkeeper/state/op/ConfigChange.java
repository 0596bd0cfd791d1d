package io.cellkeeper.state.op;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.Paths;
import io.cellkeeper.state.tree.Node;
import io.cellkeeper.state.tree.Tree;
import java.util.Objects;

/** Sets the text of {@code /zookeeper/config}; its version stays −1 (rule 19.1). */
public final class ConfigChange {
    private ConfigChange() {}

    public static void apply(ByteRange text, Context context) {
        context.tree.locate(context.place, Tree.bytesOf(Paths.CONFIG));
        Node node = Objects.requireNonNull(context.place.node());
        SetDataOperation.setData(Paths.CONFIG, node, text, Tree.CONFIG_VERSION, context);
    }
}
