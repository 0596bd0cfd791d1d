/** Command line of the tools that measure anything that speaks ZooKeeper's wire. */
@NullMarked
package io.cellkeeper.bench;

import org.jspecify.annotations.NullMarked;
