package io.cellkeeper.proxy;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.protocol.Request;
import java.util.List;
import java.util.function.Consumer;

/** What watches a read asks for, and what its answer makes of them (rules 8.3.1, 8.4.1, 8.8.1, 10.2, 10.16). */
final class WatchRegistration {
    private static final int ADD_PERSISTENT = 0;
    private static final int ADD_RECURSIVE = 1;

    /** The bit of a setWatches answer's byte that says: the event is not for this connection (rule 10.13). */
    private static final int SUPPRESSED = 0x80;

    private WatchRegistration() {}

    /** Whether a request registers watches. */
    static boolean isWanted(Request request) {
        if (request instanceof Request.Exists exists) {
            return exists.watch();
        }
        if (request instanceof Request.GetData getData) {
            return getData.watch();
        }
        if (request instanceof Request.GetChildren getChildren) {
            return getChildren.watch();
        }
        return request instanceof Request.AddWatch || request instanceof Request.SetWatches;
    }

    /** Whether the mode of an addWatch is one there is (rule 10.2). */
    static boolean isMode(int mode) {
        return mode == ADD_PERSISTENT || mode == ADD_RECURSIVE;
    }

    /** Visits the paths that a request registers interest in: one as often as it is named. */
    static void forEachPath(Request request, Consumer<String> visitor) {
        if (request instanceof Request.Exists exists) {
            visitor.accept(exists.path());
        } else if (request instanceof Request.GetData getData) {
            visitor.accept(getData.path());
        } else if (request instanceof Request.GetChildren getChildren) {
            visitor.accept(getChildren.path());
        } else if (request instanceof Request.AddWatch addWatch) {
            visitor.accept(addWatch.path());
        } else if (request instanceof Request.SetWatches setWatches) {
            setWatches.data().forEach(visitor);
            setWatches.exist().forEach(visitor);
            setWatches.child().forEach(visitor);
            setWatches.persistent().forEach(visitor);
            setWatches.persistentRecursive().forEach(visitor);
        }
    }

    /**
     * Registers what the answer lets be registered, and delivers what setWatches found missed.
     *
     * @return false if a setWatches answer has not one byte for each path
     */
    static boolean answered(WatchTable watches, Watcher owner, Request request, ErrorCode error, ByteRange body) {
        boolean succeeded = error == ErrorCode.OK;
        if (request instanceof Request.Exists exists) {
            // Also for a node that doesn't exist: its creation is then the event.
            if (succeeded || error == ErrorCode.NO_NODE) {
                watches.addData(owner, exists.path(), succeeded);
            }
        } else if (!succeeded) {
            return true;
        } else if (request instanceof Request.GetData getData) {
            watches.addData(owner, getData.path(), true);
        } else if (request instanceof Request.GetChildren getChildren) {
            watches.addChild(owner, getChildren.path(), WatchMode.STANDARD);
        } else if (request instanceof Request.AddWatch addWatch) {
            if (addWatch.mode() == ADD_RECURSIVE) {
                watches.addData(owner, addWatch.path(), WatchMode.RECURSIVE);
            } else {
                addPersistent(watches, owner, addWatch.path());
            }
        } else if (request instanceof Request.SetWatches setWatches) {
            return new Verdicts(watches, owner, body).handle(setWatches);
        }
        return true;
    }

    private static void addPersistent(WatchTable watches, Watcher owner, String path) {
        watches.addData(owner, path, WatchMode.PERSISTENT);
        watches.addChild(owner, path, WatchMode.PERSISTENT);
    }

    /** The answer to setWatches, taken byte by byte: 0 register, 1 to 4 the event that was missed, or that suppressed. */
    private static final class Verdicts {
        private final WatchTable watches;
        private final Watcher owner;
        private final ByteRange verdicts;
        private int next;

        Verdicts(WatchTable watches, Watcher owner, ByteRange verdicts) {
            this.watches = watches;
            this.owner = owner;
            this.verdicts = verdicts;
        }

        boolean handle(Request.SetWatches request) {
            int paths = request.data().size()
                    + request.exist().size()
                    + request.child().size()
                    + request.persistent().size()
                    + request.persistentRecursive().size();
            if (verdicts.length() != paths) {
                return false;
            }
            take(request.data(), path -> watches.addData(owner, path, true));
            take(request.exist(), path -> watches.addData(owner, path, false));
            take(request.child(), path -> watches.addChild(owner, path, WatchMode.STANDARD));
            take(request.persistent(), path -> addPersistent(watches, owner, path));
            take(request.persistentRecursive(), path -> watches.addData(owner, path, WatchMode.RECURSIVE));
            return true;
        }

        private void take(List<String> paths, Consumer<String> register) {
            for (String path : paths) {
                int verdict = verdicts.array()[verdicts.offset() + next++] & 0xff;
                if (verdict == 0) {
                    register.accept(path);
                } else if ((verdict & SUPPRESSED) == 0) {
                    owner.deliver(Packet.event(-1, verdict, path));
                }
            }
        }
    }
}
