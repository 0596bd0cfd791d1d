package io.cellkeeper.proxy;

import io.cellkeeper.protocol.ErrorCode;

/** checkWatches and removeWatches (rules 10.22 to 10.25). */
final class WatchRemoval {
    private static final int CHILDREN = 1;
    private static final int DATA = 2;
    private static final int ANY = 3;
    private static final int PERSISTENT = 4;
    private static final int PERSISTENT_RECURSIVE = 5;
    private static final int ALL_MODES = WatchMode.STANDARD | WatchMode.PERSISTENT | WatchMode.RECURSIVE;

    private WatchRemoval() {}

    static ErrorCode check(WatchTable watches, Watcher owner, String path, int type) {
        if (!isType(type)) {
            return ErrorCode.MARSHALLING_ERROR;
        }
        return watches.has(owner, path, dataModes(type), childModes(type)) ? ErrorCode.OK : ErrorCode.NO_WATCHER;
    }

    static ErrorCode remove(WatchTable watches, Watcher owner, String path, int type) {
        if (!isType(type)) {
            return ErrorCode.MARSHALLING_ERROR;
        }
        return watches.remove(owner, path, dataModes(type), childModes(type)) ? ErrorCode.OK : ErrorCode.NO_WATCHER;
    }

    private static boolean isType(int type) {
        return type >= CHILDREN && type <= PERSISTENT_RECURSIVE;
    }

    private static int dataModes(int type) {
        return switch (type) {
            case DATA -> WatchMode.STANDARD;
            case PERSISTENT -> WatchMode.PERSISTENT;
            case PERSISTENT_RECURSIVE -> WatchMode.RECURSIVE;
            case ANY -> ALL_MODES;
            default -> 0;
        };
    }

    private static int childModes(int type) {
        return switch (type) {
            case CHILDREN -> WatchMode.STANDARD;
            case PERSISTENT -> WatchMode.PERSISTENT;
            case ANY -> ALL_MODES;
            default -> 0;
        };
    }
}
