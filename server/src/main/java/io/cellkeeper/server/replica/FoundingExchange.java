package io.cellkeeper.server.replica;

import io.cellkeeper.server.control.ControlMesh;
import io.cellkeeper.server.control.FoundingReport;
import io.cellkeeper.server.founding.DataDirectoryException;
import io.cellkeeper.server.founding.Founding;
import io.cellkeeper.server.founding.FoundingCore;
import io.cellkeeper.server.founding.Marker;
import io.cellkeeper.server.founding.PeerReport;
import io.cellkeeper.server.founding.Phase;
import java.io.IOException;
import java.util.Optional;
import java.util.SortedSet;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Founding by reports over the control connections (decision 2). Its steps write to the disk, so they run on the
 * background thread, which alone touches the core; reports are handed over to it, and sent on the loop.
 */
final class FoundingExchange {
    private static final Logger LOG = LoggerFactory.getLogger(FoundingExchange.class);

    private final FoundingCore core;
    private final Founding founding;
    private final Executor background;
    private final Executor loop;
    private final ControlMesh mesh;
    private final Consumer<Marker> founded;
    private final FaultHandler faults;
    private Optional<PeerReport> told = Optional.empty();
    private String waited = "";
    private boolean done;

    /** @param founded called once, on the background thread, when the log may be started */
    FoundingExchange(
            FoundingCore core,
            Founding founding,
            Executor background,
            Executor loop,
            ControlMesh mesh,
            Consumer<Marker> founded,
            FaultHandler faults) {
        this.core = core;
        this.founding = founding;
        this.background = background;
        this.loop = loop;
        this.mesh = mesh;
        this.founded = founded;
        this.faults = faults;
    }

    /** Begins, and goes on as reports come. */
    void start() {
        background.execute(this::advance);
    }

    /** On the loop: another server has reported. */
    void heard(FoundingReport report) {
        Phase phase;
        try {
            phase = Phase.ofCode(report.phase());
        } catch (IllegalArgumentException e) {
            LOG.warn("server {} reports an unknown founding phase: {}", report.myid(), e.getMessage());
            return;
        }
        PeerReport heard = new PeerReport(report.myid(), phase, report.cell(), report.incarnation());
        background.execute(() -> {
            core.heard(heard);
            advance();
        });
    }

    /** On the loop: a server's connection is lost. */
    void lost(int myid) {
        background.execute(() -> core.lost(myid));
    }

    private void advance() {
        Optional<Marker> marker = Optional.empty();
        try {
            // A founded replica goes on answering those that are still founding.
            if (!done) {
                marker = founding.advance();
            }
        } catch (DataDirectoryException | IOException e) {
            done = true;
            faults.broken("this server can't take part in its cell", e);
            return;
        }
        tell();
        if (marker.isPresent()) {
            done = true;
            founded.accept(marker.get());
        } else if (!done) {
            SortedSet<Integer> missing = core.waitingFor();
            if (!missing.toString().equals(waited)) {
                waited = missing.toString();
                LOG.info("the cell is not founded yet: waiting for servers {}", missing);
            }
        }
    }

    private void tell() {
        PeerReport report = core.report();
        if (!told.equals(Optional.of(report))) {
            told = Optional.of(report);
            FoundingReport message =
                    new FoundingReport(report.myid(), report.phase().code(), report.cell(), report.incarnation());
            loop.execute(() -> mesh.report(message));
        }
    }
}
