/** The bytes of a log entry: a batch of commands. */
@NullMarked
package io.cellkeeper.state.batch;

import org.jspecify.annotations.NullMarked;
