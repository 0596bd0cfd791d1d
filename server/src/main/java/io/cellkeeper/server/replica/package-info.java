/** The assembly of a replica: its loop, its log, its ports, and how they start and stop. */
@NullMarked
package io.cellkeeper.server.replica;

import org.jspecify.annotations.NullMarked;
