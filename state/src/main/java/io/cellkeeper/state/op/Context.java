package io.cellkeeper.state.op;

import io.cellkeeper.protocol.Acls;
import io.cellkeeper.protocol.Identity;
import io.cellkeeper.state.Change;
import io.cellkeeper.state.QuotaNotice;
import io.cellkeeper.state.batch.BatchSettings;
import io.cellkeeper.state.session.Session;
import io.cellkeeper.state.tree.AclTable;
import io.cellkeeper.state.tree.Place;
import io.cellkeeper.state.tree.QuotaWalk;
import io.cellkeeper.state.tree.Tree;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an operation knows beside its request; filled anew for each command. */
public final class Context {
    final Tree tree;
    final Place place = new Place();
    /** What the command changed, in order; told once it is applied as a whole (rule 8.12.11). */
    final List<Change> changes = new ArrayList<>();
    /** What it had to do with quotas. */
    final List<QuotaNotice> notices = new ArrayList<>();

    final QuotaWalk quota = new QuotaWalk();

    private List<Identity> identities = List.of();
    private @Nullable Session session;
    private int settings;
    private long zxid;
    long timeMs;
    long cellTimeMs;

    public Context(Tree tree) {
        this.tree = tree;
    }

    /** The settings and times of the batch now being applied. */
    public void beginBatch(int settings, long timeMs, long cellTimeMs) {
        this.settings = settings;
        this.timeMs = timeMs;
        this.cellTimeMs = cellTimeMs;
    }

    /** The next command. */
    public void beginCommand(long zxid) {
        this.zxid = zxid;
        changes.clear();
        notices.clear();
    }

    /** The session whose request comes next, command or read: its identities are those of this moment (rule 4.10). */
    public void beginRequest(Session session) {
        this.session = session;
        this.identities = session.identities();
    }

    /** The command's zxid. */
    public long zxid() {
        return zxid;
    }

    /** What the command changed. */
    public List<Change> changes() {
        return changes;
    }

    /** What there is to tell the operator about quotas, also of a command that failed. */
    public List<QuotaNotice> notices() {
        return notices;
    }

    Session session() {
        if (session == null) {
            throw new IllegalStateException("no session");
        }
        return session;
    }

    List<Identity> identities() {
        return identities;
    }

    boolean isSet(int setting) {
        return (settings & setting) != 0;
    }

    /** Whether the requester has one of these permissions by the ACL of this id (rule 11.1). */
    boolean permits(int acl, int perms) {
        return acl == AclTable.OPEN
                || isSet(BatchSettings.SKIP_ACL)
                || Acls.permits(tree.acls().list(acl), perms, identities);
    }
}
