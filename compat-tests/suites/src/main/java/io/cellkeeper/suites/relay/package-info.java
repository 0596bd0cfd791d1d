/** Carries bytes between the port that a test of ZooKeeper's asked for and the server's process. */
@NullMarked
package io.cellkeeper.suites.relay;

import org.jspecify.annotations.NullMarked;
