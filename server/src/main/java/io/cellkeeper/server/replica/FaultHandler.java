package io.cellkeeper.server.replica;

import org.jspecify.annotations.Nullable;

/** Hears that this replica is broken: it must not go on. From any thread; the first reason counts. */
@FunctionalInterface
interface FaultHandler {
    void broken(String reason, @Nullable Throwable cause);
}
