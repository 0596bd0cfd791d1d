package io.cellkeeper.protocol;

/** Rules about paths (section 6). Nothing here normalises: a path is its characters. */
public final class Paths {
    public static final String ROOT = "/";
    public static final String ZOOKEEPER = "/zookeeper";
    public static final String QUOTA = "/zookeeper/quota";
    public static final String CONFIG = "/zookeeper/config";

    /** The name of the node that has the limits of a quota, at the end of its path below {@link #QUOTA}. */
    public static final String LIMITS_NAME = "zookeeper_limits";

    private Paths() {}

    /** Whether a node may have this path (rule 6.2); judged by UTF-16 unit, so that nothing outside the basic plane may. */
    public static boolean isValid(String path) {
        int length = path.length();
        if (length == 0 || path.charAt(0) != '/') {
            return false;
        }
        if (length == 1) {
            return true;
        }
        int start = 1;
        for (int i = 1; i < length; i++) {
            char c = path.charAt(i);
            if (c == '/') {
                if (!isComponent(path, start, i)) {
                    return false;
                }
                start = i + 1;
            } else if (isForbidden(c)) {
                return false;
            }
        }
        return isComponent(path, start, length);
    }

    /** Whether a path has a slash and no NUL: all that create and delete ask of it at first (rules 8.1.2, 8.2.1). */
    public static boolean hasParent(String path) {
        return path.indexOf('/') >= 0 && path.indexOf('\0') < 0;
    }

    /** Whether a path has a NUL: all that exists asks of it (rule 6.4). */
    public static boolean hasNul(String path) {
        return path.indexOf('\0') >= 0;
    }

    /** What stands before the last slash; the root for the root and its children. The path need not be valid. */
    public static String parentOf(String path) {
        int slash = path.lastIndexOf('/');
        return slash <= 0 ? ROOT : path.substring(0, slash);
    }

    /** What stands after the last slash: the node's own name. */
    public static String nameOf(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** Whether this node always exists and can't be deleted (rule 6.5). */
    public static boolean isSystem(String path) {
        return path.equals(ROOT) || path.equals(ZOOKEEPER) || path.equals(QUOTA) || path.equals(CONFIG);
    }

    private static boolean isComponent(String path, int start, int end) {
        return switch (end - start) {
            case 0 -> false;
            case 1 -> path.charAt(start) != '.';
            case 2 -> path.charAt(start) != '.' || path.charAt(start + 1) != '.';
            default -> true;
        };
    }

    private static boolean isForbidden(char c) {
        return c <= '\u001f' || (c >= '\u007f' && c <= '\u009f') || (c >= '\ud800' && c <= '\uf8ff') || c >= '\ufff0';
    }
}
