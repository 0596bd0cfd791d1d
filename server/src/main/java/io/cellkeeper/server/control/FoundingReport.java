package io.cellkeeper.server.control;

import java.util.UUID;

/**
 * How far the founding has come on a server, as it is told to the others.
 *
 * @param myid the server's number
 * @param phase the number of its phase; what it means is the founding's
 * @param cell the cell of its marker, or the one it would found
 * @param incarnation that of its marker
 */
public record FoundingReport(int myid, byte phase, UUID cell, long incarnation) {}
