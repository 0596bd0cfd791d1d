/** The ordering port: what the cell loop asks of the replicated log, and what it hears from it. */
@NullMarked
package io.cellkeeper.consensus;

import org.jspecify.annotations.NullMarked;
