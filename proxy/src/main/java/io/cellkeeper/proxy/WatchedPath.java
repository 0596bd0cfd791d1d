package io.cellkeeper.proxy;

import java.util.ArrayList;
import java.util.List;

/** A path that someone watches, with all its watches, whatever their table. Adding and removing one takes constant time. */
final class WatchedPath {
    final String path;
    /** Whether those who have a standard watch in the data table have seen that the node does not exist. */
    boolean absent;

    private final List<Watch> watches = new ArrayList<>(1);

    WatchedPath(String path) {
        this.path = path;
    }

    /** What one connection watches of one path: the modes it has in the data and in the child table (rule 10.2). */
    static final class Watch {
        final Watcher owner;
        final WatchedPath of;
        int data;
        int child;
        private int position;

        private Watch(Watcher owner, WatchedPath of) {
            this.owner = owner;
            this.of = of;
        }
    }

    Watch add(Watcher owner) {
        Watch watch = new Watch(owner, this);
        watch.position = watches.size();
        watches.add(watch);
        return watch;
    }

    /** Removes a watch: the last one takes its position. */
    void remove(Watch watch) {
        Watch last = watches.remove(watches.size() - 1);
        if (last != watch) {
            watches.set(watch.position, last);
            last.position = watch.position;
        }
    }

    int size() {
        return watches.size();
    }

    Watch get(int position) {
        return watches.get(position);
    }
}
