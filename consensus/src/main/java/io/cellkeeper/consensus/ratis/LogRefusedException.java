package io.cellkeeper.consensus.ratis;

import java.io.IOException;

/** The log on disk isn't the one that the settings describe: the operator has to decide, nothing was changed. */
public final class LogRefusedException extends IOException {
    private static final long serialVersionUID = 1;

    public LogRefusedException(String message) {
        super(message);
    }
}
