/**
 * How a cell comes into being once, and only once (decisions 1 and 2): the marker file that says what a data directory
 * belongs to, the lock that keeps a second process out, and the rounds in which the servers agree that all of them are
 * new.
 */
@NullMarked
package io.cellkeeper.server.founding;

import org.jspecify.annotations.NullMarked;
