/** Takes rules away from the real cores, one at a time, to see that the simulation notices. */
@org.jspecify.annotations.NullMarked
package io.cellkeeper.testkit.mutation;
