package io.cellkeeper.compat.differential;

/**
 * Where this server answers otherwise than ZooKeeper 3.9.5 on purpose, or where ZooKeeper's own answer is not
 * determined. The harness doesn't ask for these, or compares less, as each says; whatever else differs is a failure. The
 * list stands in docs/compatibility.md as well, kept equal by {@link DeviationTest}.
 */
enum Deviation {
    /** Auth is only sent when nothing of the connection is unanswered. */
    AUTH_OVERTAKES("7.5", "the reply to auth comes in its place, not before earlier ones"),
    /** CreateTTL without a flag for it is sent with a time to live that isn't negative. */
    TTL_WITHOUT_FLAG("8.1.3", "createTTL without a flag for it is refused, also with a negative time to live"),
    /** Not in multis: a null ACL, an unknown flag, a flag and a time to live that don't fit. */
    CREATE_IN_MULTI("8.1.1", "such a create in a multi has its own error, not −5 for the whole"),
    /** CreateContainer is not sent with the flags of ephemerals. */
    CONTAINER_FLAGS("8.1.4", "createContainer makes a container whatever the flag"),
    /** Not sent: requests whose path is null. */
    NULL_PATH("6.2", "a null path is undecodable"),
    /** A wrong password is only tried without an old connection. */
    KICK_BEFORE_PASSWORD("2.11", "the old connection is closed only after the password was checked"),
    /** Nothing is sent behind a setACL that is unanswered: ZooKeeper may judge it by the old ACL. */
    ACL_IN_FLIGHT("4.3", "a setACL holds for the requests that are sent right behind it"),
    /** Events of one closeSession are compared as a set. */
    ORDER_OF_EPHEMERALS("12.1", "ephemerals are deleted in the order of their paths"),
    /** Children, ephemerals, whoAmI's identities, and the entries that {@code auth} expands to, are compared as sets. */
    ORDER_OF_SETS("6.11", "lists that ZooKeeper keeps in hash tables have another order"),
    /**
     * An event of setWatches that only ZooKeeper sends is passed over; in every fourth sequence, where all may read all, it
     * is not.
     */
    CATCH_UP_FILTER("10.13", "events that setWatches catches up on are filtered by READ as all others are"),
    /** What lies beyond the basic plane is not compared in sync's reply and in the paths of events. */
    SUPPLEMENTARY_CHARACTERS("1.11", "characters beyond the basic plane are echoed as sent"),
    /**
     * In sequences under a quota nothing is pipelined, a multi has one change, and a quota of bytes stands from the first
     * step on, so that nothing is ever above it. Only one subtree of a sequence has a quota.
     */
    QUOTAS("13.7", "hard quotas are judged by the running usage, and don't refuse data that shrinks"),
    /** Not read: /zookeeper/config. */
    CONFIG_STAT("19.1", "the version of /zookeeper/config is −1 also on a lone server"),
    /** Not sent: operation 20. */
    DELETE_CONTAINER("22.1", "deleteContainer is refused to clients"),
    /** Not sent: operation −10. */
    CREATE_SESSION("22.2", "createSession is refused to clients");

    private final String rule;
    private final String text;

    Deviation(String rule, String text) {
        this.rule = rule;
        this.text = text;
    }

    /** Its line in docs/compatibility.md. */
    String row() {
        return "| " + rule + " | " + text + " |";
    }
}
