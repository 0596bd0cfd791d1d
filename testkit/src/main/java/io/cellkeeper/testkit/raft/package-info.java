/** A small Raft, as a model of what Ratis does to the cell loop: terms, elections, lost and late entries. */
@org.jspecify.annotations.NullMarked
package io.cellkeeper.testkit.raft;
