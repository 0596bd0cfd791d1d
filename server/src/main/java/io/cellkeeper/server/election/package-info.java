/**
 * Prompt elections: when the leader's process is gone, not merely silent, the best of the others stands at once. A core
 * without I/O, given the time and what happens.
 */
@NullMarked
package io.cellkeeper.server.election;

import org.jspecify.annotations.NullMarked;
