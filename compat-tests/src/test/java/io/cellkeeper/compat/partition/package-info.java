/**
 * Faults of the network and of processes: replicas on hosts of their own between which links are cut, one way or both, and
 * replicas that are killed or stop for a while, under clients that record all they do. What they have recorded is then judged:
 * every read is linearizable, no lock has two holders, no client is told more than its lease allows.
 */
@NullMarked
package io.cellkeeper.compat.partition;

import org.jspecify.annotations.NullMarked;
