/** A replica as a process: its settings, its founding, the leader's duties, its assembly and its command line. */
@NullMarked
package io.cellkeeper.server;

import org.jspecify.annotations.NullMarked;
