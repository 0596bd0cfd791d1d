package io.cellkeeper.state.op;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.Paths;
import io.cellkeeper.state.tree.Node;
import io.cellkeeper.state.tree.Place;
import io.cellkeeper.state.tree.Tree;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * The text of {@code /zookeeper/config} (rule 19.1): the servers' lines and, behind them, the version, which is the zxid
 * that set them. A stand-alone server has an empty text. The node's own version stays −1.
 */
public final class ConfigChange {
    private static final String VERSION = "version=";

    private ConfigChange() {}

    /**
     * Sets the text.
     *
     * @param servers the servers' lines, with line feeds between them; empty for a stand-alone server
     */
    public static void apply(ByteRange servers, Context context) {
        context.tree.locate(context.place, Tree.bytesOf(Paths.CONFIG));
        Node node = Objects.requireNonNull(context.place.node());
        SetDataOperation.setData(Paths.CONFIG, node, text(servers, context.zxid()), Tree.CONFIG_VERSION, context);
    }

    /** The text as it is. */
    public static String text(Tree tree) {
        return text(node(tree));
    }

    static String text(Node config) {
        ByteRange text = config.data();
        return text == null ? "" : new String(text.array(), text.offset(), text.length(), StandardCharsets.UTF_8);
    }

    /** The node: every tree has it. */
    static Node node(Tree tree) {
        Place place = new Place();
        tree.locate(place, Tree.bytesOf(Paths.CONFIG));
        return Objects.requireNonNull(place.node());
    }

    /** The servers' lines of a text. */
    public static String servers(String text) {
        int version = text.lastIndexOf('\n' + VERSION);
        return version < 0 ? "" : text.substring(0, version);
    }

    /** The version that a text ends with; −1 if it has none. */
    static long version(String text) {
        int version = text.lastIndexOf('\n' + VERSION);
        if (version < 0) {
            return -1;
        }
        try {
            return Long.parseLong(text, version + 1 + VERSION.length(), text.length(), 16);
        } catch (NumberFormatException e) {
            // A superuser has written another text there.
            return -1;
        }
    }

    private static ByteRange text(ByteRange servers, long zxid) {
        if (servers.length() == 0) {
            return servers;
        }
        String lines = new String(servers.array(), servers.offset(), servers.length(), StandardCharsets.UTF_8);
        return ByteRange.of((lines + '\n' + VERSION + Long.toHexString(zxid)).getBytes(StandardCharsets.UTF_8));
    }
}
