/**
 * A closed-loop load client with its own code for the wire, so that it neither shares a fault with the server under test
 * nor pays for a client library. One thread drives all connections; a steady run allocates nothing per operation. Every
 * reply is checked, and the first wrong one ends the run.
 */
@NullMarked
package io.cellkeeper.bench.load;

import org.jspecify.annotations.NullMarked;
