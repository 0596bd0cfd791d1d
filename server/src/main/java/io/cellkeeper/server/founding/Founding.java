package io.cellkeeper.server.founding;

import io.cellkeeper.server.founding.FoundingStep.Await;
import io.cellkeeper.server.founding.FoundingStep.Format;
import io.cellkeeper.server.founding.FoundingStep.Refuse;
import io.cellkeeper.server.founding.FoundingStep.Start;
import io.cellkeeper.server.founding.FoundingStep.Store;
import java.io.IOException;
import java.util.Optional;

/**
 * Carries out what {@link FoundingCore} says, on the disk. Single-threaded: the caller brings reports to the core and
 * calls {@link #advance} afterwards; it sends {@link FoundingCore#report} again after each call that changed it.
 */
public final class Founding {
    private final FoundingCore core;
    private final DataDirectory directory;
    private final StorageFormat format;

    /** Makes Ratis' storage empty. */
    @FunctionalInterface
    public interface StorageFormat {
        /** Removes whatever is there; what is removed is durably gone on return. */
        void format() throws IOException;
    }

    public Founding(FoundingCore core, DataDirectory directory, StorageFormat format) {
        this.core = core;
        this.directory = directory;
        this.format = format;
    }

    /**
     * Goes on as far as can be.
     *
     * @return the marker once the cell is founded and Ratis may start; empty while others have to report
     * @throws DataDirectoryException if this server must not take part
     * @throws IOException if the disk fails
     */
    public Optional<Marker> advance() throws DataDirectoryException, IOException {
        while (true) {
            FoundingStep step = core.next();
            if (step instanceof Store store) {
                directory.store(store.marker());
                core.stored(store.marker());
            } else if (step instanceof Format) {
                format.format();
                core.formatted();
            } else if (step instanceof Await) {
                return Optional.empty();
            } else if (step instanceof Start start) {
                return Optional.of(start.marker());
            } else if (step instanceof Refuse refuse) {
                throw new DataDirectoryException(refuse.reason());
            } else {
                throw new AssertionError(step);
            }
        }
    }
}
