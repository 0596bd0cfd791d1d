package io.cellkeeper.state.op;

/** Versions of data and ACLs (rule 5.9). */
final class Versions {
    private static final int ANY = -1;

    private Versions() {}

    /** Whether a client that expects this version may change what has that one. */
    static boolean match(int expected, int current) {
        return expected == ANY || expected == current;
    }

    /** The version after this one: it wraps, and leaves out −1, which would mean any. */
    static int next(int version) {
        return version == ANY - 1 ? 0 : version + 1;
    }
}
