/**
 * The replicated state machine: (term, index, batch) to (results, changes). Pure: no clock, no randomness, no I/O, no
 * configuration, no unstable iteration order (I3 to I7, I16).
 */
@NullMarked
package io.cellkeeper.state;

import org.jspecify.annotations.NullMarked;
