/**
 * What each of a client's operations does to the tree, or reads from it: one file an operation, with the order of its
 * checks (sections 7 and 8 of the rules). Everything is validated here, once, against committed state (I5).
 */
@NullMarked
package io.cellkeeper.state.op;

import org.jspecify.annotations.NullMarked;
