package io.cellkeeper.server.leader;

import io.cellkeeper.protocol.AclEntry;
import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.OpCode;
import io.cellkeeper.proxy.link.LinkMessage;
import io.cellkeeper.state.Change;
import io.cellkeeper.state.ReadAnswer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which links want to hear of which paths (design: watches). A link has one interest per path; a change goes out at most
 * once per link, whatever the number of its clients. The cost of a change is in the links interested and the path's
 * depth, never in all interests (rule 10.28).
 */
final class Interests {
    /** One link's interest in one path. */
    static final class Interest {
        final LeaderLink link;
        final String path;
        int kinds;
        /** The registration answered last of those that registered something. */
        long lastRegistered;
        /** The registration answered last of all for this path. */
        long lastAnswered;

        Interest(LeaderLink link, String path) {
            this.link = link;
            this.path = path;
        }
    }

    private final boolean skipsAcl;
    private final Map<String, List<Interest>> byPath = new HashMap<>();
    /** With no recursive interest anywhere a change need not look at its ancestors. */
    private int recursive;

    private int count;
    private long changes;

    /**
     * No interests.
     *
     * @param skipsAcl whether ACLs are not checked, and so keep no event from anybody
     */
    Interests(boolean skipsAcl) {
        this.skipsAcl = skipsAcl;
    }

    /** Registers what a read registers, in the same step that evaluates it. */
    void register(LeaderLink link, long registration, OpCode op, ByteRange body, ReadAnswer answer) {
        ReadInterests.of(op, body, answer, (path, kinds) -> register(link, registration, path, kinds));
    }

    /** Registers what a proxy has kept from an earlier link. */
    void register(LeaderLink link, long registration, LinkMessage.Reregistration kept) {
        register(link, registration, kept.path(), kept.kinds() & ~LinkMessage.Reregistration.ABSENT);
    }

    /** Tells one link of a change that came before it was interested, if it is now. */
    void replay(LeaderLink link, Change change) {
        String path = change.path();
        if (isInterested(link, path, ownKinds(change))) {
            link.send(message(change));
            return;
        }
        String ancestor = parent(path);
        boolean interested = change.kind() != Change.Kind.DATA_CHANGED
                && ancestor != null
                && isInterested(link, ancestor, ReadInterests.CHILD);
        while (!interested && recursive > 0 && ancestor != null) {
            interested = isInterested(link, ancestor, ReadInterests.RECURSIVE);
            ancestor = parent(ancestor);
        }
        if (interested) {
            link.send(message(change));
        }
    }

    /** Ends a link's interest in a path, if its proxy has handled the answer of the newest registration. */
    void drop(LeaderLink link, String path, long registration) {
        Interest interest = link.interests.get(path);
        if (interest != null && namesNewest(interest, registration)) {
            link.interests.remove(path);
            remove(interest);
        }
    }

    /** The link is gone: so is all it was interested in, at once (rule 10.26). */
    void linkDown(LeaderLink link) {
        for (Interest interest : link.interests.values()) {
            remove(interest);
        }
        link.interests.clear();
    }

    /** Tells every link that is interested, once. */
    void changed(Change change) {
        if (count == 0) {
            return;
        }
        changes++;
        LinkMessage.Changed message = null;
        boolean data = change.kind() == Change.Kind.DATA_CHANGED;
        message = tell(change.path(), ownKinds(change), change, message);
        String ancestor = parent(change.path());
        if (!data && ancestor != null) {
            message = tell(ancestor, ReadInterests.CHILD, change, message);
        }
        while (recursive > 0 && ancestor != null) {
            message = tell(ancestor, ReadInterests.RECURSIVE, change, message);
            ancestor = parent(ancestor);
        }
    }

    /** Interests of all links. */
    int count() {
        return count;
    }

    private void register(LeaderLink link, long registration, String path, int kinds) {
        Interest interest = link.interests.get(path);
        if (interest == null) {
            if (kinds == 0 || !link.isUp()) {
                return;
            }
            interest = new Interest(link, path);
            link.interests.put(path, interest);
            byPath.computeIfAbsent(path, key -> new ArrayList<>(1)).add(interest);
            count++;
        }
        interest.lastAnswered = registration;
        if (kinds != 0) {
            interest.lastRegistered = registration;
            if ((kinds & ~interest.kinds & ReadInterests.RECURSIVE) != 0) {
                recursive++;
            }
            interest.kinds |= kinds;
        }
    }

    /**
     * †: a drop that does not know of the newest answer on its way to the proxy does nothing. Answers go out in the
     * order of evaluation, not of registration: so the one named has to be the last answered, or the last that
     * registered something.
     */
    private static boolean namesNewest(Interest interest, long registration) {
        return registration == interest.lastRegistered || registration == interest.lastAnswered;
    }

    private void remove(Interest interest) {
        List<Interest> ofPath = byPath.get(interest.path);
        if (ofPath != null && ofPath.remove(interest)) {
            count--;
            if ((interest.kinds & ReadInterests.RECURSIVE) != 0) {
                recursive--;
            }
            if (ofPath.isEmpty()) {
                byPath.remove(interest.path);
            }
        }
    }

    private LinkMessage.@Nullable Changed tell(
            String path, int kinds, Change change, LinkMessage.@Nullable Changed message) {
        List<Interest> interested = byPath.get(path);
        if (interested == null) {
            return message;
        }
        for (Interest interest : interested) {
            if ((interest.kinds & kinds) != 0 && interest.link.changeSent != changes) {
                interest.link.changeSent = changes;
                if (message == null) {
                    message = message(change);
                }
                interest.link.send(message);
            }
        }
        return message;
    }

    private static boolean isInterested(LeaderLink link, String path, int kinds) {
        Interest interest = link.interests.get(path);
        return interest != null && (interest.kinds & kinds) != 0;
    }

    /** The kinds of interest in the changed node itself that a change is told to. */
    private static int ownKinds(Change change) {
        int own = ReadInterests.DATA | ReadInterests.RECURSIVE;
        return change.kind() == Change.Kind.DELETED ? own | ReadInterests.CHILD : own;
    }

    private LinkMessage.Changed message(Change change) {
        List<AclEntry> parentAcl = change.parentAcl();
        return new LinkMessage.Changed(
                change.zxid(),
                change.kind().code(),
                change.path(),
                filter(change.acl()),
                parentAcl == null ? null : filter(parentAcl));
    }

    /** The ACL by which proxies are to filter an event (rule 10.13), or null if everybody may have it. */
    @Nullable
    List<AclEntry> filter(List<AclEntry> acl) {
        if (skipsAcl) {
            return null;
        }
        for (AclEntry entry : acl) {
            if ((entry.perms() & AclEntry.READ) != 0 && entry.identity().equals(AclEntry.ANYONE)) {
                return null;
            }
        }
        return acl;
    }

    private static @Nullable String parent(String path) {
        int slash = path.lastIndexOf('/');
        if (slash < 0 || path.length() == 1) {
            return null;
        }
        return slash == 0 ? "/" : path.substring(0, slash);
    }
}
