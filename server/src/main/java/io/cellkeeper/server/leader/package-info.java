/**
 * What the leading replica does besides applying: batches, leases, barriers, reads, watches, opening sessions. Plain
 * single-threaded objects that live for one reign: methods take the time and a message, and give messages out. They
 * know no socket, no thread and no log.
 */
@NullMarked
package io.cellkeeper.server.leader;

import org.jspecify.annotations.NullMarked;
