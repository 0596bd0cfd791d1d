package io.cellkeeper.server.cli;

import io.cellkeeper.server.config.ConfigException;
import io.cellkeeper.server.founding.DataDirectoryException;
import java.io.PrintWriter;

/** Turns what went wrong into an exit code and one line for the operator. */
final class Failures {
    private Failures() {}

    /** Prints the reason and returns the exit code. */
    static int report(Throwable failure, PrintWriter err) {
        boolean explained = failure instanceof ConfigException || failure instanceof DataDirectoryException;
        err.println("cellkeeper: " + (explained ? failure.getMessage() : chain(failure)));
        err.flush();
        if (failure instanceof ConfigException) {
            return ExitCode.USAGE;
        }
        return failure instanceof DataDirectoryException ? ExitCode.DATA_DIRECTORY : ExitCode.FAILED;
    }

    /** The failure and what caused it, in one line. */
    private static String chain(Throwable failure) {
        StringBuilder text = new StringBuilder(failure.toString());
        Throwable cause = failure.getCause();
        for (int depth = 0; cause != null && depth < 8; depth++) {
            text.append("; caused by ").append(cause);
            cause = cause.getCause();
        }
        return text.toString();
    }
}
