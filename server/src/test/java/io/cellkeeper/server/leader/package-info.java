/** Tests of leader duties: one thread, a manual clock, a log and a state of a few lines. */
@NullMarked
package io.cellkeeper.server.leader;

import org.jspecify.annotations.NullMarked;
