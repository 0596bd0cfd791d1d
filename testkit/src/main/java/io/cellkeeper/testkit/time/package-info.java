/** Simulated time: one agenda of events, a clock for each process, and all chance from one seed. */
@org.jspecify.annotations.NullMarked
package io.cellkeeper.testkit.time;
