package io.cellkeeper.state;

/**
 * Something to tell the operator about a quota.
 *
 * @param kind what was exceeded, or that the limits can't be read
 * @param path the root of the subtree that has the quota
 * @param usage what it would be, or is, with the operation; 0 for limits that can't be read
 * @param limit what it should not exceed
 * @param refused whether the operation was refused
 */
public record QuotaNotice(Kind kind, String path, long usage, long limit, boolean refused) {
    /** What it is about. */
    public enum Kind {
        COUNT,
        BYTES,
        /** The limits are no limits: there is no quota (rule 13.10). */
        MALFORMED
    }
}
