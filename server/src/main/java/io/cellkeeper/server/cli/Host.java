package io.cellkeeper.server.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/**
 * What the commands find around them.
 *
 * @param starter how replicas are started
 * @param systemProperties settings given as {@code -D}
 * @param out standard output: what was asked for
 * @param err standard error: what went wrong
 */
record Host(ReplicaStarter starter, Properties systemProperties, Life life, PrintWriter out, PrintWriter err) {
    /** Stops the replicas, the last first, and tells what had failed. */
    int end(Optional<Throwable> failure, List<ReplicaProcess> replicas) {
        int code = failure.map(cause -> Failures.report(cause, err)).orElse(ExitCode.CLEAN);
        for (int i = replicas.size() - 1; i >= 0; i--) {
            replicas.get(i).stop();
        }
        return code;
    }
}
