package io.cellkeeper.server.founding;

import java.util.UUID;

/**
 * What one server tells the others.
 *
 * @param myid the server's number
 * @param phase how far it is
 * @param cell the cell of its marker, or if it has none the one it would found
 * @param incarnation that of its marker, or 1
 */
public record PeerReport(int myid, Phase phase, UUID cell, long incarnation) {}
