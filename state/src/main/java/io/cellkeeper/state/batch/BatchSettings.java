package io.cellkeeper.state.batch;

/** Settings that change what a command does: they travel in the batch, so that every replica applies the same. */
public final class BatchSettings {
    /** Nodes with a time to live are allowed. */
    public static final int EXTENDED_TYPES = 1;
    /** ACLs are not checked. */
    public static final int SKIP_ACL = 1 << 1;
    /** Hard quotas refuse. */
    public static final int ENFORCE_QUOTA = 1 << 2;
    /** Clients may send reconfig. */
    public static final int RECONFIG_ENABLED = 1 << 3;

    private BatchSettings() {}
}
