/** What really happened, as the log has it, to hold against what clients were told. */
@org.jspecify.annotations.NullMarked
package io.cellkeeper.testkit.truth;
