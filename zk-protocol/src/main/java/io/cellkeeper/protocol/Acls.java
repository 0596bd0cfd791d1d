package io.cellkeeper.protocol;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Access control lists: what may be stored, who is permitted, what is shown (section 11 of the rules). Pure functions:
 * they run inside the replicated state machine.
 */
public final class Acls {
    /** Everything for everyone. Decoders give this very instance for an ACL that says so. */
    public static final List<AclEntry> OPEN_ALL = List.of(new AclEntry(AclEntry.ALL, AclEntry.ANYONE));

    /** Reading for everyone: the ACL of {@code /zookeeper/config} (rule 6.8). */
    public static final List<AclEntry> OPEN_READ = List.of(new AclEntry(AclEntry.READ, AclEntry.ANYONE));

    /**
     * Entries that {@code auth} entries may expand to, in one list. Without a bound, a frame of {@code auth} entries
     * times the identities of a connection would be memory for the asking.
     */
    static final int MAX_EXPANDED = 256;

    /** A total order, so that finding duplicates costs n log n whatever the hashes of a client's strings. */
    private static final Comparator<AclEntry> ORDER = Comparator.comparingInt(AclEntry::perms)
            .thenComparing(entry -> entry.identity().scheme())
            .thenComparing(entry -> entry.identity().id());

    private static final byte[] OPEN_ALL_BYTES =
            new WireWriter(27).writeAcl(OPEN_ALL).toArray();

    private Acls() {}

    /**
     * The form in which a client's list is stored (rules 11.2 to 11.4): duplicates removed, {@code auth} replaced by the
     * requester's own identities, order kept.
     *
     * @param acl what the client sent, null if it sent null
     * @param identities those of the requester
     * @return an immutable list, or null if the list is invalid ({@link ErrorCode#INVALID_ACL})
     */
    public static @Nullable List<AclEntry> fixUp(@Nullable List<AclEntry> acl, List<Identity> identities) {
        if (acl == null || acl.isEmpty()) {
            return null;
        }
        if (acl == OPEN_ALL || acl.equals(OPEN_ALL)) {
            return OPEN_ALL;
        }
        Set<AclEntry> seen = new TreeSet<>(ORDER);
        List<AclEntry> fixed = new ArrayList<>();
        int room = MAX_EXPANDED;
        for (AclEntry entry : acl) {
            if (!seen.add(entry)) {
                continue;
            }
            if (entry.identity().scheme().equals(AclSchemes.AUTH)) {
                int expanded = expand(entry.perms(), identities, room, fixed);
                if (expanded == 0) {
                    return null;
                }
                room -= expanded;
            } else if (AclSchemes.isValid(entry.identity())) {
                fixed.add(entry);
            } else {
                return null;
            }
        }
        return Collections.unmodifiableList(fixed);
    }

    /**
     * Whether someone with these identities is permitted any of the given rights (rules 11.1, 11.5).
     *
     * @param acl a stored list
     * @param perms one bit, or several of which one suffices
     * @param identities those of the requester
     */
    public static boolean permits(List<AclEntry> acl, int perms, List<Identity> identities) {
        for (int i = 0; i < acl.size(); i++) {
            AclEntry entry = acl.get(i);
            if ((entry.perms() & perms) != 0 && isAny(entry.identity(), identities)) {
                return true;
            }
        }
        return isSuper(identities);
    }

    /**
     * What getACL shows (rule 8.6.1): without the right {@link AclEntry#ADMIN}, the hash of every digest identity is
     * hidden.
     */
    public static List<AclEntry> mask(List<AclEntry> acl, List<Identity> identities) {
        if (permits(acl, AclEntry.ADMIN, identities)) {
            return acl;
        }
        List<AclEntry> masked = new ArrayList<>(acl.size());
        for (AclEntry entry : acl) {
            masked.add(maskEntry(entry));
        }
        return Collections.unmodifiableList(masked);
    }

    /** Reads a vector of (perms, scheme, id), or null for the count −1; a null scheme or id becomes empty. */
    static @Nullable List<AclEntry> read(WireReader in) {
        if (in.skipIfNext(OPEN_ALL_BYTES)) {
            return OPEN_ALL;
        }
        int count = in.readCount();
        if (count < 0) {
            return null;
        }
        // Each entry takes 12 bytes at least: the count can't make us allocate beyond the frame.
        List<AclEntry> acl = new ArrayList<>(Math.min(count, in.remaining() / 12));
        for (int i = 0; i < count; i++) {
            int perms = in.readInt();
            acl.add(new AclEntry(
                    perms, new Identity(orEmpty(in.readNullableString()), orEmpty(in.readNullableString()))));
        }
        return Collections.unmodifiableList(acl);
    }

    /** A string that a client left null is empty inside: no scheme and no valid identity is. */
    static String orEmpty(@Nullable String string) {
        return string == null ? "" : string;
    }

    /** Adds an entry for each identity that was proven; returns how many, 0 if none or more than there is room for. */
    private static int expand(int perms, List<Identity> identities, int room, List<AclEntry> to) {
        int expanded = 0;
        for (Identity identity : identities) {
            if (AclSchemes.isProven(identity)) {
                if (expanded == room) {
                    return 0;
                }
                to.add(new AclEntry(perms, identity));
                expanded++;
            }
        }
        return expanded;
    }

    private static boolean isAny(Identity wanted, List<Identity> identities) {
        if (wanted.equals(AclEntry.ANYONE)) {
            return true;
        }
        for (int i = 0; i < identities.size(); i++) {
            if (AclSchemes.matches(identities.get(i), wanted)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isSuper(List<Identity> identities) {
        for (int i = 0; i < identities.size(); i++) {
            if (identities.get(i).scheme().equals(AclSchemes.SUPER)) {
                return true;
            }
        }
        return false;
    }

    private static AclEntry maskEntry(AclEntry entry) {
        Identity identity = entry.identity();
        if (!identity.scheme().equals(AclSchemes.DIGEST)) {
            return entry;
        }
        return new AclEntry(entry.perms(), new Identity(AclSchemes.DIGEST, DigestAuth.userOf(identity.id()) + ":x"));
    }
}
