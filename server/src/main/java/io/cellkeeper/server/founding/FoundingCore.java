package io.cellkeeper.server.founding;

import io.cellkeeper.server.founding.FoundingStep.Await;
import io.cellkeeper.server.founding.FoundingStep.Format;
import io.cellkeeper.server.founding.FoundingStep.Refuse;
import io.cellkeeper.server.founding.FoundingStep.Start;
import io.cellkeeper.server.founding.FoundingStep.Store;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;

/**
 * One server's part in founding its cell (decision 2). Pure: reports and finished steps go in, the next step comes out.
 * Not thread-safe.
 *
 * <pre>
 *   empty    → founding  every server reported empty or founding
 *   founding → founded   every server reported founding or founded, and Ratis' storage is formatted
 * </pre>
 *
 * A wiped server looks like a new one; but once any server is founded all of them were founding, so a server that is
 * empty while another is founded was wiped: it refuses. A server wiped before it was founded never ran Ratis and lost
 * nothing.
 *
 * <p>The override: a server started with {@code --found=majority} makes a salted cell id, for which a majority is enough
 * in both transitions. Servers that are not founded follow it. Ids are ordered (unsalted first, then by value) and a
 * server that is not founded only ever moves to a higher one, so that they come to the same. A founded server never moves;
 * so no two cells can both have a majority.
 */
public final class FoundingCore {
    private final int myid;
    private final SortedSet<Integer> servers;
    private final UUID ownCell;
    private final Map<Integer, PeerReport> heard = new TreeMap<>();

    /** What the disk says. */
    private Optional<Marker> durable;

    /** The cell this server works for: that of the marker, or one above it. */
    private UUID target;

    private boolean formatted;
    private boolean founded;
    private Optional<String> refusal = Optional.empty();

    /**
     * Begins where the marker says.
     *
     * @param myid this server's number
     * @param servers the numbers of all servers of the founding list, this one's included
     * @param cell the id that name and founding list make ({@link CellId#of})
     * @param majoritySalt a random number if this start carries {@code --found=majority}
     * @param marker what the data directory says
     */
    public FoundingCore(
            int myid, Collection<Integer> servers, UUID cell, OptionalLong majoritySalt, Optional<Marker> marker) {
        this.myid = myid;
        this.servers = new TreeSet<>(servers);
        if (!this.servers.contains(myid)) {
            throw new IllegalArgumentException("server " + myid + " is not one of " + this.servers);
        }
        this.ownCell = cell;
        this.durable = marker;
        this.founded = marker.filter(found -> found.phase() == Phase.FOUNDED).isPresent();
        this.target = majoritySalt.isPresent() ? CellId.salted(cell, majoritySalt.getAsLong()) : cell;
        marker.ifPresent(this::resume);
    }

    private void resume(Marker marker) {
        if (founded) {
            target = marker.cell();
        } else if (!CellId.sameServers(ownCell, marker.cell())) {
            refuse("the founding of cell " + marker.cell() + " has begun here, but the configuration now makes cell "
                    + ownCell + ": cellkeeper.cell and the server lines must stay as they were");
        } else if (isAbove(marker.cell(), target)) {
            target = marker.cell();
        }
    }

    /** What to tell the others now: only what is durable. */
    public PeerReport report() {
        return new PeerReport(
                myid, phase(), target, durable.map(Marker::incarnation).orElse(1L));
    }

    /** Takes another server's report; the newest of each counts. */
    public void heard(PeerReport report) {
        if (founded || refusal.isPresent()) {
            return;
        }
        if (report.myid() == myid) {
            refuse("another running server says that it is server " + myid + " too");
        } else if (!servers.contains(report.myid())) {
            refuse("server " + report.myid() + " takes part, which no server line here names: all servers must have the"
                    + " same server lines");
        } else if (report.phase() == Phase.FOUNDED) {
            heardFounded(report);
        } else if (!CellId.sameServers(ownCell, report.cell())) {
            refuse("server " + report.myid() + " has other server lines or another cellkeeper.cell: it makes cell "
                    + report.cell() + ", this one " + ownCell);
        } else {
            heard.put(report.myid(), report);
            followOverride(report);
        }
    }

    /** The connection to a server is lost: it has to report again. */
    public void lost(int id) {
        heard.remove(id);
    }

    /** † An empty server that hears of a founded one was wiped, or comes too late. */
    private void heardFounded(PeerReport report) {
        boolean takesPart =
                durable.filter(marker -> marker.cell().equals(report.cell())).isPresent();
        if (takesPart) {
            heard.put(report.myid(), report);
            target = report.cell();
        } else {
            refuse("server " + report.myid() + " belongs to cell " + report.cell() + ", which is founded, and this"
                    + " server holds nothing of it: its data was lost, or it was not there at the founding. It must"
                    + " not take part as if it were new, and joining an existing cell is not supported yet");
        }
    }

    /** Moves to a founding that the override has begun, unless this server works for a higher id or a founded cell. */
    private void followOverride(PeerReport report) {
        boolean begun = report.phase() == Phase.FOUNDING && CellId.isSalted(report.cell());
        if (begun && isAbove(report.cell(), target) && !knowsFounded()) {
            target = report.cell();
        }
    }

    private boolean knowsFounded() {
        return heard.values().stream().anyMatch(report -> report.phase() == Phase.FOUNDED);
    }

    /** What to do next; the same answer until something was heard or finished. */
    public FoundingStep next() {
        if (refusal.isPresent()) {
            return new Refuse(refusal.get());
        }
        return switch (phase()) {
            case EMPTY -> mayBegin() ? new Store(marker(Phase.FOUNDING)) : new Await();
            case FOUNDING -> !formatted ? new Format() : mayFinish() ? new Store(marker(Phase.FOUNDED)) : new Await();
            case FOUNDED -> new Start(marker(Phase.FOUNDED));
        };
    }

    /** The marker is durable. */
    public void stored(Marker marker) {
        durable = Optional.of(marker);
        founded = marker.phase() == Phase.FOUNDED;
    }

    /** Ratis' storage is empty, durably. */
    public void formatted() {
        formatted = true;
    }

    /** Those whose report is still needed for the next step, by number. */
    public SortedSet<Integer> waitingFor() {
        SortedSet<Integer> missing = new TreeSet<>(servers);
        missing.removeIf(id -> id == myid || founded || reported(id, phase()));
        return missing;
    }

    /** What the disk says of the cell this server works for. */
    private Phase phase() {
        return durable.filter(marker -> founded || marker.cell().equals(target))
                .map(Marker::phase)
                .orElse(Phase.EMPTY);
    }

    /** † Empty → founding: every server is new. */
    private boolean mayBegin() {
        return isEnough(countReported(Phase.EMPTY));
    }

    /** † Founding → founded: no server can be empty any more, unless it was wiped. */
    private boolean mayFinish() {
        return isEnough(countReported(Phase.FOUNDING)) && (knowsFounded() || !someMayComeAlong());
    }

    /** With the override: those that are there but behind would be refused once a server is founded. */
    private boolean someMayComeAlong() {
        return heard.values().stream().anyMatch(report -> report.phase() == Phase.EMPTY);
    }

    private boolean isEnough(int count) {
        return CellId.isSalted(target) ? count > servers.size() / 2 : count == servers.size();
    }

    /** Counts this server too. */
    private int countReported(Phase atLeast) {
        int count = 1;
        for (int id : servers) {
            if (id != myid && reported(id, atLeast)) {
                count++;
            }
        }
        return count;
    }

    /** Whether the server reported this phase or a later one; beyond empty, in this very cell. */
    private boolean reported(int id, Phase atLeast) {
        PeerReport report = heard.get(id);
        return report != null
                && report.phase().compareTo(atLeast) >= 0
                && (atLeast == Phase.EMPTY || report.cell().equals(target));
    }

    /** The order of ids: the unsalted one first. */
    private static boolean isAbove(UUID a, UUID b) {
        if (CellId.isSalted(a) != CellId.isSalted(b)) {
            return CellId.isSalted(a);
        }
        return a.compareTo(b) > 0;
    }

    private Marker marker(Phase as) {
        return new Marker(target, myid, durable.map(Marker::incarnation).orElse(1L), as);
    }

    private void refuse(String reason) {
        refusal = Optional.of(reason);
    }
}
