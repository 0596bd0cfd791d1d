/** The same random sequences of raw requests to Apache ZooKeeper and to this server, compared reply by reply. */
@NullMarked
package io.cellkeeper.compat.differential;

import org.jspecify.annotations.NullMarked;
