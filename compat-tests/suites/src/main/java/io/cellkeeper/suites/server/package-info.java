/** Starts the server under test as a process of its own, and records that it did. */
@NullMarked
package io.cellkeeper.suites.server;

import org.jspecify.annotations.NullMarked;
