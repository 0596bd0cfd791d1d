package io.cellkeeper.state;

import io.cellkeeper.protocol.AclEntry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One change of the tree: what watch events are made of (rule 10.6).
 *
 * @param zxid of the command that made it
 * @param kind created, deleted or data changed
 * @param path the changed node's
 * @param acl the node's: after a creation or change, before a deletion (rule 10.13)
 * @param parentAcl the parent's, for creations and deletions; null for changes of data
 */
public record Change(
        long zxid,
        Kind kind,
        String path,
        List<AclEntry> acl,
        @Nullable List<AclEntry> parentAcl) {
    /** The kinds of change, with the code of the event they cause (rule 10.5). */
    public enum Kind {
        CREATED(1),
        DELETED(2),
        DATA_CHANGED(3);

        private final int code;

        Kind(int code) {
            this.code = code;
        }

        public int code() {
            return code;
        }
    }
}
