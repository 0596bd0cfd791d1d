/** Cells of real cores, clients that behave as real ones, and the faults between them; in one thread under a seed. */
@org.jspecify.annotations.NullMarked
package io.cellkeeper.testkit.sim;
