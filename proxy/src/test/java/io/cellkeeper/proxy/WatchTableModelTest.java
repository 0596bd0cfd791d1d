package io.cellkeeper.proxy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.cellkeeper.protocol.AclEntry;
import io.cellkeeper.protocol.EventType;
import io.cellkeeper.protocol.WireReader;
import io.cellkeeper.proxy.link.LinkMessage.Changed;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;

/** The watch table against a model that knows no index: random watches, removals, changes and departures. */
class WatchTableModelTest {
    private static final List<String> PATHS =
            List.of("/", "/a", "/ab", "/a/b", "/a/b/c", "/a/b/d", "/b", "/b/a", "/zookeeper");
    private static final int OWNERS = 4;
    private static final int STEPS = 300;

    /** One watch: what the model is a set of. */
    private record Entry(int owner, String path, boolean child, int mode) {}

    /** An owner that writes down its events, and may read only what no ACL protects, if it is odd. */
    private static final class Owner extends Watcher {
        final List<String> events = new ArrayList<>();
        private final boolean trusted;

        Owner(boolean trusted) {
            this.trusted = trusted;
        }

        @Override
        boolean mayRead(@Nullable List<AclEntry> acl) {
            return acl == null || trusted;
        }

        @Override
        void deliver(Packet event) {
            WireReader in = new WireReader(event.head());
            in.readBytes(4 + 4 + 8 + 4);
            events.add(in.readInt() + "@" + in.readInt() + in.readString());
        }

        @Override
        long session() {
            return 1;
        }
    }

    @Property(tries = 300)
    void shouldAgreeWithANaiveModel(@ForAll long seed) {
        Random random = new Random(seed);
        Set<String> unwatched = new TreeSet<>();
        WatchTable table = new WatchTable(unwatched::add);
        Owner[] owners = new Owner[OWNERS];
        for (int i = 0; i < OWNERS; i++) {
            owners[i] = new Owner(i % 2 == 0);
        }
        Model model = new Model();
        for (int step = 0; step < STEPS; step++) {
            Set<String> before = model.watchedPaths();
            unwatched.clear();
            int who = random.nextInt(OWNERS);
            String path = PATHS.get(random.nextInt(PATHS.size()));
            int mode = 1 << random.nextInt(3);
            switch (random.nextInt(10)) {
                case 0, 1, 2 -> {
                    table.addData(owners[who], path, mode);
                    model.entries.add(new Entry(who, path, false, mode));
                }
                case 3, 4 -> {
                    int childMode = mode & ~WatchMode.RECURSIVE;
                    if (childMode != 0) {
                        table.addChild(owners[who], path, childMode);
                        model.entries.add(new Entry(who, path, true, childMode));
                    }
                }
                case 5 ->
                    assertEquals(model.remove(who, path, mode), table.remove(owners[who], path, mode, mode), "removed");
                case 6 -> {
                    if (random.nextInt(4) == 0) {
                        table.removeAll(owners[who]);
                        model.entries.removeIf(entry -> entry.owner == who);
                    }
                }
                default -> {
                    if (!path.equals("/")) {
                        int kind = 1 + random.nextInt(3);
                        List<AclEntry> acl = random.nextBoolean() ? null : List.of();
                        List<AclEntry> parentAcl = random.nextBoolean() ? null : List.of();
                        table.changed(new Changed(5, kind, path, acl, parentAcl));
                        check(model.changed(kind, path, acl == null, parentAcl == null), owners);
                    }
                }
            }
            checkState(table, model, owners);
            before.removeAll(model.watchedPaths());
            assertEquals(before, unwatched, "paths that nobody watches any more");
        }
        for (Owner owner : owners) {
            table.removeAll(owner);
        }
        assertEquals(0, table.count() + table.pathCount() + table.ownerCount());
    }

    private static void check(Map<Integer, List<String>> expected, Owner[] owners) {
        for (int i = 0; i < OWNERS; i++) {
            assertEquals(expected.getOrDefault(i, List.of()), owners[i].events, "events of owner " + i);
            owners[i].events.clear();
        }
    }

    private static void checkState(WatchTable table, Model model, Owner[] owners) {
        assertEquals(model.watchedPaths().size(), table.pathCount());
        assertEquals(model.tables(), table.count());
        for (Entry entry : model.entries) {
            int modes = entry.mode;
            assertEquals(
                    true,
                    table.has(owners[entry.owner], entry.path, entry.child ? 0 : modes, entry.child ? modes : 0),
                    () -> "has " + entry);
        }
    }

    /** The rules 10.6 to 10.13, word by word. */
    private static final class Model {
        final Set<Entry> entries = new HashSet<>();

        Map<Integer, List<String>> changed(int kind, String path, boolean open, boolean parentOpen) {
            Map<Integer, List<String>> events = new TreeMap<>();
            Set<Integer> told = new HashSet<>();
            for (Entry entry : List.copyOf(entries)) {
                boolean here = entry.path.equals(path);
                boolean above = entry.path.equals("/") || path.startsWith(entry.path + "/");
                boolean hit = here || (above && entry.mode == WatchMode.RECURSIVE);
                if (!entry.child && hit && told.add(entry.owner)) {
                    tell(events, entry.owner, kind, path, open);
                }
                if (!entry.child && here && entry.mode == WatchMode.STANDARD) {
                    entries.remove(entry);
                }
            }
            if (kind == EventType.DELETED) {
                children(events, path, kind, open, told);
            }
            if (kind != EventType.DATA_CHANGED) {
                int slash = path.lastIndexOf('/');
                String parent = slash == 0 ? "/" : path.substring(0, slash);
                children(events, parent, EventType.CHILDREN_CHANGED, parentOpen, new HashSet<>());
            }
            return events;
        }

        private void children(
                Map<Integer, List<String>> events, String path, int type, boolean open, Set<Integer> told) {
            for (Entry entry : List.copyOf(entries)) {
                if (entry.child && entry.path.equals(path)) {
                    if (told.add(entry.owner)) {
                        tell(events, entry.owner, type, path, open);
                    }
                    if (entry.mode == WatchMode.STANDARD) {
                        entries.remove(entry);
                    }
                }
            }
        }

        private static void tell(Map<Integer, List<String>> events, int owner, int type, String path, boolean open) {
            if (open || owner % 2 == 0) {
                events.computeIfAbsent(owner, key -> new ArrayList<>()).add(type + "@3" + path);
            }
        }

        boolean remove(int owner, String path, int modes) {
            return entries.removeIf(
                    entry -> entry.owner == owner && entry.path.equals(path) && (entry.mode & modes) != 0);
        }

        Set<String> watchedPaths() {
            Set<String> paths = new TreeSet<>();
            entries.forEach(entry -> paths.add(entry.path));
            return paths;
        }

        int tables() {
            Set<Entry> tables = new HashSet<>();
            entries.forEach(entry -> tables.add(new Entry(entry.owner, entry.path, entry.child, 0)));
            return tables.size();
        }
    }
}
