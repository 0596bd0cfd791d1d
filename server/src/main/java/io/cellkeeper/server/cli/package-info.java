/** The command line: what to run, how it is told to stop, and what its exit code says. */
@NullMarked
package io.cellkeeper.server.cli;

import org.jspecify.annotations.NullMarked;
