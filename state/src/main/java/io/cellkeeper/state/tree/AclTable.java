package io.cellkeeper.state.tree;

import io.cellkeeper.protocol.AclEntry;
import io.cellkeeper.protocol.Acls;
import io.cellkeeper.state.digest.Hash64;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The ACLs in use, each distinct list once, with the number of nodes that have it (rule 11.12). Ids are this replica's
 * own business: they never leave it, and digests are made of the lists.
 */
public final class AclTable {
    /** The id of world:anyone with all permissions: always there. */
    public static final int OPEN = 0;

    private static final class Slot {
        final int id;
        final List<AclEntry> list;
        final long hash;
        int users;

        Slot(int id, List<AclEntry> list) {
            this.id = id;
            this.list = list;
            this.hash = hashOf(list);
        }
    }

    private final Map<List<AclEntry>, Slot> byList = new HashMap<>();
    private final List<@Nullable Slot> byId = new ArrayList<>();
    private final List<Integer> freeIds = new ArrayList<>();

    AclTable() {
        byId.add(new Slot(OPEN, Acls.OPEN_ALL));
    }

    /** The list of an id in use. */
    public List<AclEntry> list(int id) {
        return slot(id).list;
    }

    /** How many distinct lists there are beside {@link #OPEN}. */
    int size() {
        return byList.size();
    }

    /** The id of a list, which one more node has. */
    int retain(List<AclEntry> list) {
        if (list == Acls.OPEN_ALL || list.equals(Acls.OPEN_ALL)) {
            return OPEN;
        }
        Slot slot = byList.get(list);
        if (slot == null) {
            int id = freeIds.isEmpty() ? byId.size() : freeIds.remove(freeIds.size() - 1);
            slot = new Slot(id, List.copyOf(list));
            byList.put(slot.list, slot);
            if (id == byId.size()) {
                byId.add(slot);
            } else {
                byId.set(id, slot);
            }
        }
        slot.users++;
        return slot.id;
    }

    /** One node less has this list. */
    void release(int id) {
        if (id == OPEN) {
            return;
        }
        Slot slot = slot(id);
        if (--slot.users == 0) {
            byList.remove(slot.list);
            byId.set(id, null);
            freeIds.add(id);
        }
    }

    /** A hash of the list of an id. */
    long hash(int id) {
        return slot(id).hash;
    }

    private Slot slot(int id) {
        Slot slot = byId.get(id);
        if (slot == null) {
            throw new IllegalStateException("ACL " + id + " is not in use");
        }
        return slot;
    }

    private static long hashOf(List<AclEntry> list) {
        long hash = Hash64.step(0xac1L, list.size());
        for (AclEntry entry : list) {
            hash = Hash64.step(hash, entry.perms());
            hash = Hash64.string(hash, entry.identity().scheme());
            hash = Hash64.string(hash, entry.identity().id());
        }
        return Hash64.finish(hash);
    }
}
